import "server-only";
import { randomUUID } from "node:crypto";
import type { Millis } from "@/lib/contracts/core/look";
import type { Kept, Lease, Store, StoreFault } from "@/lib/store/types";
import { log } from "../log";
import { decide, unkept, type Decided, type Deciding } from "./decide";
import type { StoreHome } from "./home";
import { ALONE, Leadership, SHARED } from "./leadership";
import type { KeeperOptions } from "./keeper-options";
import type { Member } from "./member";
import { judgeInTurn } from "./load";
import { readMessage, writeMessage, type Message } from "./messages";
import { Reader } from "./reader";
import { save, type Look, type Saved } from "./save";

/** While the store cannot be reached it is asked again so often, in milliseconds. */
const AGAIN = 2_000;
/** Whatever was told and not heard is found within this. */
const COMPARE_EVERY = 15_000;

/**
 * Keeps every repository of this process in the store: reads what was left, leads its share, writes what looks find, and reads what other
 * processes write.
 */
export class Keeper {
  private store: Store | null = null;
  private leadership: Leadership | null = null;
  private readonly members: Member[] = [];
  private readonly byPlace = new Map<string, Member>();
  private readonly leading = new Set<Member>();
  private reader: Reader | null = null;
  private readonly now: () => Millis;
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> | null = null;
  private comparedAt = 0;
  private down: StoreFault | null = null;
  private closed = false;
  private unsubscribe: () => void = () => undefined;
  private begun: () => void = () => undefined;
  /** Resolves when what was kept was read, or could not be. */
  readonly started = new Promise<void>((resolve) => (this.begun = resolve));
  /** How often this process has taken a repository over, its first ones included. */
  takeovers = 0;

  constructor(
    private readonly home: StoreHome,
    private readonly options: KeeperOptions = {},
  ) {
    this.now = options.now ?? Date.now;
  }

  /** Takes the repositories on. They look at nothing before the store was read. */
  start(members: readonly Member[]): void {
    for (const member of members) {
      this.members.push(member);
      this.byPlace.set(member.place, member);
    }
    void this.home.tried.then(() => {
      if (this.store !== null || this.home.fault === null) return;
      this.options.failed?.(this.home.fault);
      this.tell(this.home.fault);
      this.begun();
    });
    this.home.whenOpen((store) => void this.open(store));
  }

  get fault(): StoreFault | null {
    return this.store === null ? this.home.fault : this.down;
  }

  get isOpen(): boolean {
    return this.store !== null;
  }

  get led(): number {
    return this.leadership?.count ?? 0;
  }

  get replicas(): number {
    return this.leadership?.replicas ?? 0;
  }

  /** The lease under which this process may look at a repository; null: it may not. */
  lease(member: Member): Lease | null {
    if (this.down !== null || this.closed || !member.shelf.loaded) return null;
    // Under another credential it is another record, which has to be read first.
    if (member.shelf.scope !== member.scope()) return (void this.beat(), null);
    return this.leadership?.of(member) ?? null;
  }

  /** Writes what a look found; gives what is to be shown. Never rejects. */
  async save(member: Member, look: Look): Promise<Saved> {
    if (this.store === null) return { saved: "overtaken" };
    const saved = await save(this.store, member, look, this.now);
    if (saved.saved === "failed") this.fail(saved.fault);
    if (saved.saved === "overtaken") {
      this.leadership?.forget(member);
      await this.read([member]);
      void this.beat();
    }
    return saved;
  }

  /** Tells the process that leads a repository. Lost where the store cannot be reached. */
  tellLeader(message: Message): void {
    void this.store?.publish(writeMessage(message));
  }

  /** Records that an operator accepts what is held, exactly as they saw it. */
  async decide(member: Member, by: Deciding): Promise<Decided> {
    if (this.store === null) return unkept(this.home.fault);
    const decided = await decide(this.store, member, by, this.now());
    await this.read([member]);
    return decided;
  }

  /** Asks the store for what is told beside the states; null: it cannot be said. */
  async ask<T>(question: (store: Store) => Promise<Kept<T>>): Promise<T | null> {
    const kept = this.store === null ? null : await question(this.store);
    return kept?.ok ? kept.value : null;
  }

  /** Lets everything lie as it is, as a process that dies does. */
  abandon(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.unsubscribe();
  }

  /** Gives back what this process leads. What is being written is finished first. */
  async close(): Promise<void> {
    this.abandon();
    await this.beating;
    await Promise.all(this.members.map((member) => member.idle()));
    await this.leadership?.resign();
  }

  private async open(store: Store): Promise<void> {
    const embedded = store.kind === "embedded";
    const holder = embedded ? "this process" : randomUUID();
    const rhythm = this.options.rhythm ?? (embedded ? ALONE : SHARED);
    this.leadership = new Leadership(store, holder, rhythm);
    this.reader = new Reader(store, this.now);
    this.store = store;
    this.unsubscribe = store.subscribe((text) => this.hear(text));
    // Whoever starts at the same time is seen before the shares are reckoned.
    await store.alive(holder, rhythm.lastsMs);
    await this.beat();
    this.begun();
    void judgeInTurn(this.members);
  }

  /** One beat at a time; the next one follows by itself. */
  private beat(): Promise<void> {
    this.beating ??= this.beatOnce().finally(() => {
      this.beating = null;
      if (this.closed) return;
      if (this.timer !== null) clearTimeout(this.timer);
      const every = this.options.rhythm?.everyMs ?? (this.store?.kind === "embedded" ? ALONE : SHARED).everyMs;
      this.timer = setTimeout(() => void this.beat(), this.down === null ? every : AGAIN);
      this.timer.unref();
    });
    return this.beating;
  }

  private async beatOnce(): Promise<void> {
    const { store, leadership } = this;
    if (store === null || leadership === null || this.closed) return;
    const others = leadership.replicas;
    const fault = (await leadership.beat(this.members)) ?? (await this.compare(store));
    if (fault !== null) return this.fail(fault);
    // Whoever died may have been in the middle of something that was asked for.
    const follows = leadership.replicas < others;
    const back = this.down !== null;
    this.down = null;
    if (back) log.info("The store can be reached again");
    // What another process may have written meanwhile is read before this one looks.
    const gained = this.members.filter((one) => leadership.of(one) !== null && (back || !this.leading.has(one)));
    const stale = this.members.filter((one) => !one.shelf.loaded || one.shelf.scope !== one.scope());
    const unread = back ? this.members : [...new Set([...gained, ...stale])];
    const failed = unread.length === 0 ? null : await this.read(unread);
    if (failed !== null) return this.fail(failed);
    for (const member of this.members) {
      const [leads, led] = [leadership.of(member) !== null, this.leading.has(member)];
      if (leads && !led) this.takeovers += 1;
      if (leads) this.leading.add(member);
      else this.leading.delete(member);
      // Said at every beat: a look that fell due while the lease had lapsed is made up for.
      if (leads || led) member.leads(leads, follows && !led);
      if (!leads) member.remind();
    }
  }

  /** Finds what was written and not heard of. */
  private async compare(store: Store): Promise<StoreFault | null> {
    if (store.kind === "embedded" || performance.now() - this.comparedAt < COMPARE_EVERY) return null;
    const kept = await store.versions();
    if (!kept.ok) return kept.fault;
    this.comparedAt = performance.now();
    const newer = kept.value.flatMap(({ repository, scope, version }) => {
      const member = this.byPlace.get(repository);
      const { shelf } = member ?? {};
      return member !== undefined && shelf?.loaded && shelf.scope === scope && shelf.version < version ? [member] : [];
    });
    return newer.length === 0 ? null : this.read(newer);
  }

  private hear(text: string): void {
    const message = readMessage(text);
    if (message === null) return;
    if (message.t === "budget") return this.options.budget?.(message.key);
    const member = this.byPlace.get(message.of);
    if (member === undefined) return;
    if (message.t === "changed") {
      const { shelf } = member;
      // Another credential's look may have been accepted, and what is accepted binds all.
      if (shelf.scope !== message.scope) void member.idle().then(() => this.read([member]));
      else if (shelf.version < message.version && !this.leading.has(member)) void this.read([member]);
    } else if (message.t === "decided") void member.idle().then(() => this.rebase(member));
    else if (this.leading.has(member)) member.heard(message);
  }

  private async rebase(member: Member): Promise<void> {
    await this.read([member]);
    if (this.leading.has(member)) member.heard({ t: "look", of: member.place });
  }

  private async read(members: readonly Member[]): Promise<StoreFault | null> {
    const fault = (await this.reader?.read(members)) ?? null;
    if (fault !== null) this.fail(fault);
    return fault;
  }

  private fail(fault: StoreFault): void {
    if (this.down === null) log.warn({ code: fault.code }, `${fault.message} What is in memory is shown`);
    this.options.failed?.(fault);
    this.down = fault;
    this.tell(fault);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.beat(), AGAIN);
    this.timer.unref();
  }

  private tell(fault: StoreFault): void {
    for (const member of this.members) member.unkept(fault);
  }
}

import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { StoreFault } from "@/lib/store/types";
import {
  hasUnjudged,
  lookAtSquad,
  settle,
  unreadSquad,
  type SquadFacts,
  type SquadPlan,
  type SquadState,
} from "@/lib/systems/squad/squad";
import { REGISTRY_PATH } from "@/lib/systems/squad/standings";
import { withoutStore } from "@/lib/systems/squad/unkept";
import { Archive } from "./archive";
import { Attentions, type Attention } from "./attentions";
import { collecting } from "./blobs";
import type { Keeper } from "./keeping/keeper";
import { emptyShelf, type Member } from "./keeping/member";
import type { Message } from "./keeping/messages";
import type { Extra } from "./keeping/save";
import type { RepositoryOptions, Revalidation } from "./repository-options";
import { Lanes } from "./lanes";
import { log } from "./log";
import { notBefore } from "./rhythm";
import { Schedule } from "./schedule";
import { Shown } from "./shown";
import { tellLook } from "./tell";
import { Waiting } from "./waiting";
import { Wish } from "./wish";

/** A request that comes upon an old look waits for a new one, but no longer than this. */
const PATIENCE = 1_500;
/** "POST …/revalidate (at most once in 10 s a repository)". */
const REVALIDATE_EVERY = 10_000;

/**
 * One repository in the runtime. The process that leads it looks on a jittered schedule, one look at a time, and writes down what it found
 * before anybody is shown it; the others show what was written.
 */
export class Repository implements Member {
  readonly shelf = emptyShelf();
  readonly place: string;
  private readonly shown: Shown;
  private looking: Promise<void> | null = null;
  private asked: Millis = 0;
  private closed = false;
  /** The last look judged pictures too: somebody had the repository open when it began. */
  private sawPictures = false;
  private extras: Extra[] = [];
  private readonly attentions = new Attentions();
  private readonly waiting = new Waiting();
  private readonly wishes = new Wish();
  private readonly looks: SquadPlan;
  private readonly schedule: Schedule;
  private readonly clock: () => Millis;
  private readonly lanes: Lanes;
  private readonly keeper: Keeper | null;
  readonly archive: Archive;

  constructor(
    readonly name: string,
    readonly plan: SquadPlan,
    private readonly options: RepositoryOptions,
  ) {
    this.schedule = new Schedule(options.rhythm, options.pace ?? (() => 0), () => void this.look());
    this.clock = options.clock ?? Date.now;
    this.lanes = options.lanes ?? new Lanes(1);
    this.keeper = options.keeper ?? null;
    this.place = options.place ?? name;
    this.archive = new Archive(this.keeper, this);
    const source = collecting(plan.source, REGISTRY_PATH, (extra) => this.extras.push(extra));
    this.looks = this.keeper === null ? plan : { ...plan, source };
    this.shown = new Shown(unreadSquad(plan, this.clock()), (state) => {
      options.changed?.(state);
      this.waiting.wake();
    });
  }

  get state(): SquadState {
    return this.shown.state;
  }

  /** What is known, judged or not. */
  get facts() {
    return this.shown.facts;
  }

  /** When the next look is due. */
  get next(): Millis {
    return this.schedule.next;
  }

  scope(): string {
    return this.plan.source.kind === "github" ? this.plan.source.scope() : "directory";
  }

  /** Somebody reads this repository: looks come often, and one that is overdue is made first, within PATIENCE. */
  attend(what: Attention = "repository"): Promise<void> | null {
    const now = this.clock();
    this.attentions.note(what, now);
    // Who opens a repository waits for its pictures too, also where another request has just begun the look for them.
    const judged = this.sawPictures && this.looking === null;
    const awaited = what !== "overview" && !judged && hasUnjudged(this.facts);
    const due = this.schedule.isOld(now) || awaited;
    if (!this.mayLook()) {
      if (!this.attentions.isNews(what, now)) return null;
      this.keeper?.tellLeader({ t: "attend", of: this.place, what });
      return due && this.keeper?.fault === null && now >= notBefore(this.facts) ? this.waiting.wait(PATIENCE) : null;
    }
    if (!due || now < notBefore(this.facts)) {
      this.setNext(now);
      return null;
    }
    const look = this.look();
    if (what !== "overview") this.lanes.hurry(this);
    return Promise.race([look, this.waiting.wait(PATIENCE)]);
  }

  /** Begins a look, here or at the process that leads, unless one began within REVALIDATE_EVERY by request. */
  revalidate(): Revalidation {
    const now = this.clock();
    const wait = this.asked + REVALIDATE_EVERY - now;
    if (wait > 0) return { started: false, wait };
    this.asked = now;
    this.hasten();
    return { started: true, wait: REVALIDATE_EVERY };
  }

  /** Something may have changed: a look begins, here or at the process that leads. */
  hasten(): void {
    if (!this.mayLook()) {
      this.wishes.note(this.clock());
      return this.remind();
    }
    // What changed during a look may have been missed by it.
    if (this.looking === null) void this.look();
    else void this.looking.then(() => this.look());
    this.lanes.hurry(this);
  }

  /** Resolves when the snapshot is another than `known`, at the latest after `millis`. */
  changed(known: string, millis: number, signal?: AbortSignal): Promise<void> {
    return this.waiting.until(() => this.closed || this.state.squad.id !== known, millis, signal);
  }

  close(): void {
    this.closed = true;
    this.schedule.stop();
    this.waiting.wake();
  }

  adopt(facts: SquadFacts, make: () => SquadState, next: Millis): void {
    if (this.shelf.loaded) this.shown.show(make());
    else this.shown.later(facts, make);
    this.schedule.next = next;
    // Who wrote it may have a clock that is ahead of ours.
    this.schedule.last = Math.min(this.clock(), facts.standings.last.registry?.at ?? 0);
    this.wishes.looked(this.schedule.last);
  }

  async idle(): Promise<void> {
    await this.looking;
  }

  leads(leads: boolean, now: boolean): void {
    if (!leads || this.closed) return this.schedule.stop();
    // What was never read is read now, so that the first visitor finds answers.
    if (now || this.wishes.isOpen(this.clock()) || this.schedule.last === 0) void this.look();
    else this.setNext(this.clock(), true);
  }

  unkept({ message }: StoreFault): void {
    const now = this.clock();
    this.shown.show(settle(this.plan, this.state, withoutStore(this.state, message, now), now));
  }

  heard(message: Message): void {
    if (message.t === "attend") void this.attend(message.what);
    // Who asked asks again until a look began; what is heard where another process leads is no wish of its own.
    else if (message.t === "look" && this.mayLook()) this.hasten();
  }

  remind(): void {
    if (this.wishes.isOpen(this.clock())) this.keeper?.tellLeader({ t: "look", of: this.place });
  }

  /** One look at a time, whoever asks; none where another process leads. Never rejects. */
  look(): Promise<void> {
    if (!this.mayLook()) return Promise.resolve();
    this.looking ??= this.lanes
      .run(() => this.lookOnce(), this)
      .finally(() => {
        this.looking = null;
        this.setNext(this.clock(), true);
      });
    return this.looking;
  }

  private mayLook(): boolean {
    return !this.closed && (this.keeper === null || this.keeper.lease(this) !== null);
  }

  private async lookOnce(): Promise<void> {
    const lease = this.keeper?.lease(this) ?? null;
    if (this.closed || (this.keeper !== null && lease === null)) return;
    const began = this.clock();
    const before = this.state;
    try {
      const effort = this.attentions.effort(began);
      const limits = { signal: AbortSignal.timeout(this.options.rhythm.lookTimeout) };
      this.sawPictures = effort.pictures;
      this.extras = [];
      const after = await lookAtSquad(this.looks, before, limits, this.clock, effort);
      this.wishes.looked(began);
      const cost = this.schedule.looked(began, this.clock());
      this.options.looked?.(after, cost);
      const kept = this.keeper === null || lease === null ? after : await this.keep(this.keeper, lease, after);
      if (kept === null) return;
      this.schedule.ended(kept);
      this.shown.show(kept);
      tellLook(this.name, before, kept, cost);
    } catch (error) {
      // Sources answer failures as values; what arrives here is a fault of Muster, and the last state stands.
      this.schedule.looked(began, this.clock());
      const text = error instanceof Error ? error.message : "unknown";
      log.error({ repository: this.name, error: text }, "A look broke off");
    }
  }

  /** null: what was found is not to be shown. */
  private async keep(keeper: Keeper, lease: NonNullable<ReturnType<Keeper["lease"]>>, after: SquadState) {
    const next = this.schedule.dueAfter(after, this.isWatched());
    const saved = await keeper.save(this, { lease, after, next, extras: this.extras.splice(0) });
    return saved.saved === "written" || saved.saved === "unchanged" ? saved.state : null;
  }

  private isWatched(): boolean {
    return this.attentions.isWatched(this.clock(), "overview", "repository", "work");
  }

  private setNext(now: Millis, anew = false): void {
    if (this.closed || this.looking !== null || !this.mayLook()) return;
    this.schedule.plan(this.facts, this.isWatched(), now, anew);
  }
}

import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import { lookAtSquad, unreadSquad, type SquadPlan, type SquadState } from "@/lib/systems/squad/squad";
import { Lanes } from "./lanes";
import { log } from "./log";

/** Between two looks while somebody watches, in milliseconds; changes on disk show within 5 s. */
const WATCHED_EVERY = 2_500;
/** Otherwise. */
const IDLE_EVERY = 60_000;
/** Somebody watches for so long after a request. */
const WATCHED_FOR = 30_000;
/** A request that comes upon an older look waits for a new one, but no longer than PATIENCE. */
const OLD_AFTER = 4_000;
const PATIENCE = 1_500;
/** A look that takes long is not made more often than this many times its own length, up to SLOWEST. */
const STRETCH = 3;
const SLOWEST = 20_000;
/** A failing look of this length hangs. */
const HANGS = 5_000;
/** One look at everything of a repository ends within this. */
const LOOK_TIMEOUT = 30_000;
/** "POST …/revalidate (at most once in 10 s a repository)". */
const REVALIDATE_EVERY = 10_000;

export interface Revalidation {
  readonly started: boolean;
  /** Milliseconds until another is allowed. */
  readonly wait: number;
}

/**
 * One repository in the runtime: it looks on a jittered schedule, one look at a time, keeps the state that the last look left,
 * and wakes whoever waits for a change.
 */
export class Repository {
  private current: SquadState;
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lastLook: Millis = 0;
  private nextLook: Millis = 0;
  private watchedUntil: Millis = 0;
  private asked: Millis = 0;
  private closed = false;
  private cost = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly name: string,
    private readonly plan: SquadPlan,
    /** Longest of the intervals that the number of repositories allows, in milliseconds. */
    private readonly pace: number = WATCHED_EVERY,
    private readonly clock: () => Millis = Date.now,
    /** Shared with the other repositories. */
    private readonly lanes: Lanes = new Lanes(1),
  ) {
    this.current = unreadSquad(plan, clock());
  }

  get state(): SquadState {
    return this.current;
  }

  get source() {
    return this.plan.source;
  }

  /** When the next look is due. */
  get next(): Millis {
    return this.nextLook;
  }

  /** Somebody reads this repository: looks come often, and one that is overdue is made first, within PATIENCE. */
  attend(): Promise<void> | null {
    const now = this.clock();
    this.watchedUntil = now + WATCHED_FOR;
    if (now - this.lastLook <= Math.max(OLD_AFTER, this.pace * 1.3, this.cost)) {
      this.schedule(now);
      return null;
    }
    return Promise.race([this.look(), after(PATIENCE)]);
  }

  /** Begins a look unless one began within REVALIDATE_EVERY by request. */
  revalidate(): Revalidation {
    const now = this.clock();
    const wait = this.asked + REVALIDATE_EVERY - now;
    if (wait > 0) return { started: false, wait };
    this.asked = now;
    void this.look();
    return { started: true, wait: REVALIDATE_EVERY };
  }

  /** Resolves when the snapshot is another than `known`, at the latest after `millis`. */
  async changed(known: string, millis: number, signal?: AbortSignal): Promise<void> {
    if (this.current.squad.id !== known) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, millis);
      signal?.addEventListener("abort", done);
      this.waiting.add(done);
    });
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const wake of [...this.waiting]) wake();
  }

  /** One look at a time, whoever asks. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.lanes
      .run(() => this.lookOnce())
      .finally(() => {
        this.looking = null;
        this.schedule(this.clock(), true);
      });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    const began = this.clock();
    const before = this.current;
    try {
      this.current = await lookAtSquad(this.plan, before, { signal: AbortSignal.timeout(LOOK_TIMEOUT) }, this.clock);
    } catch (error) {
      // Sources answer failures as values; what arrives here is a fault of Muster, and the last state stands.
      log.error(
        { repository: this.name, error: error instanceof Error ? error.message : "unknown" },
        "A look broke off",
      );
    }
    this.lastLook = this.clock();
    this.cost = Math.max(0, this.lastLook - began);
    this.tell(before);
    if (this.current.squad.id === before.squad.id) return;
    for (const wake of [...this.waiting]) wake();
  }

  /** One line for a look that changed something: the snapshot, or whether the source can be read. */
  private tell(before: SquadState): void {
    const { squad, standings } = this.current;
    const failing = standings.registry.failing;
    const said = { repository: this.name, snapshot: squad.id.slice(0, 12), millis: this.cost };
    if (squad.id !== before.squad.id) {
      log.info(
        { ...said, registry: squad.outcome, work: squad.work.state, look: standings.last.registry?.answer },
        "A look changed the snapshot",
      );
    } else if ((failing === null) !== (before.standings.registry.failing === null)) {
      if (failing === null) log.info(said, "The repository can be read again");
      else log.warn({ ...said, cause: failing.cause, detail: failing.detail }, "A look failed; the last answer stands");
    }
  }

  private schedule(now: Millis, anew = false): void {
    if (this.closed || this.looking !== null) return;
    // What hangs must not take the lanes of what answers.
    const hangs = this.current.standings.registry.failing !== null && this.cost > HANGS;
    const watched = hangs ? IDLE_EVERY : Math.max(this.pace, Math.min(this.cost * STRETCH, SLOWEST));
    const every = now < this.watchedUntil ? watched : IDLE_EVERY;
    // Up to a tenth earlier or later, so that many repositories never look in step.
    const due = this.lastLook + every * (0.9 + Math.random() * 0.2);
    if (!anew && this.timer !== null && this.nextLook <= due) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.nextLook = Math.max(due, now);
    this.timer = setTimeout(() => void this.look(), this.nextLook - now);
    this.timer.unref();
  }
}

function after(millis: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, millis).unref();
  });
}

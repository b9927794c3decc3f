import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import { hasUnjudged, lookAtSquad, unreadSquad, type SquadPlan, type SquadState } from "@/lib/systems/squad/squad";
import { Lanes } from "./lanes";
import { log } from "./log";
import { failingCause, interval, notBefore, type Rhythm } from "./rhythm";

/** Somebody watches for so long after a request. */
const WATCHED_FOR = 30_000;
/** A request that comes upon an old look waits for a new one, but no longer than this. */
const PATIENCE = 1_500;
/** "POST …/revalidate (at most once in 10 s a repository)". */
const REVALIDATE_EVERY = 10_000;

export interface Revalidation {
  readonly started: boolean;
  /** Milliseconds until another is allowed. */
  readonly wait: number;
}

/** What somebody who asks has open. `work` is the repository too. */
export type Attention = "overview" | "repository" | "work";

export interface RepositoryOptions {
  readonly rhythm: Rhythm;
  /** The shortest interval that the number of repositories allows, in milliseconds. */
  readonly pace?: () => Millis;
  readonly clock?: () => Millis;
  /** Shared with the other repositories. */
  readonly lanes?: Lanes;
  /** Told after each look. */
  readonly looked?: (state: SquadState) => void;
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
  private readonly until: Record<Attention, Millis> = { overview: 0, repository: 0, work: 0 };
  private asked: Millis = 0;
  private closed = false;
  private cost = 0;
  private readonly waiting = new Set<() => void>();

  private failures = 0;
  /** The last look judged pictures too: somebody had the repository open when it began. */
  private sawPictures = false;
  private readonly rhythm: Rhythm;
  private readonly pace: () => Millis;
  private readonly clock: () => Millis;
  private readonly lanes: Lanes;
  private readonly looked: (state: SquadState) => void;
  /** Up to a tenth earlier or later, so that many repositories never look in step; drawn once a look. */
  private jitter = 1;

  constructor(
    readonly name: string,
    private readonly plan: SquadPlan,
    { rhythm, pace = () => 0, clock = Date.now, lanes = new Lanes(1), looked = () => undefined }: RepositoryOptions,
  ) {
    this.rhythm = rhythm;
    this.pace = pace;
    this.clock = clock;
    this.lanes = lanes;
    this.looked = looked;
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
  attend(what: Attention = "repository"): Promise<void> | null {
    const now = this.clock();
    this.until[what] = now + WATCHED_FOR;
    const old = Math.max(this.rhythm.oldAfter, this.pace() * 1.3, this.cost);
    // Who opens a repository waits for its pictures too, also where another request has just begun the look for them.
    const judged = this.sawPictures && this.looking === null;
    const awaited = what !== "overview" && !judged && hasUnjudged(this.current);
    if ((now - this.lastLook <= old && !awaited) || now < notBefore(this.current)) {
      this.schedule(now);
      return null;
    }
    const look = this.look();
    if (what !== "overview") this.lanes.hurry(this);
    return Promise.race([look, after(PATIENCE)]);
  }

  private isWatched(now: Millis, ...by: readonly Attention[]): boolean {
    return by.some((what) => now < this.until[what]);
  }

  /** Begins a look unless one began within REVALIDATE_EVERY by request. */
  revalidate(): Revalidation {
    const now = this.clock();
    const wait = this.asked + REVALIDATE_EVERY - now;
    if (wait > 0) return { started: false, wait };
    this.asked = now;
    void this.look();
    this.lanes.hurry(this);
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
      .run(() => this.lookOnce(), this)
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
      const effort = {
        pictures: this.isWatched(began, "repository", "work"),
        titles: this.isWatched(began, "work"),
      };
      const limits = { signal: AbortSignal.timeout(this.rhythm.lookTimeout) };
      this.sawPictures = effort.pictures;
      this.current = await lookAtSquad(this.plan, before, limits, this.clock, effort);
    } catch (error) {
      // Sources answer failures as values; what arrives here is a fault of Muster, and the last state stands.
      log.error(
        { repository: this.name, error: error instanceof Error ? error.message : "unknown" },
        "A look broke off",
      );
    }
    this.lastLook = this.clock();
    this.jitter = 0.9 + Math.random() * 0.2;
    this.looked(this.current);
    this.cost = Math.max(0, this.lastLook - began);
    this.failures = failingCause(this.current) === null ? 0 : this.failures + 1;
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
    const round = {
      watched: this.isWatched(now, "overview", "repository", "work"),
      cost: this.cost,
      failures: this.failures,
      pace: this.pace(),
    };
    const every = interval(this.rhythm, this.current, round);
    // Never before the time that the source gave.
    const spread = (this.jitter - 0.9) * 0.5 * this.rhythm.watched;
    const due = Math.max(this.lastLook + every * this.jitter, notBefore(this.current) + spread);
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

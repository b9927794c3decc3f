import "server-only";
import type { Cause, Millis } from "@/lib/contracts/core/look";
import type { SquadState } from "@/lib/systems/squad/squad";

/** What a schedule needs to know: nothing of it is judged for that. */
export type Known = Pick<SquadState, "standings">;

/** How often a repository is looked at, in milliseconds. */
export interface Rhythm {
  /** Between two looks while somebody watches. */
  readonly watched: Millis;
  /** Otherwise. */
  readonly idle: Millis;
  /** A request that comes upon an older look waits for a new one. */
  readonly oldAfter: Millis;
  /** One look at everything of a repository ends within this. */
  readonly lookTimeout: Millis;
}

/** Reading files costs nothing but time: changes on disk show within 5 s. */
export const DIRECTORY: Rhythm = { watched: 2_500, idle: 60_000, oldAfter: 4_000, lookTimeout: 30_000 };

/** "Every 60 s while someone looks, 10 min otherwise". */
export const GITHUB: Rhythm = { watched: 60_000, idle: 600_000, oldAfter: 70_000, lookTimeout: 180_000 };

/** GitHub allows 900 requests a minute and other programs may use the same token, so looks together ask for two thirds of that. */
const REQUEST_EVERY: Millis = 110;

/** How seldom each of many repositories on GitHub is looked at, so that all of them together stay below what GitHub allows. */
export class Tempo {
  private readonly weights = new Map<string, number>();
  private total = 0;

  /** Takes note of how many requests a look at a repository costs when nothing changes. */
  weigh(repository: string, requests: number): void {
    this.total += requests - (this.weights.get(repository) ?? 0);
    this.weights.set(repository, requests);
  }

  /** The shortest interval between two looks at the same repository, in milliseconds. */
  get pace(): Millis {
    return this.total * REQUEST_EVERY;
  }
}

/** Two requests, and one for each thread's comment that is watched. */
export function weightOf({ standings }: Known): number {
  return 2 + standings.threads.size;
}

/** Older comments are read on at once, a part a look. */
const GO_ON: Millis = 1_000;
/** A look that takes long is not made more often than this many times its own length, up to SLOWEST. */
const STRETCH = 3;
const SLOWEST = 20_000;
/** A failing look of this length hangs. */
const HANGS = 5_000;
/** What fails again and again is asked for ever more seldom, up to this many times the rhythm. */
const LONGEST_PAUSE = 5;

export interface Round {
  readonly watched: boolean;
  /** How long the last look took. */
  readonly cost: Millis;
  /** Failed looks since the last one that was answered. */
  readonly failures: number;
  /** The shortest interval that the number of repositories allows. */
  readonly pace: Millis;
}

/** How long after the last look the next one is due, before jitter. */
export function interval(rhythm: Rhythm, { standings }: Known, { watched, cost, failures, pace }: Round): Millis {
  // What hangs must not take the lanes of what answers.
  if (standings.registry.failing !== null && cost > HANGS) return rhythm.idle;
  const discovery = standings.live?.feed.discovery;
  if (discovery !== undefined && discovery.state !== "done" && discovery.failing === null && failures === 0)
    return GO_ON;
  if (!watched) return Math.max(rhythm.idle, pace);
  const often = Math.max(rhythm.watched, pace, Math.min(cost * STRETCH, SLOWEST));
  return often * Math.min(LONGEST_PAUSE, Math.max(1, failures));
}

/** The instant before which nothing may be asked, as the source said; 0: none. */
export function notBefore({ standings }: Known): Millis {
  return Math.max(standings.registry.failing?.retryAt ?? 0, standings.origins.failing?.retryAt ?? 0);
}

/** Why the last look failed; null: it was answered. */
export function failingCause({ standings }: Known): Cause | null {
  return standings.registry.failing?.cause ?? standings.origins.failing?.cause ?? null;
}

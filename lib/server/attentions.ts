import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { Effort } from "@/lib/systems/squad/squad";

/** Somebody watches for so long after a request. */
const WATCHED_FOR = 30_000;
/** The process that leads a repository is told so often that somebody watches at another one. */
const TOLD_EVERY = 10_000;

/** What somebody who asks has open. `work` is the repository too. */
export type Attention = "overview" | "repository" | "work";

/** Who watches one repository. */
export class Attentions {
  private readonly until: Record<Attention, Millis> = { overview: 0, repository: 0, work: 0 };
  private readonly told: Record<Attention, Millis> = { overview: 0, repository: 0, work: 0 };

  note(what: Attention, now: Millis): void {
    this.until[what] = now + WATCHED_FOR;
  }

  isWatched(now: Millis, ...by: readonly Attention[]): boolean {
    return by.some((what) => now < this.until[what]);
  }

  /** What is worth reading for whoever watches. */
  effort(now: Millis): Effort {
    return { pictures: this.isWatched(now, "repository", "work"), titles: this.isWatched(now, "work") };
  }

  /** Whether it is time to tell the leader. */
  isNews(what: Attention, now: Millis): boolean {
    if (now - this.told[what] < TOLD_EVERY) return false;
    this.told[what] = now;
    return true;
  }
}

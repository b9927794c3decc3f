import "server-only";
import type { Millis } from "@/lib/contracts/core/look";

/** Time as it passes. */
export interface HastenClock {
  /** Calls once, after so many milliseconds. Gives what takes that back. */
  after(millis: Millis, call: () => void): () => void;
}

const REAL: HastenClock = {
  after: (millis, call) => {
    const timer = setTimeout(call, millis);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

interface Resting {
  /** Somebody asked since the last look began. */
  asked: boolean;
  readonly end: () => void;
}

/**
 * Makes few looks of many wishes. The first wish for a repository is a look at once; those that come within the interval after it are one
 * look at its end, and so on: the last wish is always followed by a look that begins after it. Holds nothing for a repository that rests.
 */
export class Hasten {
  private readonly resting = new Map<string, Resting>();
  private closed = false;

  /**
   * @param look begins a look; must not throw
   * @param everyMs the shortest time between two looks at one repository, in milliseconds
   */
  constructor(
    private readonly look: (repository: string) => void,
    private readonly everyMs: Millis,
    private readonly clock: HastenClock = REAL,
  ) {}

  /** Wishes for a look at a configured repository. Whoever calls gives one spelling for each, so that there are no more than configured. */
  ask(repository: string): void {
    if (this.closed) return;
    const resting = this.resting.get(repository);
    if (resting === undefined) this.begin(repository);
    else resting.asked = true;
  }

  /** Repositories that a look was begun for within the interval. */
  get size(): number {
    return this.resting.size;
  }

  /** Forgets every wish; nothing is begun any more. */
  close(): void {
    this.closed = true;
    for (const { end } of this.resting.values()) end();
    this.resting.clear();
  }

  private begin(repository: string): void {
    const end = this.clock.after(this.everyMs, () => this.rested(repository));
    this.resting.set(repository, { asked: false, end });
    this.look(repository);
  }

  private rested(repository: string): void {
    const asked = this.resting.get(repository)?.asked === true;
    this.resting.delete(repository);
    if (asked) this.begin(repository);
  }
}

import "server-only";

/**
 * Runs so many things at once at most; the others wait their turn, first come first served. Looks of all repositories share one, so
 * that a thousand repositories do not start a thousand processes.
 */
export class Lanes {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly width: number) {}

  /** Gives what `work` gives; a lane is free again whether it resolves or rejects. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.width) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The lane goes over to the next in line without becoming free, so that nobody can slip in between.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

import "server-only";

interface Waiting {
  readonly whose: object;
  readonly begin: () => void;
}

/**
 * Runs so many things at once at most; the others wait their turn, first come first served. Looks of all repositories share one, so
 * that a thousand repositories do not start a thousand processes or requests.
 */
export class Lanes {
  private running = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly width: number) {}

  /**
   * Gives what `work` gives; a lane is free again whether it resolves or rejects.
   * @param whose names the waiting work for `hurry`
   */
  async run<T>(work: () => Promise<T>, whose: object = {}): Promise<T> {
    if (this.running >= this.width) await new Promise<void>((begin) => this.waiting.push({ whose, begin }));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The lane goes over to the next in line without becoming free, so that nobody can slip in between.
      if (next === undefined) this.running -= 1;
      else next.begin();
    }
  }

  /** Lets waiting work go next: somebody waits for it. Nothing else loses its place. */
  hurry(whose: object): void {
    const at = this.waiting.findIndex((one) => one.whose === whose);
    if (at < 1) return;
    this.waiting.unshift(...this.waiting.splice(at, 1));
  }
}

/** The emulator's time. It may stand still or be ahead or behind, as a server's clock can be. */
export class Clock {
  #fixed: number | null = null;
  #skew = 0;

  now(): Date {
    return new Date((this.#fixed ?? Date.now()) + this.#skew);
  }

  /** Stops the clock at a moment; null lets it run again. */
  set(moment: Date | null): void {
    this.#fixed = moment === null ? null : moment.getTime();
  }

  skew(milliseconds: number): void {
    this.#skew = milliseconds;
  }
}

/** A moment as GitHub writes it: whole seconds, UTC. */
export function stamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** A moment without its fraction of a second, which GitHub does not keep. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

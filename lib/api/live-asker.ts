/**
 * Asks one thing whenever it is woken: at once, but never twice at the same time nor more often than every so many milliseconds.
 * Woken while it asks or rests it asks once more afterwards, so what was asked last always began after the last waking.
 */
export class Asker {
  private busy = false;
  private again = false;

  /** @param ask never rejects */
  constructor(
    private readonly ask: () => Promise<void>,
    private readonly every: number,
  ) {}

  wake(): void {
    this.again = true;
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.again) {
      this.again = false;
      const rest = new Promise((resolve) => setTimeout(resolve, this.every));
      await this.ask();
      await rest;
    }
    this.busy = false;
  }
}

import "server-only";

/** Who waits for a change. */
export class Waiting {
  private readonly wakes = new Set<() => void>();

  /** Resolves at the next `wake`, at the latest after `millis`, or when `signal` aborts. */
  wait(millis: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        this.wakes.delete(done);
        resolve();
      };
      const timer = setTimeout(done, millis);
      timer.unref();
      signal?.addEventListener("abort", done);
      this.wakes.add(done);
    });
  }

  /** Resolves when `done` holds, looked at after each `wake`; at the latest after `millis`, or when `signal` aborts. */
  async until(done: () => boolean, millis: number, signal?: AbortSignal): Promise<void> {
    const end = performance.now() + millis;
    for (let left = millis; left > 0 && !done() && !signal?.aborted; left = end - performance.now())
      await this.wait(left, signal);
  }

  wake(): void {
    for (const wake of [...this.wakes]) wake();
  }
}

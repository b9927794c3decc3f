/** Everyone in this process who wants to hear what changed. */
export class Hub {
  readonly #hearers = new Set<(message: string) => void>();

  /** Each hears it by itself, after what runs now: one that throws keeps it from nobody. */
  tell(message: string): void {
    for (const hear of this.#hearers) queueMicrotask(() => hear(message));
  }

  /** Gives the function that ends it. The same function may be given twice, and then hears everything twice. */
  add(hear: (message: string) => void): () => void {
    const own = (message: string) => hear(message);
    this.#hearers.add(own);
    return () => void this.#hearers.delete(own);
  }

  get size(): number {
    return this.#hearers.size;
  }
}

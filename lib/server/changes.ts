import "server-only";

/** One thing that became another: a repository's snapshot, or how fresh it is. */
export interface Change {
  readonly repository: string;
  readonly snapshot: string;
  /** The repository's own state in one word. */
  readonly state: string;
}

/** Tells whoever listens in this process what changed. */
export class Changes {
  private readonly listeners = new Set<(change: Change) => void>();

  /** Grows with every change. */
  count = 0;

  tell(change: Change): void {
    this.count += 1;
    for (const listen of [...this.listeners]) listen(change);
  }

  /** Gives a function that ends it. */
  subscribe(listen: (change: Change) => void): () => void {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  }
}

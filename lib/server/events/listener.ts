import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import { changed, heartbeat } from "./frames";
import type { Numbered } from "./ring";

/** A listener that takes nothing for so long is dropped, in milliseconds. */
export const STUCK_AFTER = 60_000;

export interface ListenerOptions {
  /** What the stream begins with. */
  readonly first: string;
  /** The repositories it is told of; null: all. */
  readonly only: ReadonlySet<string> | null;
  readonly id: (number: number) => string;
  readonly clock: () => Millis;
  /** Called once, when the stream has ended in whatever way. */
  readonly gone: () => void;
}

const encoder = new TextEncoder();

/**
 * One stream. At most one piece waits in it to be taken; what happens meanwhile waits here, the latest change of each repository alone,
 * so that a slow listener costs no more than the number of repositories, whatever happens.
 */
export class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  private readonly pending = new Map<string, Numbered>();
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Since when a piece waits to be taken; null: none does. */
  private full: Millis | null = null;

  constructor(private readonly options: ListenerOptions) {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
        this.write(options.first);
      },
      pull: () => {
        this.full = null;
        this.flush();
      },
      cancel: () => this.end(),
    });
  }

  offer(numbered: Numbered): void {
    const { repository } = numbered.change;
    if (this.controller === null || this.options.only?.has(repository) === false) return;
    // Put last, so that IDs only grow along the stream: what a listener has heard the ID of is not missing before it.
    this.pending.delete(repository);
    this.pending.set(repository, numbered);
    this.flush();
  }

  /** Says that the stream lives and how far it has come, or drops a listener that has long taken nothing. */
  beat(id: string): void {
    if (this.full === null) this.write(heartbeat(id));
    else if (this.options.clock() - this.full >= STUCK_AFTER) this.drop();
  }

  /** Ends the stream; what was written before is still delivered. */
  close(): void {
    const { controller } = this;
    this.end();
    controller?.close();
  }

  /** Ends the stream at once. The error's name is the one by which Next.js knows that nothing went wrong. */
  drop(): void {
    const { controller } = this;
    this.end();
    controller?.error(new DOMException("The listener is gone", "AbortError"));
  }

  private flush(): void {
    if (this.full !== null || this.pending.size === 0) return;
    const { id } = this.options;
    const text = [...this.pending.values()].map(({ number, change }) => changed(id(number), change)).join("");
    this.pending.clear();
    this.write(text);
  }

  private write(text: string): void {
    if (this.controller === null) return;
    this.controller.enqueue(encoder.encode(text));
    if ((this.controller.desiredSize ?? 0) <= 0) this.full = this.options.clock();
  }

  private end(): void {
    if (this.controller === null) return;
    this.controller = null;
    this.pending.clear();
    this.options.gone();
  }
}

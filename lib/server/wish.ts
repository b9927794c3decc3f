import "server-only";
import type { Millis } from "@/lib/contracts/core/look";

/** What nobody could be told for so long is left to the next look that is due, in milliseconds. */
const LASTS = 60_000;

/**
 * A wish for a look that this process could not make itself. Messages between processes can be lost while the lead goes over or the store
 * is away, so a wish stands until a look that began after it.
 */
export class Wish {
  private since: Millis = 0;

  note(now: Millis): void {
    this.since = now;
  }

  /** A look began then, here or elsewhere. */
  looked(began: Millis): void {
    if (began >= this.since) this.since = 0;
  }

  isOpen(now: Millis): boolean {
    return this.since > 0 && now - this.since < LASTS;
  }
}

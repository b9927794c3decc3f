import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import { failingCause, interval, notBefore, type Known, type Rhythm } from "./rhythm";

/** When one repository is looked at: a jittered rhythm, by what looks cost and how they end. */
export class Schedule {
  /** When the last look ended; 0: there was none. */
  last: Millis = 0;
  /** When the next one is due. */
  next: Millis = 0;
  private cost: Millis = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | null = null;
  /** Up to a tenth earlier or later, so that many repositories never look in step; drawn once a look. */
  private jitter = 1;

  constructor(
    private readonly rhythm: Rhythm,
    private readonly pace: () => Millis,
    private readonly look: () => void,
  ) {}

  /** A look has ended. Gives how long it took. */
  looked(began: Millis, now: Millis): Millis {
    this.last = now;
    this.jitter = 0.9 + Math.random() * 0.2;
    this.cost = Math.max(0, now - began);
    return this.cost;
  }

  /** What a look has found decides how soon the next one follows. */
  ended(state: Known): void {
    this.failures = failingCause(state) === null ? 0 : this.failures + 1;
  }

  /** Whether the last look is so old that a request waits for a new one. */
  isOld(now: Millis): boolean {
    return now - this.last > Math.max(this.rhythm.oldAfter, this.pace() * 1.3, this.cost);
  }

  dueAfter(state: Known, watched: boolean): Millis {
    const { cost, failures, rhythm } = this;
    const every = interval(rhythm, state, { watched, cost, failures, pace: this.pace() });
    // Never before the time that the source gave.
    const spread = (this.jitter - 0.9) * 0.5 * rhythm.watched;
    return Math.max(this.last + every * this.jitter, notBefore(state) + spread);
  }

  /** Sets the next look, unless one is set that comes sooner. @param anew whatever was set before */
  plan(state: Known, watched: boolean, now: Millis, anew: boolean): void {
    const due = this.dueAfter(state, watched);
    if (!anew && this.timer !== null && this.next <= due) return;
    this.stop();
    this.next = Math.max(due, now);
    this.timer = setTimeout(this.look, this.next - now);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

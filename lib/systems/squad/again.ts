import type { Millis } from "@/lib/contracts/core/look";

/** When something that did not answer as it should is asked for once more, though nothing shows a change of it. */
export interface Again {
  readonly at: Millis;
  /** How often it was asked in vain. */
  readonly count: number;
}

const FIRST = 10 * 60_000;
const LONGEST = 6 * 3_600_000;

/** After 10 minutes, then twice as long each time, up to 6 hours: what is gone for ever must not cost a point at every look. */
export function askAgain(before: Again | null, now: Millis): Again {
  const count = before?.count ?? 0;
  return { at: now + Math.min(LONGEST, FIRST * 2 ** Math.min(count, 16)), count: count + 1 };
}

import type { Cause, Look, Millis, Unfit } from "./look";

/** An answer that is not a value: it stands like one, and shows nothing of what was there before. */
export type NoValue =
  | { readonly because: "absent"; readonly what: "commits" | "ref" | "path" | "issue" | "comment" }
  | { readonly because: "denied"; readonly status: number; readonly detail: string; readonly help?: string }
  | { readonly because: "unfit"; readonly why: Unfit; readonly detail: string };

export type Answered<V> = { readonly value: V } | NoValue;

/** Where one target (the registry, one thread) stands after its looks. */
export interface Standing<V> {
  /** The last answer: `at` when it was last confirmed, `since` when it was first given; null: reading. */
  readonly answered: { readonly at: Millis; readonly since: Millis; readonly result: Answered<V> } | null;
  /** The failure since the last answer; freshness, nothing else. */
  readonly failing: {
    readonly cause: Cause;
    readonly detail: string;
    /** The first failed look since the last answer, and the last one. */
    readonly since: Millis;
    readonly last: Millis;
    readonly retryAt: Millis | null;
  } | null;
  /** The last value that continuity accepted, for when a later one is held; `stand` leaves it as it is. */
  readonly accepted: V | null;
}

export const READING: Standing<never> = { answered: null, failing: null, accepted: null };

export type Freshness = "reading" | "fresh" | "stale" | "expired";

/**
 * Moves a standing by one look. Pure and total.
 * Contract: "A failed look changes freshness only: the last answered look stands as it was, partial, missing and no access included;
 * nothing older comes back." (`unchanged` confirms the last answer; without one it is a failure of the source.)
 */
export function stand<V>(prior: Standing<V>, look: Look<V>): Standing<V> {
  switch (look.answer) {
    case "value":
      return { ...prior, answered: { at: look.at, since: look.at, result: { value: look.value } }, failing: null };
    case "unchanged":
      if (prior.answered === null) return fail(prior, look.at, "malformed", NOTHING_TO_CONFIRM, null);
      return { ...prior, answered: { ...prior.answered, at: look.at }, failing: null };
    case "absent":
      return answer(prior, look.at, { because: "absent", what: look.what });
    case "denied":
      return answer(prior, look.at, {
        because: "denied",
        status: look.status,
        detail: look.detail,
        ...(look.help === undefined ? {} : { help: look.help }),
      });
    case "unfit":
      return answer(prior, look.at, { because: "unfit", why: look.why, detail: look.detail });
    case "failed":
      return fail(prior, look.at, look.cause, look.detail, look.retryAt ?? null);
  }
}

/**
 * How fresh a standing is at `now`: "stale … up to a configured age (24 h from the last success), then unavailable".
 * @param staleMillis how long after its last confirmation an answer may be shown while looks fail; that moment included
 */
export function freshness(standing: Standing<unknown>, now: Millis, staleMillis: number): Freshness {
  if (standing.answered === null) return "reading";
  if (standing.failing === null) return "fresh";
  return now - standing.answered.at > staleMillis ? "expired" : "stale";
}

const NOTHING_TO_CONFIRM = "The source said that nothing has changed, but nothing had been read before.";

function answer<V>(prior: Standing<V>, at: Millis, result: NoValue): Standing<V> {
  const since = prior.answered !== null && sameReason(prior.answered.result, result) ? prior.answered.since : at;
  return { ...prior, answered: { at, since, result }, failing: null };
}

function fail<V>(prior: Standing<V>, at: Millis, cause: Cause, detail: string, retryAt: Millis | null): Standing<V> {
  return { ...prior, failing: { cause, detail, since: prior.failing?.since ?? at, last: at, retryAt } };
}

function sameReason(before: Answered<unknown>, now: NoValue): boolean {
  if ("value" in before) return false;
  if (before.because === "absent") return now.because === "absent" && before.what === now.what;
  if (before.because === "denied") return now.because === "denied" && before.status === now.status;
  return now.because === "unfit" && before.why === now.why;
}

import type { Cause, Look, Millis, Pin, Unfit } from "./look";
import type { Diagnostic } from "./diagnostic";

/** An answer that is not a value: it stands like one, and shows nothing of what was there before. */
export type NoValue =
  | { readonly because: "absent"; readonly what: "commits" | "ref" | "path" | "issue" }
  | { readonly because: "denied"; readonly status: number; readonly detail: string }
  | { readonly because: "unfit"; readonly why: Unfit; readonly detail: string };

export type Answered<V> = { readonly value: V } | NoValue;

/** Where one target (the registry, one thread) stands after its looks. */
export interface Standing<V> {
  /** The last answer and when it was last confirmed; null: reading. */
  readonly answered: { readonly at: Millis; readonly since: Millis; readonly result: Answered<V> } | null;
  /** The failure since the last answer; freshness, nothing else. */
  readonly failing: {
    readonly cause: Cause;
    readonly detail: string;
    readonly since: Millis;
    readonly last: Millis;
    readonly retryAt: Millis | null;
  } | null;
  /** The last complete verdict that was accepted (kept for history; nothing is shown from it here). */
  readonly accepted: { readonly verdict: V; readonly pin: Pin | null } | null;
  readonly held: readonly Diagnostic[];
}

export const READING: Standing<never> = { answered: null, failing: null, accepted: null, held: [] };

/**
 * Moves a standing by one look. Pure and total.
 * Contract: "A failed look changes freshness only: the last answered look stands as it was, partial, missing and no access included;
 * nothing older comes back." (`unchanged` confirms the last answer; without one it is a failure of the source.)
 */
export declare function stand<V>(prior: Standing<V>, look: Look<V>): Standing<V>;

export type Freshness = "reading" | "fresh" | "stale" | "expired";

/** How fresh a standing is at `now`, when a stale one may be shown for `staleMillis` after its last success. */
export declare function freshness(standing: Standing<unknown>, now: Millis, staleMillis: number): Freshness;

import type { Freshness } from "../core/standing";
import type { RegistryVerdict } from "./registry-types";
import type { WorkState } from "./work-types";

export type IdentityState = "complete" | "stale" | "held" | "incomplete" | "unavailable";

/** What made the state what it is; null where nothing did. */
export type IdentityCause =
  | "reading"
  | "no-access"
  | "missing"
  | "unfit"
  | "refused"
  | "legacy"
  | "expired"
  | "partial"
  | "held"
  | "stale"
  | null;

export interface Identity {
  readonly state: IdentityState;
  readonly cause: IdentityCause;
}

/** What the last answered look at the registry gave: a verdict, or why there are no bytes. null: no look was answered yet. */
export type RegistryAnswer = RegistryVerdict["verdict"] | "absent" | "denied" | "unfit" | null;

/** Where the registry stands, in short. */
export interface IdentitySummary {
  readonly answer: RegistryAnswer;
  readonly freshness: Freshness;
  /** True where continuity holds the last accepted registry against a newer one. */
  readonly held?: boolean;
}

export type RepositoryState = IdentityState | "conflict";

/** Worst first. */
export const STATE_ORDER: readonly RepositoryState[] = [
  "unavailable",
  "conflict",
  "incomplete",
  "held",
  "stale",
  "complete",
];

/**
 * Identity, "the first that applies: reading, no access, missing, refused, legacy, stale past its limit → Unavailable ·
 * partial → Incomplete · Held · Stale · Complete". A path that is no readable file (`unfit`) is unavailable beside missing.
 */
export function identityState({ answer, freshness, held = false }: IdentitySummary): Identity {
  if (answer === null || freshness === "reading") return { state: "unavailable", cause: "reading" };
  if (answer === "denied") return { state: "unavailable", cause: "no-access" };
  if (answer === "absent") return { state: "unavailable", cause: "missing" };
  if (answer === "unfit" || answer === "refused" || answer === "legacy") return { state: "unavailable", cause: answer };
  if (freshness === "expired") return { state: "unavailable", cause: "expired" };
  if (answer === "partial") return { state: "incomplete", cause: "partial" };
  if (held) return { state: "held", cause: "held" };
  if (freshness === "stale") return { state: "stale", cause: "stale" };
  return { state: "complete", cause: null };
}

/** True where work may resolve against the identity: Complete, Held or Stale. */
export function letsWorkResolve(identity: IdentityState): boolean {
  return identity === "complete" || identity === "held" || identity === "stale";
}

/** The worse of two states. */
export function worse(a: RepositoryState, b: RepositoryState): RepositoryState {
  return STATE_ORDER.indexOf(a) <= STATE_ORDER.indexOf(b) ? a : b;
}

/**
 * "A repository shows Identity's state, unless that lets work resolve (Complete, Held, Stale): then the worse of the two."
 * @param work null: there are no goals
 */
export function repositoryState(identity: IdentityState, work: WorkState | null): RepositoryState {
  return work === null || !letsWorkResolve(identity) ? identity : worse(identity, work);
}

import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Pin, Sha256 } from "@/lib/contracts/core/look";
import type { RegistryDiff } from "@/lib/contracts/squad/registry-diff";
import type { Document } from "./document";

/** One side of a difference: a registry, or a repository of which nothing was read. null: not known, or not for this credential. */
export interface Side {
  /** The source's own number of the repository; null where it has none. */
  readonly repositoryId: number | null;
  readonly revision: number | null;
  readonly sha256: Sha256 | null;
  readonly generatedAt: string | null;
  readonly pin: Pin | null;
  /** How many agents it holds. */
  readonly agents: number | null;
}

export interface AcceptedSide extends Side {
  readonly acceptedAt: string | null;
}

/** What the source gives and continuity forbids, beside what is shown in its place. */
export interface HeldData {
  /** Names this very difference: a decision names it, so that nobody accepts another one than they saw. */
  readonly id: Sha256;
  /** `repository`: another repository answers under the name, and nothing of it was read. */
  readonly because: "registry" | "repository";
  /** The accepted copy was read with another credential: its rules alone are named, and nothing of it is quoted. */
  readonly withheld: boolean;
  /** What moved, in a few words: "the registry went back from revision 6 to 5". */
  readonly moved: string;
  /** Errors hold; warnings would not have. */
  readonly findings: readonly Diagnostic[];
  readonly accepted: AcceptedSide;
  readonly found: Side;
  /** null: one of the two sides may not be shown, or was not read. */
  readonly diff: RegistryDiff | null;
}

/** An operator's decision, as it was recorded. */
export interface DecisionLine {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly why: string;
  /** What was shown until then, and what came in its place; null: the record cannot be read. */
  readonly before: Side | null;
  readonly after: Side | null;
  /** The codes of what held it. */
  readonly findings: readonly string[];
}

export interface BaselineData {
  /** What the repository is held to; null: nothing was accepted yet. */
  readonly baseline: AcceptedSide | null;
  readonly held: HeldData | null;
  /** The last one first; null: they cannot be read just now. */
  readonly decisions: readonly DecisionLine[] | null;
  /** Somebody can decide here: the server was given an operator's token. */
  readonly operator: boolean;
}
export type BaselineDocument = Document<"baseline", BaselineData>;

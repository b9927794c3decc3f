import type { Diagnostic } from "../core/diagnostic";
import type { LineSpan } from "../core/lines";
import type { AgentId } from "./registry-types";

export const ACTIVATION_KINDS = ["activated", "phases-activated", "plan-accepted", "phases-accepted"] as const;
export type ActivationKind = (typeof ACTIVATION_KINDS)[number];

export const OMISSION_REASONS = ["external-agent", "non-roster", "legacy-plan-missing-id"] as const;
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** An account whose activation artifacts count. Types are compared without letter case. */
export interface TrustedAccount {
  readonly id: number;
  readonly type: string;
}

/** "by default GitHub Actions (41898282, Bot)". A configured list replaces it; an empty one trusts nobody. */
export const DEFAULT_TRUST: readonly TrustedAccount[] = [{ id: 41898282, type: "Bot" }];

/** What an artifact is judged against besides itself. */
export interface ActivationContext {
  /** `owner/name` exactly as bindings must name it. */
  readonly repository: string;
  /** The issue that carries the comment. */
  readonly issue: number;
  readonly trust: readonly TrustedAccount[];
}

export interface Envelope {
  readonly kind: ActivationKind;
  readonly originIssue: number;
  readonly phases: readonly number[];
}

/** One row of an accepted bindings block. */
export interface TaskRow {
  /** Pointer of the row in the bindings array, e.g. "/3". */
  readonly pointer: string;
  /** Lines of the row in the comment's body. */
  readonly lines: LineSpan;
  readonly task: string;
  readonly issue: number;
  readonly epic: string;
  readonly epicIssue: number;
  readonly agentId: AgentId | null;
  readonly omission: OmissionReason | null;
}

export interface Epic {
  readonly epic: string;
  readonly issue: number;
  /** The exact set, sorted by code unit. */
  readonly agentIds: readonly AgentId[];
  /** True when the epic carries the `partial` marker: some task has no ID. */
  readonly partial: boolean;
}

declare const accepted: unique symbol;
/** An artifact whose whole array holds. Only readActivation makes one. */
export interface Artifact extends Envelope {
  readonly [accepted]: true;
  readonly commentId: number;
  readonly createdAt: string;
  readonly repository: string;
  /** The one registry revision all rows name. */
  readonly revision: number;
  readonly epics: readonly Epic[];
  readonly tasks: readonly TaskRow[];
}

/**
 * The verdict on one comment. `nothing`: no artifact here. `look-alike`: untrusted, never parsed, ignored and listed.
 * A refused artifact carries how many rows it declared and diagnostics, never rows.
 */
export type ActivationVerdict = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly verdict: "nothing" }
  | { readonly verdict: "look-alike" }
  | { readonly verdict: "pre-provenance"; readonly envelope: Envelope; readonly declared: number }
  | {
      readonly verdict: "refused";
      readonly because: "edited" | "rules";
      readonly envelope: Envelope | null;
      readonly declared: number;
      readonly failingRows: number;
    }
  | { readonly verdict: "accepted"; readonly artifact: Artifact }
);

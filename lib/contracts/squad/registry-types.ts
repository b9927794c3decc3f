import type { Diagnostic } from "../core/diagnostic";
import type { LineSpan } from "../core/lines";

export type AgentId = string;
export type AgentStatus = "active" | "inactive" | "retired";

/** A valid record of a registry. Texts are trimmed; times stay as written (RFC 3339). */
export interface AgentRecord {
  readonly id: AgentId;
  readonly displayName: string;
  readonly role: string;
  readonly universe: string;
  readonly status: AgentStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly retiredAt: string | null;
  /** The sound reference as written, or null where the record has none. No promise of a picture. */
  readonly avatar: string | null;
  /** Where the record stands in the file. */
  readonly lines: LineSpan;
}

/** The valid records of one registry. */
export interface Roster {
  readonly revision: number;
  readonly generatedAt: string;
  readonly agents: ReadonlyMap<AgentId, AgentRecord>;
}

declare const complete: unique symbol;
/** The roster of a `complete` verdict. Only readRegistry makes one, and only this type enters resolveBindings. */
export type Registry = Roster & { readonly [complete]: true };

/** A record that failed a rule. `id` is the member name as written. */
export interface Excluded {
  readonly id: string;
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Advice about a legacy file: what the producer's migration would say of each record. Never an identity. */
export interface Readiness {
  readonly total: number;
  readonly ready: number;
  /** True when every record would pass: one bad record stops the whole migration. */
  readonly wouldMigrate: boolean;
  readonly records: readonly {
    readonly id: string;
    readonly pointer: string;
    readonly lines: LineSpan;
    readonly ready: boolean;
    readonly diagnostics: readonly Diagnostic[];
  }[];
}

/** `diagnostics` holds the root's errors and every warning and note; record errors are in `excluded`. */
export type RegistryVerdict = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly verdict: "complete"; readonly registry: Registry }
  | { readonly verdict: "partial"; readonly roster: Roster; readonly excluded: readonly Excluded[] }
  | { readonly verdict: "legacy"; readonly readiness: Readiness }
  | { readonly verdict: "refused" }
);

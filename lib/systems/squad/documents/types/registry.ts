import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { LineSpan } from "@/lib/contracts/core/lines";
import type { Sha, Sha256 } from "@/lib/contracts/core/look";
import type { AgentStatus } from "@/lib/contracts/squad/registry-types";
import type { Document, Statement } from "./document";
import type { HeldData } from "./held";

export interface FileFacts {
  readonly path: string;
  readonly oid: Sha;
  readonly size: number;
  readonly sha256: Sha256;
  readonly lines: number;
}

/** One row of the roster. */
export interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly universe: string;
  readonly status: AgentStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly retiredAt: string | null;
  /** Object name of a picture that may be shown; null: no avatar; "unread": not judged yet (very large rosters), ask the avatar route. */
  readonly picture: Sha | "unread" | null;
  readonly lines: LineSpan;
  /** Tasks bound to this ID; null: unknown, since no binding resolves. */
  readonly tasks: number | null;
}

export interface ExcludedRow {
  readonly id: string;
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly diagnostics: readonly Diagnostic[];
}

export interface MigrationRow {
  readonly id: string;
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly ready: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** `held`: continuity holds it, and the accepted copy was read with another credential, so nothing of it is shown. */
export type RegistryOutcome =
  "complete" | "partial" | "legacy" | "refused" | "missing" | "no-access" | "unfit" | "reading" | "expired" | "held";

export interface RegistryData {
  readonly outcome: RegistryOutcome;
  readonly file: FileFacts | null;
  readonly revision: number | null;
  readonly generatedAt: string | null;
  /** Records in the file, valid and excluded; null when there is no reading of it. */
  readonly total: number | null;
  readonly counts: { readonly active: number; readonly inactive: number; readonly retired: number } | null;
  /** Sorted by status (active, inactive, retired), then name, then ID. Empty unless complete or partial. */
  readonly agents: readonly AgentRow[];
  readonly excluded: readonly ExcludedRow[];
  /** Why nobody knows which tasks are bound to an agent; null: `tasks` of each agent says it. */
  readonly tasksUnknown: string | null;
  /** Declared tasks that wait because the registry is not complete. */
  readonly waiting: number;
  readonly migration: {
    readonly total: number;
    readonly ready: number;
    readonly wouldMigrate: boolean;
    readonly records: readonly MigrationRow[];
  } | null;
  /** What to say where there is no roster; null for complete and partial. */
  readonly statement: Statement | null;
  /** What the source gives and continuity forbids, beside what is shown here; null: nothing is held. */
  readonly held: HeldData | null;
}
export type RegistryDocument = Document<"registry", RegistryData>;

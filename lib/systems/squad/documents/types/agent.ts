import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { LineSpan } from "@/lib/contracts/core/lines";
import type { Sha } from "@/lib/contracts/core/look";
import type { Document, Statement } from "./document";
import type { AgentRow } from "./registry";
import type { TaskDoc } from "./work";

export interface AvatarFacts {
  readonly path: string;
  /** Where a picture may be shown. */
  readonly picture: {
    readonly type: string;
    readonly width: number;
    readonly height: number;
    readonly oid: Sha;
    readonly size: number;
  } | null;
  /** Why there is none. */
  readonly reason: Diagnostic | null;
}

export interface AgentTask {
  readonly goal: {
    readonly issue: number;
    readonly title: string | null;
    readonly revision: number;
    readonly commentId: number;
    readonly activatedAt: string;
  };
  readonly epic: { readonly epic: string; readonly issue: number; readonly title: string | null };
  readonly task: TaskDoc;
}

export interface AgentData {
  /** `record`: a valid record. `excluded`: the file has it but it failed. `unknown`: the file has no such ID. `unavailable`: no registry to ask. */
  readonly found: "record" | "excluded" | "unknown" | "unavailable";
  readonly id: string;
  readonly agent: AgentRow | null;
  readonly revision: number | null;
  readonly generatedAt: string | null;
  readonly avatar: AvatarFacts | null;
  readonly passed: number;
  readonly rules: number;
  /** Warnings and notes on the record, or every failure of an excluded one. */
  readonly findings: readonly Diagnostic[];
  readonly lines: LineSpan | null;
  /** null: unknown, since no binding resolves. */
  readonly work: readonly AgentTask[] | null;
  /** Why more may be bound than `work` has, or why nobody knows; null: it has all. */
  readonly unknown: string | null;
  /** Tasks of this squad that resolve to nobody: an artifact that does not hold is not asked whom it meant. */
  readonly unresolved: number;
  readonly files: readonly { readonly path: string; readonly size: number; readonly address: string }[];
  readonly statement: Statement | null;
}
export type AgentDocument = Document<"agent", AgentData>;

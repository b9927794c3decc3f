import type { Account } from "@/lib/contracts/core/comment";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Sha } from "@/lib/contracts/core/look";
import type { ActivationKind, OmissionReason, TrustedAccount } from "@/lib/contracts/squad/activation-types";
import type { AgentStatus } from "@/lib/contracts/squad/registry-types";
import type { Claim, GoalState, TaskOutcome, WorkCounts, WorkState } from "@/lib/contracts/squad/work-types";
import type { Document, Statement } from "./document";

/** An agent as a line of work shows it: the ID always, the name beside it. */
export interface Who {
  readonly id: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly picture: Sha | "unread" | null;
  readonly retiredAt: string | null;
}

export interface TaskDoc {
  /** Pointer of the row in the counted comment's bindings, e.g. "/3". */
  readonly pointer: string;
  readonly task: string;
  readonly issue: number;
  readonly title: string | null;
  readonly state: "open" | "closed" | null;
  readonly outcome: TaskOutcome;
  /** The bound ID where the outcome is resolved or retired; otherwise null. Look it up in WorkData.who. */
  readonly agentId: string | null;
  readonly omission: OmissionReason | null;
  readonly reason: Diagnostic | null;
  readonly claims: readonly Claim[];
}

export interface EpicDoc {
  readonly epic: string;
  readonly issue: number;
  readonly title: string | null;
  /** The exact set of IDs; empty where the registry does not let work resolve. */
  readonly agentIds: readonly string[];
  readonly partial: boolean;
  readonly tasks: readonly TaskDoc[];
}

export interface CommentLine {
  readonly id: number;
  readonly issue: number;
  readonly author: Account | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly edited: boolean;
  readonly verdict: "accepted" | "refused" | "pre-provenance" | "look-alike";
  /** It is the newest trusted artifact of its thread. */
  readonly counts: boolean;
  /** It is one of several newest artifacts of the same instant, of which none counts. */
  readonly tied: boolean;
  readonly kind: ActivationKind | null;
  readonly revision: number | null;
  readonly phases: readonly number[];
  readonly declared: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface GoalDoc {
  readonly issue: number;
  readonly title: string | null;
  readonly state: "open" | "closed" | null;
  readonly goal: GoalState;
  readonly resolves: boolean;
  readonly counted: CommentLine | null;
  /** Rows that the counted artifact declares, read or not. */
  readonly declared: number;
  /** Rows of a refused artifact that fail a rule. */
  readonly failingRows: number;
  readonly counts: WorkCounts;
  /** Closed task issues; null where the source has no states. */
  readonly closed: number | null;
  readonly epics: readonly EpicDoc[];
  readonly diagnostics: readonly Diagnostic[];
  readonly lookAlikes: readonly CommentLine[];
  /** Older artifacts of this thread, newest first. */
  readonly history: readonly CommentLine[];
}

export interface WorkData {
  readonly state: WorkState | null;
  /** Threads come from files that the operator exported: authors are as stated in the file. */
  readonly exported: boolean;
  readonly threads: { readonly read: number; readonly total: number; readonly comments: number };
  readonly counts: WorkCounts;
  /** Worst first: conflict, refused, unread, pre-provenance, none, bound. */
  readonly goals: readonly GoalDoc[];
  /** Every agent that a task or claim names and the registry knows. */
  readonly who: Readonly<Record<string, Who>>;
  readonly ignored: number;
  readonly trust: readonly TrustedAccount[];
  /** Why nothing resolves, or why there are no goals; null otherwise. */
  readonly statement: Statement | null;
  /** Where people read an issue on GitHub, but for its number at the end; null where it is not there. */
  readonly issuesUrl: string | null;
}
export type WorkDocument = Document<"work", WorkData>;

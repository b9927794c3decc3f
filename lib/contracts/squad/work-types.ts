import type { Account } from "../core/comment";
import type { Diagnostic } from "../core/diagnostic";
import type { ActivationVerdict, Artifact, TaskRow, Epic } from "./activation-types";
import type { AgentId, AgentRecord } from "./registry-types";

export type GoalState = "bound" | "refused" | "conflict" | "pre-provenance" | "none" | "unread";
export type TaskOutcome = "resolved" | "retired" | "omitted" | "unresolved" | "conflict";

/** One comment of a thread with its verdict, for the evidence view. `counts`: it is the newest trusted artifact. */
export interface JudgedComment {
  readonly id: number;
  readonly author: Account | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly counts: boolean;
  readonly verdict: ActivationVerdict;
}

/**
 * What one origin issue's thread says. `comments` lists every comment that is an artifact or a look-alike, newest first;
 * `read` is how many comments there were. In a `conflict` the newest two (or more) of the same instant are in `tied`.
 */
export type ThreadVerdict = {
  readonly issue: number;
  readonly read: number;
  readonly comments: readonly JudgedComment[];
  readonly diagnostics: readonly Diagnostic[];
} & (
  | { readonly goal: "bound"; readonly artifact: Artifact }
  | { readonly goal: "refused" | "pre-provenance"; readonly counted: JudgedComment }
  | { readonly goal: "conflict"; readonly tied: readonly JudgedComment[] }
  | { readonly goal: "none" | "unread" }
);

/** The outcome of one row against a complete registry. `retired` resolves through the tombstone. */
export type TaskResolution = { readonly row: TaskRow } & (
  { readonly outcome: "resolved" | "retired"; readonly agent: AgentRecord } | { readonly outcome: "omitted" }
);

/** All rows of an accepted artifact, or none of them: "They must not salvage valid-looking rows". */
export type Resolution =
  | { readonly resolves: true; readonly tasks: readonly TaskResolution[] }
  | { readonly resolves: false; readonly diagnostics: readonly Diagnostic[] };

/** One side of a conflict between origins: what that goal's artifact says of the task. */
export interface Claim {
  readonly origin: number;
  readonly commentId: number;
  readonly pointer: string;
  /** null where the row is an explicit omission, or where the claim is about the epic. */
  readonly agentId: AgentId | null;
  /** Where origins disagree about an epic: what this one says of it. Absent where they disagree about the task itself. */
  readonly epic?: Epic;
}

export interface TaskVerdict {
  readonly row: TaskRow;
  readonly outcome: TaskOutcome;
  /** The record the task resolves to; null for every outcome but resolved and retired. */
  readonly agent: AgentRecord | null;
  /** Why it is unresolved or in conflict; null otherwise. */
  readonly reason: Diagnostic | null;
  /** Both sides, by goal number, where origins disagree; empty otherwise. */
  readonly claims: readonly Claim[];
}

export interface GoalVerdict {
  readonly issue: number;
  readonly goal: GoalState;
  readonly thread: ThreadVerdict | null;
  readonly artifact: Artifact | null;
  readonly epics: readonly Epic[];
  readonly tasks: readonly TaskVerdict[];
  /** Rows that the counted artifact declares, read or not. */
  readonly declared: number;
  /** True when it is bound and every one of its tasks is resolved, retired or omitted. */
  readonly resolves: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface WorkCounts {
  /** Includes retired. */
  readonly resolved: number;
  readonly retired: number;
  readonly omitted: number;
  /** Includes conflict and the declared rows of goals that are not bound. */
  readonly unresolved: number;
  readonly conflict: number;
  readonly total: number;
}

export type WorkState = "conflict" | "unavailable" | "incomplete" | "complete";

/** Goals worst first (conflict, refused, unread, pre-provenance, none, bound), then by issue number. */
export interface WorkVerdict {
  /** null: there are no goals. */
  readonly state: WorkState | null;
  readonly goals: readonly GoalVerdict[];
  readonly counts: WorkCounts;
}

/** One origin issue for settleWork. `thread: null`: never read, or not wholly; `unread` says why. */
export interface Goal {
  readonly issue: number;
  readonly thread: ThreadVerdict | null;
  readonly unread?: Diagnostic;
}

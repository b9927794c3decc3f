import type { Diagnostic, EpicDoc, GoalDoc, TaskDoc, TaskOutcome, Who } from "@/lib/api/documents";

export const OUTCOMES = ["conflict", "unresolved", "omitted", "retired", "resolved"] as const satisfies TaskOutcome[];
export const TURNS = ["goal", "agent"] as const;
export const SORTS = ["worst", "number"] as const;

export type Turn = (typeof TURNS)[number];
export type WorkSort = (typeof SORTS)[number];

/** What the address asks of the Work view. */
export interface WorkQuery {
  readonly q: string;
  /** null: every outcome. */
  readonly outcome: TaskOutcome | null;
  readonly sort: WorkSort;
}

/** A task with where it belongs. */
export interface Placed {
  readonly goal: GoalDoc;
  readonly epic: EpicDoc;
  readonly task: TaskDoc;
}

/** Open and closed tasks, and those whose state the source does not give. */
export interface Tally {
  readonly open: number;
  readonly closed: number;
  readonly unknown: number;
}

/** Why a group of tasks has no agent. */
export interface NoAgent {
  readonly outcome: "conflict" | "unresolved" | "omitted";
  /** What the group has in common: an omission reason, or the code and sentence of a diagnostic. */
  readonly reason: string;
  readonly diagnostic: Diagnostic | null;
}

/** One line of the Work table, in the order in which it is read. */
export type Line =
  | { readonly kind: "goal"; readonly key: string; readonly goal: GoalDoc }
  | { readonly kind: "refusal"; readonly key: string; readonly goal: GoalDoc }
  | { readonly kind: "note"; readonly key: string; readonly goal: GoalDoc }
  | { readonly kind: "ignored"; readonly key: string; readonly goal: GoalDoc }
  | { readonly kind: "history"; readonly key: string; readonly goal: GoalDoc }
  | {
      readonly kind: "epic";
      readonly key: string;
      readonly goal: GoalDoc;
      readonly epic: EpicDoc;
      readonly shown: number;
      readonly folded: boolean;
    }
  | ({ readonly kind: "task"; readonly key: string } & Placed)
  | { readonly kind: "agent"; readonly key: string; readonly who: Who; readonly tally: Tally }
  | { readonly kind: "group"; readonly key: string; readonly group: NoAgent; readonly tasks: number }
  | ({ readonly kind: "turned"; readonly key: string } & Placed)
  | { readonly kind: "unread-rows"; readonly key: string; readonly goal: GoalDoc };

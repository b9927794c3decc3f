/** The documents' types as the UI sees them. Each system states its own, beside what fills them. */
export type * from "@/lib/systems/squad/document-types";

// What the documents are made of, for the views: they import from here alone.
export type { Diagnostic } from "@/lib/contracts/core/diagnostic";
export type { GoalState, TaskOutcome, WorkCounts } from "@/lib/contracts/squad/work-types";
export type { AgentDiff, MemberDiff, RegistryDiff } from "@/lib/contracts/squad/registry-diff";

import { diagnose, type Diagnostic } from "../core/diagnostic";
import type { Artifact, TaskRow } from "./activation-types";
import { resolveBindings } from "./bindings";
import type { Registry } from "./registry-types";
import { findConflicts, type Conflicts } from "./work-conflicts";
import { countWork, workState } from "./work-counts";
import { NOT_SALVAGED, REGISTRY_UNAVAILABLE } from "./work-rules";
import type {
  Goal,
  GoalState,
  GoalVerdict,
  JudgedComment,
  TaskVerdict,
  ThreadVerdict,
  WorkVerdict,
} from "./work-types";

/**
 * Settles who does what over all goals of a repository. Pure, total and linear in the rows.
 * Contract: "An accepted artifact that fails against the registry (not complete, `revision-ahead`, unknown ID) lists its tasks as
 * unresolved, without agents"; between origins see findConflicts; "Worst first in Work: conflict, refused, unread, pre-provenance,
 * none, bound."
 * @param goals each origin issue once
 * @param registry the registry of a complete verdict, or null
 * @param blocked why there is no complete registry; with it no task resolves, whatever `registry` is
 */
export function settleWork(goals: readonly Goal[], registry: Registry | null, blocked: Diagnostic | null): WorkVerdict {
  const artifacts = goals.flatMap(({ thread }) => (thread?.goal === "bound" ? [thread.artifact] : []));
  const conflicts = findConflicts(artifacts, new Set(goals.map(({ issue }) => issue)));
  const answer = blocked === null && registry !== null ? registry : (blocked ?? noRegistry());
  const verdicts = goals.map((goal) => settleGoal(goal, answer, conflicts)).sort(worstFirst);
  return { state: workState(verdicts), goals: verdicts, counts: countWork(verdicts) };
}

/** A complete registry, or why there is none. */
type Answer = Registry | Diagnostic;

function noRegistry(): Diagnostic {
  return diagnose(REGISTRY_UNAVAILABLE, "", "There is no complete registry, so no task resolves.");
}

function settleGoal(goal: Goal, answer: Answer, conflicts: Conflicts): GoalVerdict {
  const { issue, thread } = goal;
  if (thread === null) {
    return unbound(issue, "unread", null, goal.unread === undefined ? [] : [goal.unread], 0);
  }
  switch (thread.goal) {
    case "bound":
      return settleBound(issue, thread, thread.artifact, answer, conflicts);
    case "refused":
    case "pre-provenance":
      return unbound(
        issue,
        thread.goal,
        thread,
        [...thread.diagnostics, ...thread.counted.verdict.diagnostics],
        declaredBy(thread.counted),
      );
    case "conflict":
      return unbound(issue, "conflict", thread, thread.diagnostics, Math.max(0, ...thread.tied.map(declaredBy)));
    case "none":
    case "unread":
      return unbound(issue, thread.goal, thread, thread.diagnostics, 0);
  }
}

function unbound(
  issue: number,
  goal: GoalState,
  thread: ThreadVerdict | null,
  diagnostics: readonly Diagnostic[],
  declared: number,
): GoalVerdict {
  return { issue, goal, thread, artifact: null, epics: [], tasks: [], declared, resolves: false, diagnostics };
}

function declaredBy({ verdict }: JudgedComment): number {
  if (verdict.verdict === "accepted") return verdict.artifact.tasks.length;
  return verdict.verdict === "refused" || verdict.verdict === "pre-provenance" ? verdict.declared : 0;
}

function settleBound(
  issue: number,
  thread: ThreadVerdict,
  artifact: Artifact,
  answer: Answer,
  conflicts: Conflicts,
): GoalVerdict {
  const { tasks, failures } = settleTasks(artifact, answer);
  const settled = tasks.map((task) => dispute(task, conflicts));
  const counted = thread.comments.find(({ counts }) => counts)?.verdict.diagnostics ?? [];
  return {
    issue,
    goal: "bound",
    thread,
    artifact,
    epics: artifact.epics,
    tasks: settled,
    declared: artifact.tasks.length,
    resolves: settled.every(({ outcome }) => outcome !== "unresolved" && outcome !== "conflict"),
    diagnostics: [...failures, ...counted, ...(conflicts.notes.get(artifact) ?? [])],
  };
}

function settleTasks(artifact: Artifact, answer: Answer): { tasks: TaskVerdict[]; failures: readonly Diagnostic[] } {
  if ("code" in answer) return { tasks: artifact.tasks.map((row) => unresolved(row, answer)), failures: [answer] };
  const resolution = resolveBindings(artifact, answer);
  if (!resolution.resolves) {
    const { diagnostics } = resolution;
    const reasonOf = reasonsFor(diagnostics);
    return { tasks: artifact.tasks.map((row) => unresolved(row, reasonOf(row))), failures: diagnostics };
  }
  const tasks = resolution.tasks.map((task): TaskVerdict => {
    return {
      row: task.row,
      outcome: task.outcome,
      agent: task.outcome === "omitted" ? null : task.agent,
      reason: null,
      claims: [],
    };
  });
  return { tasks, failures: [] };
}

/** Why each row does not resolve: its own finding, the artifact's, or that it stands beside rows that do not. */
function reasonsFor(diagnostics: readonly Diagnostic[]): (row: TaskRow) => Diagnostic {
  const own = new Map(diagnostics.map((found) => [found.pointer, found]));
  const places = [...new Set(diagnostics.map(({ pointer }) => pointer.split("/")[1] ?? ""))];
  const rows = places.length === 1 ? `Row /${places[0]} does` : `${places.length} other rows do`;
  const message = `${rows} not resolve, and an artifact resolves as a whole or not at all.`;
  return ({ pointer }) =>
    own.get("") ??
    own.get(`${pointer}/agent_id`) ??
    own.get(`${pointer}/epic_agent_ids`) ??
    diagnose(NOT_SALVAGED, pointer, message);
}

function unresolved(row: TaskRow, reason: Diagnostic): TaskVerdict {
  return { row, outcome: "unresolved", agent: null, reason, claims: [] };
}

function dispute(task: TaskVerdict, { disputes }: Conflicts): TaskVerdict {
  const found = disputes.get(task.row);
  return found === undefined ? task : { row: task.row, outcome: "conflict", agent: null, ...found };
}

const WORST_FIRST: readonly GoalState[] = ["conflict", "refused", "unread", "pre-provenance", "none", "bound"];

function worstFirst(a: GoalVerdict, b: GoalVerdict): number {
  return rank(a) - rank(b) || Number(a.resolves) - Number(b.resolves) || a.issue - b.issue;
}

/** A bound goal with a disputed task is a conflict for whoever looks for the worst, although its own artifact holds. */
function rank({ goal, tasks }: GoalVerdict): number {
  return WORST_FIRST.indexOf(tasks.some(({ outcome }) => outcome === "conflict") ? "conflict" : goal);
}

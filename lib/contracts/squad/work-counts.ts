import type { GoalVerdict, TaskOutcome, WorkCounts, WorkState } from "./work-types";

/**
 * "any conflict → Conflict · no goal resolves → Unavailable · some do → Incomplete · all do → Complete · no goals → blank"
 * A goal in conflict and a task in conflict both are one. null: there are no goals.
 */
export function workState(goals: readonly GoalVerdict[]): WorkState | null {
  if (goals.length === 0) return null;
  if (goals.some(({ goal, tasks }) => goal === "conflict" || tasks.some(({ outcome }) => outcome === "conflict")))
    return "conflict";
  const resolving = goals.filter(({ resolves }) => resolves).length;
  if (resolving === 0) return "unavailable";
  return resolving === goals.length ? "complete" : "incomplete";
}

/** "Counts: resolved includes retired; unresolved includes conflict and the declared rows of goals that are not bound; omitted apart." */
export function countWork(goals: readonly GoalVerdict[]): WorkCounts {
  const each: Record<TaskOutcome, number> = { resolved: 0, retired: 0, omitted: 0, unresolved: 0, conflict: 0 };
  let unread = 0;
  for (const { goal, tasks, declared } of goals) {
    if (goal !== "bound") unread += declared;
    for (const { outcome } of tasks) each[outcome] += 1;
  }
  const resolved = each.resolved + each.retired;
  const unresolved = each.unresolved + each.conflict + unread;
  const { retired, omitted, conflict } = each;
  return { resolved, retired, omitted, unresolved, conflict, total: resolved + omitted + unresolved };
}

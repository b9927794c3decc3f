import type { GoalVerdict, WorkCounts } from "@/lib/contracts/squad/work-types";

/**
 * One goal's counts. Contract: "resolved includes retired; unresolved includes conflict and the declared rows of goals that are not
 * bound; omitted apart."
 */
export function countTasks(goal: GoalVerdict): WorkCounts {
  const of = (outcome: string) => goal.tasks.filter((task) => task.outcome === outcome).length;
  const unread = goal.goal === "bound" ? 0 : goal.declared;
  const [retired, omitted, conflict] = [of("retired"), of("omitted"), of("conflict")];
  const resolved = of("resolved") + retired;
  const unresolved = of("unresolved") + conflict + unread;
  return { resolved, retired, omitted, unresolved, conflict, total: resolved + omitted + unresolved };
}

import type { EpicDoc, GoalDoc, TaskDoc, WorkData } from "@/lib/api/documents";
import type { WorkIndex } from "./index-work";
import { matches, terms } from "../ui/search";
import type { Line, WorkQuery } from "./types";

/**
 * The lines of Work by goal: goal, what is wrong with it, epics, tasks, older artifacts. A goal that matches the words shows all its
 * tasks; otherwise a goal stands where one of its tasks does. Folded epics open while something is looked for.
 * @param folded keys `<goal>.<epic>` that the reader folded
 */
export function linesByGoal(data: WorkData, index: WorkIndex, query: WorkQuery, folded: ReadonlySet<string>): Line[] {
  const words = terms(query.q);
  const looking = words.length > 0 || query.outcome !== null;
  const lines: Line[] = [];
  for (const goal of sorted(data.goals, query)) {
    const whole = matches(index.goal(goal), words);
    const shows = (task: TaskDoc) =>
      (query.outcome === null || task.outcome === query.outcome) && (whole || matches(index.task(task), words));
    const epics = goal.epics.map((epic) => ({ epic, tasks: epic.tasks.filter(shows) }));
    const any = epics.some(({ tasks }) => tasks.length > 0);
    if (!any && !(whole && standsAlone(goal, query))) continue;
    lines.push(...headLines(goal, data.statement !== null));
    for (const { epic, tasks } of epics) {
      if (looking && tasks.length === 0) continue;
      const key = epicKey(goal, epic);
      const closed = !looking && folded.has(key);
      lines.push({ kind: "epic", key: `e${key}`, goal, epic, shown: tasks.length, folded: closed });
      if (closed) continue;
      for (const task of tasks) lines.push({ kind: "task", key: `t${key}${task.pointer}`, goal, epic, task });
    }
    if (goal.history.length > 0) lines.push({ kind: "history", key: `h${goal.issue}`, goal });
  }
  return lines;
}

export function epicKey(goal: GoalDoc, epic: EpicDoc): string {
  return `${goal.issue}.${epic.issue}`;
}

/** A goal without visible tasks is still an answer to this outcome: its declared rows count as unresolved, its doubt as conflict. */
export function standsAlone(goal: GoalDoc, query: Pick<WorkQuery, "outcome">): boolean {
  if (query.outcome === null) return true;
  if (goal.goal === "bound") return false;
  return query.outcome === "conflict" ? goal.goal === "conflict" : query.outcome === "unresolved";
}

/** Worst first is the document's own order. */
function sorted(goals: readonly GoalDoc[], query: WorkQuery): readonly GoalDoc[] {
  return query.sort === "number" ? goals.toSorted((a, b) => a.issue - b.issue) : goals;
}

/** @param told what stops every binding stands above the table already */
function headLines(goal: GoalDoc, told: boolean): Line[] {
  const lines: Line[] = [{ kind: "goal", key: `g${goal.issue}`, goal }];
  if (goal.goal === "refused") lines.push({ kind: "refusal", key: `r${goal.issue}`, goal });
  else if (goal.goal !== "bound" || (!told && goal.diagnostics.some((found) => found.severity !== "note")))
    lines.push({ kind: "note", key: `n${goal.issue}`, goal });
  if (goal.lookAlikes.length > 0) lines.push({ kind: "ignored", key: `i${goal.issue}`, goal });
  return lines;
}

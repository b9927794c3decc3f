import type { GoalDoc, TaskDoc, WorkData } from "@/lib/api/documents";
import { fold } from "../ui/search";

/** The folded text of each task and goal, made once a document so that a keystroke only compares. */
export interface WorkIndex {
  readonly task: (task: TaskDoc) => string;
  readonly goal: (goal: GoalDoc) => string;
}

export function indexWork(data: WorkData): WorkIndex {
  const tasks = new Map<TaskDoc, string>();
  const goals = new Map<GoalDoc, string>();
  for (const goal of data.goals) {
    goals.set(goal, fold(`#${goal.issue} ${goal.title ?? ""} ${goal.counted === null ? "" : goal.counted.id}`));
    for (const epic of goal.epics) {
      const above = `${epic.epic} #${epic.issue} ${epic.title ?? ""}`;
      for (const task of epic.tasks) tasks.set(task, fold(`${below(task, data)} ${above}`));
    }
  }
  return { task: (task) => tasks.get(task) ?? "", goal: (goal) => goals.get(goal) ?? "" };
}

function below(task: TaskDoc, data: WorkData): string {
  const ids = task.agentId === null ? task.claims.flatMap(sideOf) : [task.agentId];
  const people = ids.map((id) => (id === null ? "" : `${id} ${nameOf(data, id)}`)).join(" ");
  return `#${task.issue} ${task.title ?? ""} ${task.omission ?? ""} ${people}`;
}

function sideOf({ agentId, epic }: TaskDoc["claims"][number]): readonly (string | null)[] {
  return epic === undefined ? [agentId] : epic.agentIds;
}

function nameOf(data: WorkData, id: string): string {
  return Object.hasOwn(data.who, id) ? (data.who[id]?.name ?? "") : "";
}

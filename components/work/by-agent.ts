import type { GoalDoc, WorkData, Who } from "@/lib/api/documents";
import { compareText, sortBy } from "../ui/sort";
import { standsAlone } from "./by-goal";
import type { WorkIndex } from "./index-work";
import { matches, terms } from "../ui/search";
import { tallyOf } from "./tally-of";
import type { Line, NoAgent, Placed, WorkQuery } from "./types";

/**
 * The lines of Work turned round: every agent with the tasks bound to its ID, then the tasks without an agent, grouped by why.
 * Worst first puts retired agents with open work on top, then those with most open work; otherwise agents stand by name.
 */
export function linesByAgent(data: WorkData, index: WorkIndex, query: WorkQuery): Line[] {
  const words = terms(query.q);
  const placed = allTasks(data).filter(
    ({ goal, task }) =>
      (query.outcome === null || task.outcome === query.outcome) &&
      (matches(index.task(task), words) || matches(index.goal(goal), words)),
  );
  const lines: Line[] = [];
  for (const { who, tasks } of people(data, placed, query)) {
    lines.push({ kind: "agent", key: `a${who.id}`, who, tally: tallyOf(tasks) });
    for (const one of tasks) lines.push({ kind: "turned", key: turnedKey(one), ...one });
  }
  const unread = data.goals.filter(
    (goal) =>
      goal.goal !== "bound" && goal.declared > 0 && standsAlone(goal, query) && matches(index.goal(goal), words),
  );
  for (const { key, group, tasks, goals } of withoutAgent(placed, unread)) {
    const rows = goals.reduce((sum, goal) => sum + goal.declared, 0);
    lines.push({ kind: "group", key, group, tasks: tasks.length + rows });
    for (const goal of goals) lines.push({ kind: "unread-rows", key: `u${goal.issue}`, goal });
    for (const one of tasks) lines.push({ kind: "turned", key: turnedKey(one), ...one });
  }
  return lines;
}

/** Every task of every goal, in the order of the document. */
export function allTasks(data: WorkData): Placed[] {
  return data.goals.flatMap((goal) => goal.epics.flatMap((epic) => epic.tasks.map((task) => ({ goal, epic, task }))));
}

interface Person {
  readonly who: Who;
  readonly tasks: Placed[];
}

function people(data: WorkData, placed: readonly Placed[], query: WorkQuery): Person[] {
  const byId = new Map<string, Person>();
  for (const one of placed) {
    const id = one.task.agentId;
    if (id === null) continue;
    const person = byId.get(id) ?? { who: whoIs(data, id), tasks: [] };
    person.tasks.push(one);
    byId.set(id, person);
  }
  const list = [...byId.values()].sort(
    (a, b) => compareText(a.who.name, b.who.name) || compareText(a.who.id, b.who.id),
  );
  return query.sort === "worst" ? sortBy(list, weight, true) : list;
}

/** A bound ID always has a record; where a shortened document has not brought it yet, the ID stands for itself. */
function whoIs(data: WorkData, id: string): Who {
  const known = Object.hasOwn(data.who, id) ? data.who[id] : undefined;
  return known ?? { id, name: "", status: "active", picture: null, retiredAt: null };
}

function weight({ who, tasks }: Person): number {
  const { open, unknown } = tallyOf(tasks);
  return open + unknown + (who.status === "retired" && open > 0 ? 1_000_000 : 0);
}

interface Group {
  readonly key: string;
  readonly group: NoAgent;
  readonly tasks: Placed[];
  readonly goals: GoalDoc[];
}

function withoutAgent(placed: readonly Placed[], unread: readonly GoalDoc[]): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (group: NoAgent): Group => {
    const key = `${group.outcome}:${group.reason}`;
    const known = groups.get(key) ?? { key, group, tasks: [], goals: [] };
    groups.set(key, known);
    return known;
  };
  for (const goal of unread) groupOf({ outcome: "unresolved", reason: goal.goal, diagnostic: null }).goals.push(goal);
  for (const one of placed) {
    const group = groupFor(one);
    if (group !== null) groupOf(group).tasks.push(one);
  }
  const rank = { conflict: 0, unresolved: 1, omitted: 2 };
  return [...groups.values()].sort(
    (a, b) => rank[a.group.outcome] - rank[b.group.outcome] || compareText(a.group.reason, b.group.reason),
  );
}

function groupFor({ task }: Placed): NoAgent | null {
  const { outcome, omission, reason } = task;
  if (outcome === "resolved" || outcome === "retired") return null;
  return { outcome, reason: omission ?? reason?.code ?? "", diagnostic: reason };
}

function turnedKey({ goal, epic, task }: Placed): string {
  return `w${goal.issue}.${epic.issue}${task.pointer}`;
}

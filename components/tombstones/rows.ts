import type { AgentRow, EpicDoc, GoalDoc, RegistryData, TaskDoc, WorkData } from "@/lib/api/documents";
import { compareText } from "../ui/sort";
import { fold, matches, terms } from "../ui/search";
import { instantOf } from "./span";

export const BOUND = ["open", "none"] as const;
export const TOMB_SORTS = ["retired", "served", "open", "name"] as const;
export type BoundFilter = (typeof BOUND)[number];
export type TombSort = (typeof TOMB_SORTS)[number];

export interface StillBound {
  readonly goal: GoalDoc;
  readonly epic: EpicDoc;
  readonly task: TaskDoc;
  readonly agent: AgentRow;
  /** The artifact was issued after the agent had retired. */
  readonly afterRetirement: boolean;
}

export interface Tombstone {
  readonly agent: AgentRow;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly retired: number;
  /** null: unknown, since no binding resolves or not every thread was read. */
  readonly bound: { readonly open: number; readonly closed: number; readonly unknown: number } | null;
  readonly text: string;
}

export interface TombQuery {
  readonly q: string;
  readonly bound: BoundFilter | null;
  readonly sort: TombSort;
}

/** One row for each retired record, with what is still bound to its ID. What is bound is unknown where not all was read. */
export function tombstones(registry: RegistryData, still: readonly StillBound[]): Tombstone[] {
  return registry.agents
    .filter((agent) => agent.status === "retired")
    .map((agent) => {
      const bound = { open: 0, closed: 0, unknown: 0 };
      for (const { task, agent: owner } of still) if (owner.id === agent.id) bound[task.state ?? "unknown"] += 1;
      return {
        agent,
        created: instantOf(agent.createdAt),
        retired: instantOf(agent.retiredAt),
        bound: agent.tasks === null ? null : bound,
        text: fold(`${agent.name} ${agent.id} ${agent.role}`),
      };
    });
}

/** Tasks that resolve through a tombstone, open ones first, then by issue number. */
export function stillBound(registry: RegistryData, work: WorkData): StillBound[] {
  const retired = new Map(registry.agents.filter((agent) => agent.status === "retired").map((row) => [row.id, row]));
  const all: StillBound[] = [];
  for (const goal of work.goals)
    for (const epic of goal.epics)
      for (const task of epic.tasks) {
        const agent = task.outcome === "retired" && task.agentId !== null ? retired.get(task.agentId) : undefined;
        if (agent === undefined) continue;
        const issued = instantOf(goal.counted?.createdAt ?? null);
        all.push({ goal, epic, task, agent, afterRetirement: issued > instantOf(agent.retiredAt) });
      }
  const rank = (task: TaskDoc) => (task.state === "open" ? 0 : task.state === null ? 1 : 2);
  return all.sort((a, b) => rank(a.task) - rank(b.task) || a.task.issue - b.task.issue || a.goal.issue - b.goal.issue);
}

export function isNothingBound({ bound }: Tombstone): boolean {
  return bound !== null && bound.open + bound.closed + bound.unknown === 0;
}

export function hasOpenWork({ bound }: Tombstone): boolean {
  return bound !== null && bound.open > 0;
}

/** The rows that the query asks for, in its order: retired last first, served longest first, most open work first, or by name. */
export function pick(all: readonly Tombstone[], query: TombQuery): Tombstone[] {
  const words = terms(query.q);
  const wanted = query.bound === null ? () => true : query.bound === "open" ? hasOpenWork : isNothingBound;
  return all.filter((row) => wanted(row) && matches(row.text, words)).sort((a, b) => compare(a, b, query.sort));
}

function compare(a: Tombstone, b: Tombstone, sort: TombSort): number {
  const by = {
    retired: b.retired - a.retired,
    served: b.retired - b.created - (a.retired - a.created),
    open: (b.bound?.open ?? 0) - (a.bound?.open ?? 0) || b.retired - a.retired,
    name: 0,
  }[sort];
  return by || compareText(a.agent.name, b.agent.name) || compareText(a.agent.id, b.agent.id);
}

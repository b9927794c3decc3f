import { fold } from "@/components/ui/search";
import { compareText, sortBy, type Sort } from "@/components/ui/sort";
import type { AgentRow } from "@/lib/api/documents";

type AgentStatus = AgentRow["status"];

export const STATUSES = ["active", "inactive", "retired"] as const satisfies readonly AgentStatus[];
export const SORT_KEYS = ["status", "name", "id", "role", "universe", "since", "tasks", "lines"] as const;
export type SortKey = (typeof SORT_KEYS)[number];
/** The order of the document: active, inactive, retired; then by name, then by ID. */
export const BY_STATUS: Sort<SortKey> = { key: "status", down: false };

/** What the reader asked for; "" and null: anything. */
export interface Wanted {
  readonly q: string;
  readonly status: AgentStatus | null;
  readonly role: string;
  readonly universe: string;
}

/** A roster made ready for searching, once a document. */
export interface Index {
  readonly agents: readonly AgentRow[];
  /** The folded name of each agent. It and the ID are searched, nothing else. */
  readonly names: readonly string[];
  readonly roles: readonly string[];
  readonly universes: readonly string[];
}

/** So many different values a pick offers at most, the commonest ones; the search finds the rest. */
export const MAX_OPTIONS = 200;

export function indexAgents(agents: readonly AgentRow[]): Index {
  return {
    agents,
    names: agents.map(({ name }) => fold(name)),
    roles: distinct(agents.map(({ role }) => role)),
    universes: distinct(agents.map(({ universe }) => universe)),
  };
}

/** The agents that match everything wanted, in the document's order. */
export function selectAgents(index: Index, wanted: Wanted): readonly AgentRow[] {
  const text = fold(wanted.q.trim());
  if (text === "" && wanted.status === null && wanted.role === "" && wanted.universe === "") return index.agents;
  return index.agents.filter(
    (agent, i) =>
      (wanted.status === null || agent.status === wanted.status) &&
      (wanted.role === "" || agent.role === wanted.role) &&
      (wanted.universe === "" || agent.universe === wanted.universe) &&
      (text === "" || agent.id.includes(text) || (index.names[i] ?? "").includes(text)),
  );
}

/** Sorts a selection; equal ones keep the document's order, unknown ones come last. */
export function sortAgents(agents: readonly AgentRow[], sort: Sort<SortKey>): readonly AgentRow[] {
  if (sort.key === "status" && !sort.down) return agents;
  return sortBy(agents, KEYS[sort.key], sort.down);
}

const KEYS: Readonly<Record<SortKey, (agent: AgentRow) => string | number | null>> = {
  status: ({ status }) => STATUSES.indexOf(status),
  name: ({ name }) => fold(name),
  id: ({ id }) => id,
  role: ({ role }) => fold(role),
  universe: ({ universe }) => fold(universe),
  // The longest here has the earliest start: ascending is the shortest time first, as the column reads.
  since: ({ createdAt }) => -Date.parse(createdAt),
  tasks: ({ tasks }) => tasks,
  lines: ({ lines }) => lines.first,
};

function distinct(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_OPTIONS);
  return common.map(([value]) => value).sort((a, b) => compareText(fold(a), fold(b)) || compareText(a, b));
}

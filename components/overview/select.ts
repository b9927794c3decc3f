import type { ReposData, RepoRow, StateWord } from "@/lib/api/documents";
import { sortBy, type Sort } from "@/components/ui/sort";

export const SORT_KEYS = [
  "state",
  "repository",
  "active",
  "inactive",
  "retired",
  "resolved",
  "unresolved",
  "answer",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export const WORST_FIRST: Sort<SortKey> = { key: "state", down: true };

/** States of an overview, worst first. */
export const STATES: readonly StateWord[] = ["unavailable", "conflict", "incomplete", "held", "stale", "complete"];

export interface Group {
  readonly key: RepoRow["group"] | "all";
  readonly title: string;
  readonly rows: readonly RepoRow[];
}

const GROUPS = [
  { key: "person", title: "Needs a person" },
  { key: "waiting", title: "Waiting" },
  { key: "nothing", title: "Nothing to do" },
] as const;

/** How many repositories show each state. */
export function countStates(rows: readonly RepoRow[]): ReadonlyMap<StateWord, number> {
  const counts = new Map<StateWord, number>();
  for (const { state } of rows) counts.set(state.state, (counts.get(state.state) ?? 0) + 1);
  return counts;
}

/**
 * The rows of one state (null: all). Sorted by state they come in three groups, in the order of the document, which is worst first;
 * sorted by anything else they are one list.
 */
export function arrange(rows: readonly RepoRow[], state: StateWord | null, sort: Sort<SortKey>): readonly Group[] {
  const chosen = rows.filter((row) => state === null || row.state.state === state);
  if (sort.key !== "state")
    return [{ key: "all", title: "All repositories", rows: sortBy(chosen, keyOf(sort.key), sort.down) }];
  const groups = GROUPS.map(({ key, title }) => ({ key, title, rows: chosen.filter(({ group }) => group === key) }));
  const shown = groups.filter((group) => group.rows.length > 0);
  return sort.down ? shown : shown.map((group) => ({ ...group, rows: group.rows.toReversed() })).toReversed();
}

/** `11 repositories: 6 need a person, 1 waits, 4 are in order`. */
export function sayAll({ repositories }: Pick<ReposData, "repositories">): string {
  const of = (group: RepoRow["group"]) => repositories.filter((row) => row.group === group).length;
  const [person, waiting, nothing] = [of("person"), of("waiting"), of("nothing")];
  const parts = [
    person > 0 && `${person} ${person === 1 ? "needs" : "need"} a person`,
    waiting > 0 && `${waiting} ${waiting === 1 ? "waits" : "wait"}`,
    nothing > 0 && `${nothing} ${nothing === 1 ? "is" : "are"} in order`,
  ].filter((part) => part !== false);
  const all = repositories.length === 1 ? "1 repository" : `${repositories.length} repositories`;
  return parts.length === 0 ? all : `${all}: ${parts.join(", ")}`;
}

function keyOf(key: Exclude<SortKey, "state">): (row: RepoRow) => string | number | null {
  switch (key) {
    case "repository":
      return (row) => row.repository.toLowerCase();
    case "active":
    case "inactive":
    case "retired":
      return (row) => row.agents?.[key] ?? null;
    case "resolved":
    case "unresolved":
      return (row) => row.tasks?.[key] ?? null;
    case "answer":
      return (row) => (row.lastAnswerAt === null ? null : Date.parse(row.lastAnswerAt));
  }
}

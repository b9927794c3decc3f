import { describe, expect, it } from "vitest";
import type { RepoRow } from "@/lib/api/documents";
import { arrange, countStates, sayAll, WORST_FIRST } from "./select";

function row(
  repository: string,
  group: RepoRow["group"],
  state: RepoRow["state"]["state"],
  unresolved: number | null,
): RepoRow {
  const line = { state, cause: null, text: "" };
  return {
    repository,
    revision: 1,
    state: line,
    identity: line,
    work: null,
    agents: null,
    tasks: unresolved === null ? null : { resolved: 0, unresolved },
    group,
    next: null,
    lastAnswerAt: null,
  };
}

const ROWS = [
  row("o/a", "person", "unavailable", null),
  row("o/b", "person", "conflict", 11),
  row("o/c", "waiting", "stale", 2),
  row("o/d", "nothing", "complete", 0),
];

describe("the overview", () => {
  it("groups by who has to act, in the document's order, and leaves out empty groups", () => {
    const groups = arrange(ROWS, null, WORST_FIRST);
    expect(groups.map(({ key, rows }) => [key, rows.map(({ repository }) => repository)])).toEqual([
      ["person", ["o/a", "o/b"]],
      ["waiting", ["o/c"]],
      ["nothing", ["o/d"]],
    ]);
    expect(arrange(ROWS, "stale", WORST_FIRST).map(({ key }) => key)).toEqual(["waiting"]);
  });
  it("turns round as a whole", () => {
    const rows = arrange(ROWS, null, { key: "state", down: false }).flatMap((group) => group.rows);
    expect(rows.map(({ repository }) => repository)).toEqual(["o/d", "o/c", "o/b", "o/a"]);
  });
  it("is one list when sorted by a column, unknown counts last", () => {
    const [list, ...rest] = arrange(ROWS, null, { key: "unresolved", down: true });
    expect(rest).toEqual([]);
    expect(list?.rows.map(({ repository }) => repository)).toEqual(["o/b", "o/c", "o/d", "o/a"]);
  });
  it("says in one line how many need what", () => {
    expect(sayAll({ repositories: ROWS })).toBe("4 repositories: 2 need a person, 1 waits, 1 is in order");
    expect(sayAll({ repositories: [] })).toBe("0 repositories");
    expect(countStates(ROWS).get("conflict")).toBe(1);
  });
});

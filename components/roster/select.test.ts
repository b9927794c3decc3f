import { describe, expect, it } from "vitest";
import type { AgentRow } from "@/lib/api/documents";
import { BY_STATUS, indexAgents, MAX_OPTIONS, selectAgents, sortAgents, type Wanted } from "./select";

const ANY: Wanted = { q: "", status: null, role: "", universe: "" };

function agent(id: string, more: Partial<AgentRow> = {}): AgentRow {
  return {
    id,
    name: id,
    role: "Reader",
    universe: "fjord",
    status: "active",
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-01T00:00:00Z",
    retiredAt: null,
    picture: null,
    lines: { first: 1, last: 2 },
    tasks: 0,
    ...more,
  };
}

const ROWS = [
  agent("telemetry-reader", { name: "Ægir", createdAt: "2026-09-01T00:00:00Z", tasks: 1 }),
  agent("runtime-engineer", { name: "Kepler", role: "Engineer", universe: "orrery", tasks: 3 }),
  agent("queue-tender", { name: "Halley", status: "retired", tasks: null }),
];
const ids = (rows: readonly AgentRow[]) => rows.map(({ id }) => id);
const select = (wanted: Partial<Wanted>) => ids(selectAgents(indexAgents(ROWS), { ...ANY, ...wanted }));

describe("the roster's search", () => {
  it("finds by name and by ID, without letter case or accents and in composed or decomposed form", () => {
    expect(select({ q: "kep" })).toEqual(["runtime-engineer"]);
    expect(select({ q: "RUNTIME-" })).toEqual(["runtime-engineer"]);
    expect(select({ q: " æGIR " })).toEqual(["telemetry-reader"]);
    const accented = indexAgents([agent("tide-clerk", { name: "Åsa" })]);
    for (const q of ["asa", "Åsa", "A\u030asa"])
      expect(ids(selectAgents(accented, { ...ANY, q })), q).toEqual(["tide-clerk"]);
  });
  it("looks at nothing but name and ID", () => {
    expect(select({ q: "orrery" })).toEqual([]);
    expect(select({ q: "engineer" })).toEqual(["runtime-engineer"]);
    expect(select({ q: "r\nr" })).toEqual([]);
  });
  it("combines with status, role and universe", () => {
    expect(select({ status: "retired" })).toEqual(["queue-tender"]);
    expect(select({ universe: "fjord", role: "Reader", status: "active" })).toEqual(["telemetry-reader"]);
  });
  it("leaves the document as it is when nothing is wanted", () => {
    expect(selectAgents(indexAgents(ROWS), ANY)).toBe(ROWS);
  });
});

describe("the roster's order", () => {
  it("is the document's by default", () => {
    expect(sortAgents(ROWS, BY_STATUS)).toBe(ROWS);
  });
  it("puts the shortest time here first, and unknown task counts last both ways", () => {
    expect(ids(sortAgents(ROWS, { key: "since", down: false }))[0]).toBe("telemetry-reader");
    expect(ids(sortAgents(ROWS, { key: "tasks", down: true }))).toEqual([
      "runtime-engineer",
      "telemetry-reader",
      "queue-tender",
    ]);
    expect(ids(sortAgents(ROWS, { key: "tasks", down: false })).at(-1)).toBe("queue-tender");
  });
});

describe("the picks", () => {
  it("offer each value once, and at most so many that a page can carry", () => {
    expect(indexAgents(ROWS).roles).toEqual(["Engineer", "Reader"]);
    const many = Array.from({ length: 10_000 }, (_, i) => agent(`a-${i}`, { role: `Role ${i}` }));
    expect(indexAgents(many).roles).toHaveLength(MAX_OPTIONS);
  });
});

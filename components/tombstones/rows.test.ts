import { describe, expect, it } from "vitest";
import type { AgentRow, RegistryData } from "@/lib/api/documents";
import { comment, epic, goal, task, work } from "../work/fixture";
import { pick, stillBound, tombstones, type TombQuery } from "./rows";

const retired = (id: string, name: string, created: string, left: string): AgentRow => ({
  id,
  name,
  role: "Queue Tender",
  universe: "orrery",
  status: "retired",
  createdAt: `${created}T20:00:00Z`,
  updatedAt: `${left}T20:00:00Z`,
  retiredAt: `${left}T20:00:00Z`,
  picture: null,
  lines: { first: 1, last: 9 },
  tasks: 0,
});
const agents = [
  retired("queue-tender", "Halley", "2026-01-12", "2026-08-01"),
  retired("style-auditor", "Vesper", "2026-02-24", "2026-05-05"),
  retired("triage-clerk", "Pilot", "2026-01-19", "2026-09-02"),
  { ...retired("docs-keeper", "Ledger", "2026-01-19", "2026-09-02"), status: "active", retiredAt: null } as const,
];
const registry: RegistryData = {
  outcome: "complete",
  file: null,
  revision: 41,
  generatedAt: null,
  total: 4,
  counts: { active: 1, inactive: 0, retired: 3 },
  agents,
  excluded: [],
  tasksUnknown: null,
  waiting: 0,
  migration: null,
  statement: null,
  held: null,
};
const bound = (issue: number, agentId: string, state: "open" | "closed") =>
  task(issue, { agentId, outcome: "retired", state });
const data = work([
  goal(78, [epic(150, [bound(154, "queue-tender", "closed"), bound(152, "triage-clerk", "open"), task(151)])], {
    counted: comment(78_000, { createdAt: "2026-07-01T20:00:00Z" }),
  }),
  goal(45, [epic(116, [bound(117, "queue-tender", "open")])], {
    counted: comment(45_000, { createdAt: "2026-09-20T20:00:00Z" }),
  }),
]);
const still = stillBound(registry, data);
const rows = tombstones(registry, still);
const ids = (query: Partial<TombQuery>) =>
  pick(rows, { q: "", bound: null, sort: "retired", ...query }).map((row) => row.agent.id);

describe("tombstones", () => {
  it("lists retired records alone, last retired first", () => {
    expect(ids({})).toEqual(["triage-clerk", "queue-tender", "style-auditor"]);
    expect(ids({ sort: "served" })).toEqual(["triage-clerk", "queue-tender", "style-auditor"]);
    expect(ids({ sort: "name" })).toEqual(["queue-tender", "triage-clerk", "style-auditor"]);
  });

  it("counts what is still bound to each ID, open work first", () => {
    expect(rows.find((row) => row.agent.id === "queue-tender")?.bound).toEqual({ open: 1, closed: 1, unknown: 0 });
    expect(still.map((one) => one.task.issue)).toEqual([117, 152, 154]);
    expect(ids({ bound: "open" })).toEqual(["triage-clerk", "queue-tender"]);
    expect(ids({ bound: "none" })).toEqual(["style-auditor"]);
  });

  it("marks a binding that was issued after the agent had retired", () => {
    expect(still.filter((one) => one.afterRetirement).map((one) => one.task.issue)).toEqual([117]);
  });

  it("knows nothing of bound work where nobody knows which tasks are bound", () => {
    const agents = registry.agents.map((agent) => ({ ...agent, tasks: null }));
    const partial = tombstones({ ...registry, agents }, []);
    expect(partial.every((row) => row.bound === null)).toBe(true);
    expect(pick(partial, { q: "", bound: "none", sort: "retired" })).toEqual([]);
  });

  it("finds by last name, ID and role", () => {
    expect(ids({ q: "halley" })).toEqual(["queue-tender"]);
    expect(ids({ q: "style-aud" })).toEqual(["style-auditor"]);
  });
});

import { describe, expect, it } from "vitest";
import type { AgentRow } from "@/lib/api/documents";
import { lifeOf } from "./life";

const now = Date.parse("2026-09-24T09:41:00Z");
const agent: AgentRow = {
  id: "release-warden",
  name: "Maren",
  role: "Release Warden",
  universe: "fjord",
  status: "active",
  createdAt: "2026-01-19T20:00:00Z",
  updatedAt: "2026-07-06T20:00:00Z",
  retiredAt: null,
  picture: null,
  lines: { first: 93, last: 105 },
  tasks: 1,
};
const styles = (row: AgentRow) => lifeOf(row, now)?.stretches.map((one) => one.kind);

describe("a life line of one registry", () => {
  it("draws today's status from the last change on, and what lies before as recorded only", () => {
    expect(styles(agent)).toEqual(["recorded", "active"]);
    expect(styles({ ...agent, status: "inactive" })).toEqual(["recorded", "inactive"]);
  });

  it("draws a status alone where the record never changed", () => {
    expect(styles({ ...agent, updatedAt: agent.createdAt })).toEqual(["active"]);
  });

  it("never draws a retired agent as active, and turns at the retirement", () => {
    const gone: AgentRow = { ...agent, status: "retired", retiredAt: "2026-05-28T20:00:00Z" };
    expect(styles(gone)).toEqual(["recorded", "retired"]);
    expect(lifeOf(gone, now)?.events.map((event) => event.what)).toEqual(["created", "retired", "updated"]);
  });

  it("keeps every event on the axis, a future one included", () => {
    const life = lifeOf({ ...agent, updatedAt: "2031-01-01T00:00:00Z" }, now);
    for (const event of life?.events ?? []) expect(event.at).toBeGreaterThanOrEqual(0);
    for (const event of life?.events ?? []) expect(event.at).toBeLessThanOrEqual(100);
  });
});

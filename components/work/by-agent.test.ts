import { describe, expect, it } from "vitest";
import { linesByAgent } from "./by-agent";
import { epic, goal, person, task, work } from "./fixture";
import { indexWork } from "./index-work";
import type { Line, WorkQuery } from "./types";

const reason = { code: "revision-ahead", severity: "error", pointer: "", message: "m", rule: "r", mend: "d" } as const;
const data = work(
  [
    goal(91, [], { goal: "refused", declared: 6, failingRows: 2 }),
    goal(61, [
      epic(140, [
        task(141),
        task(142, { agentId: "queue-tender", outcome: "retired" }),
        task(143, { agentId: null, outcome: "conflict" }),
        task(144, { agentId: null, outcome: "omitted", omission: "external-agent" }),
        task(145, { agentId: null, outcome: "omitted", omission: "non-roster" }),
        task(146, { state: "closed" }),
      ]),
    ]),
    goal(62, [epic(150, [task(151, { agentId: null, outcome: "unresolved", reason })])], { resolves: false }),
  ],
  [person("runtime-engineer", "Kepler"), person("queue-tender", "Halley", { status: "retired" })],
);
const lines = (query: Partial<WorkQuery> = {}) =>
  linesByAgent(data, indexWork(data), { q: "", outcome: null, sort: "worst", ...query });
const heads = (all: readonly Line[]) => all.filter((line) => line.kind === "agent" || line.kind === "group");

describe("Work by agent", () => {
  it("names each agent once, retired ones with open work first, then every reason for having no agent", () => {
    expect(heads(lines()).map((line) => line.key)).toEqual([
      "aqueue-tender",
      "aruntime-engineer",
      "conflict:",
      "unresolved:refused",
      "unresolved:revision-ahead",
      "omitted:external-agent",
      "omitted:non-roster",
    ]);
  });

  it("shows every task of every goal exactly once", () => {
    const shown = lines().flatMap((line) => (line.kind === "turned" ? [line.task.issue] : []));
    expect(shown.toSorted()).toEqual([141, 142, 143, 144, 145, 146, 151]);
  });

  it("counts the declared rows of a refused goal without naming its tasks", () => {
    const group = lines().find((line) => line.kind === "group" && line.group.reason === "refused");
    expect(group).toMatchObject({ tasks: 6 });
    expect(lines().filter((line) => line.kind === "unread-rows")).toHaveLength(1);
  });

  it("tells open and closed tasks apart", () => {
    expect(lines().find((line) => line.key === "aruntime-engineer")).toMatchObject({
      tally: { open: 1, closed: 1, unknown: 0 },
    });
  });

  it("sorts by name, and filters by outcome and words", () => {
    expect(
      heads(lines({ sort: "number" }))
        .map((line) => line.key)
        .slice(0, 2),
    ).toEqual(["aqueue-tender", "aruntime-engineer"]);
    expect(heads(lines({ outcome: "omitted" })).map((line) => line.key)).toEqual([
      "omitted:external-agent",
      "omitted:non-roster",
    ]);
    expect(heads(lines({ q: "halley" })).map((line) => line.key)).toEqual(["aqueue-tender"]);
  });
});

import { describe, expect, it } from "vitest";
import type { RegistryFacts } from "./continuity-types";
import { diffRegistries, MAX_DIFF_TEXT } from "./registry-diff";
import { type Members, factsOf, record } from "./testing/continuity";

const named = (name: string, changes: Members = {}): Members =>
  record({ display_name: name, persistent_name: name, ...changes });

describe("the difference of two registries", () => {
  it("lists who is gone, changed and added, each by ID, counts the others, and says which differences hold", () => {
    const prior = factsOf({ z: named("Z"), b: named("B"), a: named("A"), same: named("S"), constructor: named("C") });
    const next = factsOf(
      {
        y: named("Y"),
        same: named("S"),
        x: named("X", { status: "inactive", role: " Writer " }),
        b: named("B", { role: "Other" }),
        a: named("A2"),
      },
      { revision: 9, generated_at: "2026-09-22T20:00:00Z" },
    );
    const diff = diffRegistries(prior, next);
    expect(diff.agents.map(({ change, id, held, pointer }) => [change, id, held, pointer])).toEqual([
      ["gone", "constructor", true, "/agents/constructor"],
      ["gone", "z", true, "/agents/z"],
      ["changed", "a", false, "/agents/a"],
      ["changed", "b", true, "/agents/b"],
      ["added", "x", false, "/agents/x"],
      ["added", "y", false, "/agents/y"],
    ]);
    expect(diff.agents.at(-2)).toMatchObject({ agent: { displayName: "X", role: "Writer", status: "inactive" } });
    expect(diff.agents[0]).toMatchObject({ agent: { displayName: "C", role: "Runtime Engineer", status: "active" } });
    expect(diff.counts).toEqual({ gone: 2, changed: 2, added: 2, unchanged: 1 });
    expect(diff.revision).toEqual({ before: 4, after: 9 });
    expect(diff.generatedAt).toEqual({ before: Date.UTC(2026, 8, 21, 20), after: Date.UTC(2026, 8, 22, 20) });
  });

  it("shows each changed member's two values: role, time of creation and status first, then by name", () => {
    const before = record({ status: "retired", retired_at: "2026-09-21T20:00:00Z", "a/b": 1 });
    const after = record({ role: "Other", created_at: "2026-09-20T19:00:00Z", b: [1, { c: null }] });
    const [agent] = diffRegistries(factsOf({ a: before }), factsOf({ a: after })).agents;
    if (agent?.change !== "changed") throw new Error("nothing changed");
    expect(agent.members.map(({ pointer, before: was, after: is, held }) => [pointer, was, is, held])).toEqual([
      ["/agents/a/role", '"Runtime Engineer"', '"Other"', true],
      ["/agents/a/created_at", '"2026-09-20T20:00:00.000Z"', '"2026-09-20T19:00:00Z"', true],
      ["/agents/a/status", '"retired"', '"active"', false],
      ["/agents/a/a~1b", "1", null, false],
      ["/agents/a/b", null, '[1,{"c":null}]', false],
      ["/agents/a/retired_at", '"2026-09-21T20:00:00Z"', null, false],
    ]);
    expect(agent.members.map(({ member }) => member)).toEqual([
      "role",
      "created_at",
      "status",
      "a/b",
      "b",
      "retired_at",
    ]);
  });

  it("shows a role and a time that are only written otherwise, and says that they hold nothing", () => {
    const after = record({ role: "Runtime Engineer ", created_at: "2026-09-20T22:00:00+02:00" });
    const [agent] = diffRegistries(factsOf({ a: record() }), factsOf({ a: after })).agents;
    expect(agent).toMatchObject({ change: "changed", held: false, members: [{ held: false }, { held: false }] });
  });

  it("sorts numbers as the texts that they are, and finds nobody called constructor in plain data", () => {
    const numbers = { "9": named("Nine"), "10": named("Ten") };
    const [some, none] = [factsOf({ ...numbers, constructor: named("C") }), { ...factsOf({}), agents: {} }];
    const order = ["10", "9", "constructor"];
    expect(diffRegistries(some, none).agents.map(({ change, id }) => [change, id])).toEqual(
      order.map((id) => ["gone", id]),
    );
    expect(diffRegistries(none, some).agents.map(({ change, id }) => [change, id])).toEqual(
      order.map((id) => ["added", id]),
    );
  });

  it("cuts long values", () => {
    const [agent] = diffRegistries(
      factsOf({ a: record() }),
      factsOf({ a: record({ note: "x".repeat(1_000) }) }),
    ).agents;
    if (agent?.change !== "changed") throw new Error("nothing changed");
    expect(agent.members[0]?.after).toBe(`"${"x".repeat(MAX_DIFF_TEXT - 2)}…`);
  });

  it("is none of a registry and itself, whatever the order of its agents and members", () => {
    const agents = { b: named("B"), a: named("A", { x: { c: 1, d: 2 } }) };
    const turned = {
      a: Object.fromEntries(Object.entries(named("A", { x: { d: 2, c: 1 } })).reverse()),
      b: named("B"),
    };
    const diff = diffRegistries(factsOf(agents), factsOf(turned));
    expect(diff.agents).toEqual([]);
    expect(diff.counts).toEqual({ gone: 0, changed: 0, added: 0, unchanged: 2 });
  });

  it("takes well under a second where 5,000 agents all changed", () => {
    const many = (changes: Members): RegistryFacts =>
      factsOf(
        Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a-${index}`, named(`N${index}`, changes)])),
      );
    const [prior, next] = [many({}), many({ role: "Other" })];
    const begun = performance.now();
    expect(diffRegistries(prior, next).counts.changed).toBe(5_000);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

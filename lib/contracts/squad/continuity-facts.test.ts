import { describe, expect, it } from "vitest";
import { parseFacts, registryFacts } from "./continuity-facts";
import { factsOf, hex, record, registry, textFacts } from "./testing/continuity";

const keep = (facts: unknown): unknown => JSON.parse(JSON.stringify(facts));
const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("the facts of a registry", () => {
  it("are its revision, its times as instants, its roles trimmed, and each record as written with its members sorted", () => {
    const old = record({
      status: "retired",
      retired_at: "2026-09-21T22:00:00+02:00",
      role: " Old ",
      z: { b: 1, a: "é" },
    });
    const text = JSON.stringify(registry({ constructor: old }), null, 2);
    const { retired_at, z, ...rest } = old;
    const sorted = Object.fromEntries(
      Object.entries({ ...rest, retired_at, z: { a: "é", b: 1 } }).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect(z).toBeDefined();
    expect({ ...textFacts(text), agents: { ...textFacts(text).agents } }).toEqual({
      revision: 4,
      sha256: hex(text),
      generatedAt: Date.UTC(2026, 8, 21, 20),
      agents: {
        constructor: {
          role: "Old",
          status: "retired",
          createdAt: Date.UTC(2026, 8, 20, 20),
          updatedAt: Date.UTC(2026, 8, 21, 20),
          retiredAt: Date.UTC(2026, 8, 21, 20),
          content: JSON.stringify(sorted),
        },
      },
    });
  });

  it("have no agent that the registry does not have, such as constructor", () => {
    const { agents } = factsOf({ a: record() });
    expect("constructor" in agents).toBe(false);
    expect(Object.keys(agents)).toEqual(["a"]);
  });

  it.each([
    ["partial", JSON.stringify(registry({ a: record(), b: record({ role: "" }) }))],
    ["legacy", JSON.stringify({ agents: {} })],
    ["refused", JSON.stringify(registry({}, { revision: 0 }))],
    ["no JSON", "{"],
    ["empty", ""],
  ])("are none where the registry is %s", (_name, text) => {
    expect(registryFacts(new TextEncoder().encode(text), hex(text))).toBe(null);
  });
});

describe("facts that were kept as JSON", () => {
  const facts = factsOf({
    a: record({ ["__proto__x"]: 1, unknown: { "": [null, true, 0.5] }, half: "\ud800", nul: "\u0000" }),
    constructor: record({
      display_name: "Old",
      persistent_name: "Old",
      status: "retired",
      retired_at: "2026-09-21T20:00:00Z",
    }),
    "10": record({ display_name: "Ten", persistent_name: "Ten" }),
  });

  it("are read again as they were", () => {
    expect(parseFacts(keep(facts))).toEqual(facts);
    expect(parseFacts(facts)).toEqual(facts);
    for (const { agents } of [facts, parseFacts(keep(facts)) ?? facts])
      expect(Object.getPrototypeOf(agents)).toBe(null);
    const huge = textFacts(
      JSON.stringify(registry({ a: record({ x: 0 }) })).replace('"x":0', '"x":[1e400,-1e400,1e20,-0.0]'),
    );
    expect(parseFacts(keep(huge))).toStrictEqual(huge);
  });

  it("are read again where a member of a record is called __proto__, which is no prototype", () => {
    const text = JSON.stringify(registry({ a: record({ x: 0 }) })).replace('"x":0', '"__proto__":{"role":"Other"}');
    expect(textFacts(text).agents.a?.content).toContain('"__proto__":{"role":"Other"}');
    expect(parseFacts(keep(textFacts(text)))).toStrictEqual(textFacts(text));
  });

  it("lose the members that facts do not have", () => {
    expect(parseFacts({ ...(keep(facts) as object), more: 1 })).toEqual(facts);
  });

  it.each([
    ["nothing", null],
    ["a list", []],
    ["a text", "facts"],
    ["an empty object", {}],
    ["a revision of 0", { revision: 0 }],
    ["a revision as text", { revision: "4" }],
    ["a revision that is no safe integer", { revision: 2 ** 53 }],
    ["no hash", { sha256: undefined }],
    ["a hash in capitals", { sha256: "A".repeat(64) }],
    ["a short hash", { sha256: "a".repeat(63) }],
    ["a time that is none", { generatedAt: null }],
    ["a time with a fraction", { generatedAt: 0.5 }],
    ["a time beyond the calendar", { generatedAt: 8.64e15 + 1 }],
    ["agents as a list", { agents: [] }],
    ["agents that are null", { agents: null }],
    ["an agent that is null", { agents: { a: null } }],
  ])("are none where they hold %s", (_name, changes) => {
    const isPart =
      changes !== null && typeof changes === "object" && !Array.isArray(changes) && Object.keys(changes).length > 0;
    expect(parseFacts(isPart ? { ...(keep(facts) as object), ...changes } : changes)).toBe(null);
  });

  it("are none where an ID is not one that the contract admits, be it __proto__", () => {
    const { a } = facts.agents;
    expect(parseFacts({ ...facts, agents: { a } })).not.toBe(null);
    for (const id of ["A", "a.b", "", "a--b"]) expect(parseFacts({ ...facts, agents: { [id]: a } })).toBe(null);
    const hostile = JSON.stringify({ ...facts, agents: { x: a } }).replace('"x"', '"__proto__"');
    expect(parseFacts(JSON.parse(hostile))).toBe(null);
  });

  it.each([
    ["role", { role: "Other" }],
    ["role, untrimmed", { role: "Runtime Engineer " }],
    ["status", { status: "inactive" }],
    ["time of creation", { createdAt: 0 }],
    ["last update", { updatedAt: 0 }],
    ["retirement", { retiredAt: 0 }],
    ["content, which is no JSON", { content: "{" }],
    ["content, which is no object", { content: "[]" }],
    ["content, which is not canonical", { content: JSON.stringify(record()) }],
    ["content, which is nested too deep", { content: `{"a":${deep(100_000)}}` }],
    ["content, which is missing", { content: undefined }],
  ])("are none where somebody changed an agent's %s", (_name, changes) => {
    const agents = { a: factsOf({ a: record() }).agents.a };
    expect(parseFacts({ ...facts, agents })).not.toBe(null);
    expect(parseFacts({ ...facts, agents: { a: { ...agents.a, ...changes } } })).toBe(null);
  });

  it.each([
    ["blank role", { role: " " }, { role: "" }],
    ["status of another kind", { status: "gone" }, { status: "gone" }],
    ["retirement of an active agent", { retired_at: "2026-09-21T20:00:00Z" }, { retiredAt: Date.UTC(2026, 8, 21, 20) }],
    ["retired agent without a time", { status: "retired" }, { status: "retired" }],
    ["time that is none", { updated_at: "yesterday" }, { updatedAt: null }],
  ])("are none where content and facts agree on a %s", (_name, written, said) => {
    const members = Object.entries(record(written)).sort(([a], [b]) => (a < b ? -1 : 1));
    const content = JSON.stringify(Object.fromEntries(members));
    const { a } = factsOf({ a: record() }).agents;
    expect(parseFacts({ ...facts, agents: { a: { ...a, ...said, content } } })).toBe(null);
  });

  it("are none where they name more agents than a registry may have", () => {
    const { a } = facts.agents;
    const agents = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`a-${index}`, a]));
    expect(parseFacts({ ...facts, agents })).toBe(null);
  });
});

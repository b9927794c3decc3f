import { describe, expect, it } from "vitest";
import type { JsonValue } from "../core/json-types";
import { assessMigration } from "./legacy";

type Agents = Record<string, JsonValue>;

const record = (changes: Agents = {}): Agents => ({
  persistent_name: "Kepler",
  universe: "descriptive",
  status: "active",
  created_at: "2026-09-20T20:00:00.000Z",
  ...changes,
});
const without = (members: Agents, name: string): Agents =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member !== name));
const assess = (agents: Agents) => assessMigration(agents, (id) => ({ first: id.length, last: id.length + 1 }));
const findings = (agents: Agents): string[] =>
  assess(agents).records.flatMap(({ diagnostics }) => diagnostics.map(({ code, pointer }) => `${code} ${pointer}`));

describe("migration readiness", () => {
  it("is given for every record by ID, with its pointer and lines", () => {
    expect(assess({ "b-2": record({ persistent_name: "B" }), a: record() })).toEqual({
      total: 2,
      ready: 2,
      wouldMigrate: true,
      records: [
        { id: "a", pointer: "/agents/a", lines: { first: 1, last: 2 }, ready: true, diagnostics: [] },
        { id: "b-2", pointer: "/agents/b-2", lines: { first: 3, last: 4 }, ready: true, diagnostics: [] },
      ],
    });
  });

  it("fails as a whole for one bad record", () => {
    const readiness = assess({ a: record(), b: null });
    expect(readiness).toMatchObject({ total: 2, ready: 1, wouldMigrate: false });
    expect(readiness.records.map(({ ready }) => ready)).toEqual([true, false]);
  });

  it("is whole for a file without agents", () => {
    expect(assess({})).toEqual({ total: 0, ready: 0, wouldMigrate: true, records: [] });
  });

  it("needs neither role nor updated_at nor display_name, which the migration fills", () => {
    expect(
      findings({
        a: record({ role: "Writer", updated_at: "2026-09-21T20:00:00Z", display_name: 5, retired_at: null }),
      }),
    ).toEqual([]);
  });

  it.each<[string, JsonValue, string[]]>([
    ["no object", "x", ["agent-not-object /agents/a"]],
    ["null", null, ["agent-not-object /agents/a"]],
    ["a list", [], ["agent-not-object /agents/a"]],
    [
      "no persistent_name",
      without(record(), "persistent_name"),
      ["agent-persistent-name-required /agents/a/persistent_name"],
    ],
    ["a blank name", record({ persistent_name: " " }), ["agent-persistent-name-required /agents/a/persistent_name"]],
    ["an invisible name", record({ persistent_name: "\u200B" }), ["agent-name-invisible /agents/a/persistent_name"]],
    [
      "half a character in the name",
      record({ persistent_name: "K\uD83D" }),
      ["agent-text-broken /agents/a/persistent_name"],
    ],
    ["universe null", record({ universe: null }), ["agent-universe-required /agents/a/universe"]],
    ["a role that is no text", record({ role: null }), ["agent-role-required /agents/a/role"]],
    ["an unknown status", record({ status: "dormant" }), ["agent-status-unsupported /agents/a/status"]],
    ["no created_at", without(record(), "created_at"), ["agent-created-at-invalid /agents/a/created_at"]],
    ["a date for created_at", record({ created_at: "2026-09-20" }), ["agent-created-at-invalid /agents/a/created_at"]],
    ["an updated_at that is none", record({ updated_at: null }), ["agent-updated-at-invalid /agents/a/updated_at"]],
    ["retired without retired_at", record({ status: "retired" }), ["agent-retired-at-missing /agents/a/retired_at"]],
    [
      "retired with a retired_at that is none",
      record({ status: "retired", retired_at: "soon" }),
      ["agent-retired-at-invalid /agents/a/retired_at"],
    ],
    [
      "everything",
      { role: 1 },
      [
        "agent-persistent-name-required /agents/a/persistent_name",
        "agent-universe-required /agents/a/universe",
        "agent-role-required /agents/a/role",
        "agent-status-unsupported /agents/a/status",
        "agent-created-at-invalid /agents/a/created_at",
      ],
    ],
  ])("names what stands in the way: %s", (_, value, expected) => {
    expect(findings({ a: value })).toEqual(expected);
  });

  it("accepts every status, and a retired agent with its time", () => {
    expect(
      findings({
        a: record({ status: "inactive" }),
        b: record({ persistent_name: "B", status: "retired", retired_at: "2026-09-21T20:00:00Z" }),
      }),
    ).toEqual([]);
  });

  it("needs canonical IDs, whatever else the record says", () => {
    expect(findings({ "A b": record(), c: record({ persistent_name: "C" }) })).toEqual([
      "agent-id-not-canonical /agents/A b",
    ]);
    expect(findings({ "a/b": 1 })).toEqual(["agent-id-not-canonical /agents/a~1b", "agent-not-object /agents/a~1b"]);
  });

  it("is refused to all agents that share a name, one of them invalid or not", () => {
    const readiness = assess({
      a: record(),
      b: record({ persistent_name: " KEPLER " }),
      c: record({ universe: null }),
      d: record(),
      e: record(),
      f: record({ persistent_name: "F" }),
    });
    expect(readiness.ready).toBe(1);
    expect(
      readiness.records[0]?.diagnostics.map(({ code, pointer, message, value }) => [code, pointer, message, value]),
    ).toEqual([
      [
        "agent-name-collision",
        "/agents/a/persistent_name",
        "The name “Kepler” is also that of b, c, d and others.",
        '"Kepler"',
      ],
    ]);
    expect(readiness.records[2]?.diagnostics.map(({ code }) => code)).toEqual([
      "agent-universe-required",
      "agent-name-collision",
    ]);
    expect(assess({ a: record(), b: record() }).records[0]?.diagnostics[0]?.message).toBe(
      "The name “Kepler” is also that of b.",
    );
    expect(assess({ a: record(), b: record(), c: record(), d: record() }).records[0]?.diagnostics[0]?.message).toBe(
      "The name “Kepler” is also that of b, c, d.",
    );
  });

  it("says in words what is there", () => {
    const messages = assess({
      A: { persistent_name: "", role: "", universe: "u\uD800", status: 1, created_at: "x", updated_at: 5 },
      b: 1,
    }).records.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
    expect(messages).toEqual([
      "“A” is not a canonical ID.",
      "`persistent_name` is missing, not a text, or blank.",
      "`universe` holds half of a character.",
      "`role` is missing, not a text, or blank.",
      "`status` is none of active, inactive, retired.",
      "`created_at` is missing or not a timestamp.",
      "`updated_at` is missing or not a timestamp.",
      "The record is not an object.",
    ]);
  });
});

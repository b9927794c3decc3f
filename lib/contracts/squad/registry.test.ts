import { describe, expect, it } from "vitest";
import type { JsonValue } from "../core/json-types";
import { readRegistry } from "./registry";
import { RECORD_RULES, ROOT_RULES, WARNING_RULES } from "./registry-rules";
import type { RegistryVerdict } from "./registry-types";

const record = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  display_name: "Kepler",
  persistent_name: "Kepler",
  role: "Runtime Engineer",
  universe: "descriptive",
  status: "active",
  created_at: "2026-09-20T20:00:00.000Z",
  updated_at: "2026-09-21T20:00:00.000Z",
  ...changes,
});
const named = (name: string, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  record({ display_name: name, persistent_name: name, ...changes });
const root = (agents: unknown, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  schema: "squad-agent-provenance/v1",
  schema_version: 1,
  revision: 4,
  generated_at: "2026-09-21T20:00:00.000Z",
  agents,
  ...changes,
});
const without = (members: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member !== name));

const readText = (text: string): RegistryVerdict => readRegistry(new TextEncoder().encode(text));
const read = (value: unknown, indent?: number): RegistryVerdict => readText(JSON.stringify(value, null, indent));

/** Codes with pointers of a refusal, or of each excluded record. */
function findings(verdict: RegistryVerdict): string[] {
  const list =
    verdict.verdict === "partial" ? verdict.excluded.flatMap(({ diagnostics }) => diagnostics) : verdict.diagnostics;
  return list.map(({ code, pointer }) => `${code} ${pointer}`);
}
function ids(verdict: RegistryVerdict): string[] | null {
  if (verdict.verdict === "complete") return [...verdict.registry.agents.keys()];
  return verdict.verdict === "partial" ? [...verdict.roster.agents.keys()] : null;
}
/** What one record of an otherwise valid registry fails. */
function fails(changed: unknown, id = "x"): string[] {
  const verdict = read(root({ sound: named("Vesta"), [id]: changed }));
  if (verdict.verdict === "complete") return [];
  expect(verdict.verdict).toBe("partial");
  expect(ids(verdict)).toEqual(["sound"]);
  return findings(verdict);
}

describe("a complete registry", () => {
  it("gives every record trimmed, with its times as written and its lines", () => {
    const verdict = read(
      root({
        "docs-writer": named(" Vesta\u00a0", {
          role: " Docs ",
          universe: "u ",
          status: "inactive",
          created_at: "2026-09-20T13:00:00-07:00",
        }),
        old: named("Old", {
          status: "retired",
          retired_at: "2026-09-21T20:00:00Z",
          avatar: { kind: "repository-path", path: ".squad/agents/old/a.png" },
        }),
      }),
      1,
    );
    if (verdict.verdict !== "complete") throw new Error(verdict.verdict);
    expect(verdict.diagnostics).toEqual([]);
    expect(verdict.registry).toEqual({
      revision: 4,
      generatedAt: "2026-09-21T20:00:00.000Z",
      agents: new Map([
        [
          "docs-writer",
          {
            id: "docs-writer",
            displayName: "Vesta",
            role: "Docs",
            universe: "u",
            status: "inactive",
            createdAt: "2026-09-20T13:00:00-07:00",
            updatedAt: "2026-09-21T20:00:00.000Z",
            retiredAt: null,
            avatar: null,
            lines: { first: 7, last: 15 },
          },
        ],
        [
          "old",
          {
            id: "old",
            displayName: "Old",
            role: "Runtime Engineer",
            universe: "descriptive",
            status: "retired",
            createdAt: "2026-09-20T20:00:00.000Z",
            updatedAt: "2026-09-21T20:00:00.000Z",
            retiredAt: "2026-09-21T20:00:00Z",
            avatar: ".squad/agents/old/a.png",
            lines: { first: 16, last: 29 },
          },
        ],
      ]),
    });
  });

  it("may have no agents, and is then present and empty", () => {
    expect(read(root({}))).toEqual({
      verdict: "complete",
      diagnostics: [],
      registry: { revision: 4, generatedAt: "2026-09-21T20:00:00.000Z", agents: new Map() },
    });
  });

  it("lists agents by ID, whatever their order in the file", () => {
    expect(ids(read(root({ b: named("B"), "10": named("Ten"), a: named("A"), "9": named("Nine") })))).toEqual([
      "10",
      "9",
      "a",
      "b",
    ]);
  });

  it("ignores members that it does not know, in the root and in records", () => {
    expect(
      ids(read(root({ a: record({ note: 1, legacy_named: "yes" }) }, { transaction_id: 1, "x-vendor": { a: [] } }))),
    ).toEqual(["a"]);
  });

  it("takes names of object members for ordinary IDs", () => {
    expect(ids(read(root({ constructor: named("C"), valueof: named("V") })))).toEqual(["constructor", "valueof"]);
  });

  it("takes any revision that is a safe integer from 1 up, however it is written", () => {
    for (const revision of ["1", "4.0", "4e0", "9007199254740991"]) {
      expect(readText(JSON.stringify(root({})).replace('"revision":4', `"revision":${revision}`)).verdict).toBe(
        "complete",
      );
    }
  });
});

describe("a refused registry", () => {
  it.each([
    [
      "schema of a later version",
      root({}, { schema: "squad-agent-provenance/v2" }),
      ["registry-schema-unsupported /schema"],
    ],
    ["schema null, which is not the older format", root({}, { schema: null }), ["registry-schema-unsupported /schema"]],
    ["schema in a list", root({}, { schema: ["squad-agent-provenance/v1"] }), ["registry-schema-unsupported /schema"]],
    ["schema_version 2", root({}, { schema_version: 2 }), ["registry-schema-version-unsupported /schema_version"]],
    [
      "schema_version as a text",
      root({}, { schema_version: "1" }),
      ["registry-schema-version-unsupported /schema_version"],
    ],
    ["no schema_version", without(root({}), "schema_version"), ["registry-schema-version-unsupported /schema_version"]],
    ["revision 0", root({}, { revision: 0 }), ["registry-revision-invalid /revision"]],
    ["revision -1", root({}, { revision: -1 }), ["registry-revision-invalid /revision"]],
    ["revision 1.5", root({}, { revision: 1.5 }), ["registry-revision-invalid /revision"]],
    ["revision 2^53", root({}, { revision: 2 ** 53 }), ["registry-revision-invalid /revision"]],
    ["revision as a text", root({}, { revision: "4" }), ["registry-revision-invalid /revision"]],
    ["revision true", root({}, { revision: true }), ["registry-revision-invalid /revision"]],
    ["no revision", without(root({}), "revision"), ["registry-revision-invalid /revision"]],
    [
      "generated_at as a date",
      root({}, { generated_at: "2026-09-21" }),
      ["registry-generated-at-invalid /generated_at"],
    ],
    ["generated_at as a number", root({}, { generated_at: 1 }), ["registry-generated-at-invalid /generated_at"]],
    ["no generated_at", without(root({}), "generated_at"), ["registry-generated-at-invalid /generated_at"]],
    ["agents as a list", root([]), ["registry-agents-not-object /agents"]],
    ["agents null", root(null), ["registry-agents-not-object /agents"]],
    ["agents as a text", root("x"), ["registry-agents-not-object /agents"]],
    ["no agents", without(root({}), "agents"), ["registry-agents-not-object /agents"]],
    ["a text", "x", ["registry-not-object "]],
    ["a number", 1, ["registry-not-object "]],
    ["null", null, ["registry-not-object "]],
    ["a list", [], ["registry-older-shape "]],
    ["a list of agents", { agents: [record()] }, ["registry-older-shape /agents"]],
    ["entries", { entries: [record()] }, ["registry-older-shape /entries"]],
    ["entries beside agents that are none", { agents: null, entries: [] }, ["registry-older-shape /entries"]],
  ])("says which root rule fails: %s", (_, value, expected) => {
    const verdict = read(value);
    expect(verdict.verdict).toBe("refused");
    expect(findings(verdict)).toEqual(expected);
  });

  it("lists every root rule that fails, in the rules' order", () => {
    expect(findings(read({}))).toEqual([
      "registry-schema-unsupported /schema",
      "registry-schema-version-unsupported /schema_version",
      "registry-revision-invalid /revision",
      "registry-generated-at-invalid /generated_at",
      "registry-agents-not-object /agents",
    ]);
    expect(read({}).diagnostics.map(({ message }) => message)).toEqual([
      "`schema` is missing.",
      "`schema_version` is missing.",
      "`revision` is missing.",
      "`generated_at` is missing.",
      "`agents` is missing.",
    ]);
    expect(findings(read({ schema: 1, entries: [], agents: [] }))).toHaveLength(5);
  });

  it("says what is there where a root member is wrong", () => {
    const wrong = read({ schema: "v0", schema_version: "1", revision: 0, generated_at: "now", agents: [] });
    expect(wrong.diagnostics.map(({ message, value }) => [message, value])).toEqual([
      ["The file names a schema that this reader does not know.", '"v0"'],
      ["The schema version is not the number 1.", '"1"'],
      ["The revision is not a whole number from 1 up.", "0"],
      ["The registry's own time is not a timestamp.", '"now"'],
      ["`agents` is a list, so its agents have no IDs.", "[]"],
    ]);
    expect(read(root(3)).diagnostics[0]?.message).toBe("`agents` is not an object.");
  });

  it("calls an older shape an older shape, not broken", () => {
    for (const [value, start] of [
      [[], "The file is a list, not an object with agents under their IDs."],
      [{ agents: [] }, "`agents` is a list, so its agents have no IDs."],
      [{ entries: {} }, "The file lists `entries`, which have no IDs."],
    ] as const) {
      expect(read(value).diagnostics.map(({ message }) => message)).toEqual([
        `${start} This is an older shape without IDs.`,
      ]);
    }
  });

  it("says that a file is not JSON, with the reader's own codes", () => {
    expect(findings(readText("{"))).toEqual(["json-malformed "]);
    expect(findings(readText(`\uFEFF${JSON.stringify(root({}))}`))).toEqual(["json-byte-order-mark "]);
    expect(findings(readRegistry(new Uint8Array([0x22, 0xff, 0x22])))).toEqual(["json-not-utf8 "]);
    expect(findings(readText('{"schema":1,"schema":2}'))).toEqual(["json-duplicate-name /schema"]);
    expect(findings(readText('{"agents":{"a/b":{"x":1,"x":1}}}'))).toEqual(["json-duplicate-name /agents/a~1b/x"]);
    expect(findings(readText("[".repeat(65) + "]".repeat(65)))).toEqual(["json-too-deep "]);
  });

  it("reads 8 MiB and refuses one byte more with its own code", () => {
    const size = (bytes: number): string => {
      const empty = JSON.stringify(root({}, { filler: "" }));
      return empty.replace('"filler":""', `"filler":"${"x".repeat(bytes - empty.length)}"`);
    };
    expect(size(8 * 1024 * 1024)).toHaveLength(8_388_608);
    expect(readText(size(8 * 1024 * 1024)).verdict).toBe("complete");
    const verdict = readText(size(8 * 1024 * 1024 + 1));
    expect(findings(verdict)).toEqual(["registry-too-large "]);
    expect(verdict.diagnostics[0]?.message).toBe("The file has 8388609 bytes; at most 8388608 are read.");
  });

  it("reads 20,000 agents and refuses one more with its own code, also in the older format", () => {
    const agents = (count: number): Record<string, JsonValue> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, null]));
    expect(read(root(agents(20_000))).verdict).toBe("partial");
    for (const value of [root(agents(20_001)), { agents: agents(20_001) }]) {
      const verdict = read(value);
      expect(verdict.verdict).toBe("refused");
      expect(findings(verdict)).toEqual(["registry-too-many-agents /agents"]);
      expect(verdict.diagnostics[0]?.message).toBe("The registry has 20001 agents; at most 20000 are read.");
    }
  });
});

describe("a legacy registry", () => {
  it("is an object whose agents are an object, without the member schema; its readiness is advice", () => {
    const verdict = readText(
      '{"agents":{\n"a":{"persistent_name":"A","universe":"u","status":"active","created_at":"2026-01-01T00:00:00Z"},\n"B":\n{}}}',
    );
    expect(verdict).toMatchObject({
      verdict: "legacy",
      diagnostics: [
        {
          code: "registry-legacy",
          severity: "warning",
          pointer: "",
          message: "The file is in the older format, from before identity provenance. It names nobody reliably.",
        },
      ],
      readiness: {
        total: 2,
        ready: 1,
        wouldMigrate: false,
        records: [
          { id: "B", lines: { first: 3, last: 4 }, ready: false },
          { id: "a", lines: { first: 2, last: 2 }, ready: true },
        ],
      },
    });
  });

  it("needs nothing else of the root, and counts no inherited member for schema", () => {
    expect(read({ agents: {} }).verdict).toBe("legacy");
    expect(read(without(root({}), "schema")).verdict).toBe("legacy");
    expect(readText('{"agents":{},"__proto__":{"schema":"squad-agent-provenance/v1"}}').verdict).toBe("legacy");
  });
});

describe("an invalid record", () => {
  const at = (member: string): string => `/agents/x/${member}`;

  it.each([
    ["no object: null", null, ["agent-not-object /agents/x"]],
    ["no object: a list", [], ["agent-not-object /agents/x"]],
    ["no object: a text", "x", ["agent-not-object /agents/x"]],
    ["display_name missing", without(record(), "display_name"), [`agent-display-name-required ${at("display_name")}`]],
    [
      "display_name blank",
      named(" \u00a0"),
      [`agent-display-name-required ${at("display_name")}`, `agent-persistent-name-required ${at("persistent_name")}`],
    ],
    ["display_name a number", record({ display_name: 5 }), [`agent-display-name-required ${at("display_name")}`]],
    [
      "persistent_name missing",
      without(record(), "persistent_name"),
      [`agent-persistent-name-required ${at("persistent_name")}`],
    ],
    ["names that differ", record({ persistent_name: "kepler" }), [`agent-names-differ ${at("persistent_name")}`]],
    ["a name that cannot be seen", named("\u200B"), [`agent-name-invisible ${at("display_name")}`]],
    [
      "half a character in the names",
      named("K\uD83D"),
      [`agent-text-broken ${at("display_name")}`, `agent-text-broken ${at("persistent_name")}`],
    ],
    ["half a character in the role", record({ role: "\uDE00x" }), [`agent-text-broken ${at("role")}`]],
    ["half a character in the universe", record({ universe: "x\uD83D" }), [`agent-text-broken ${at("universe")}`]],
    ["role missing", without(record(), "role"), [`agent-role-required ${at("role")}`]],
    ["role blank", record({ role: "\t" }), [`agent-role-required ${at("role")}`]],
    ["universe null", record({ universe: null }), [`agent-universe-required ${at("universe")}`]],
    ["status unknown", record({ status: "dormant" }), [`agent-status-unsupported ${at("status")}`]],
    ["status in capitals", record({ status: "Active" }), [`agent-status-unsupported ${at("status")}`]],
    ["status in a list", record({ status: ["active"] }), [`agent-status-unsupported ${at("status")}`]],
    [
      "status missing, which says nothing about retired_at",
      without(record({ retired_at: 1 }), "status"),
      [`agent-status-unsupported ${at("status")}`],
    ],
    ["created_at a number", record({ created_at: 1 }), [`agent-created-at-invalid ${at("created_at")}`]],
    ["updated_at missing", without(record(), "updated_at"), [`agent-updated-at-invalid ${at("updated_at")}`]],
    [
      "updated before created",
      record({ created_at: "2026-09-21T20:00:00.000001Z" }),
      [`agent-updated-before-created ${at("updated_at")}`],
    ],
    ["retired without retired_at", record({ status: "retired" }), [`agent-retired-at-missing ${at("retired_at")}`]],
    [
      "retired with retired_at null",
      record({ status: "retired", retired_at: null }),
      [`agent-retired-at-invalid ${at("retired_at")}`],
    ],
    [
      "retired with retired_at in words",
      record({ status: "retired", retired_at: "soon" }),
      [`agent-retired-at-invalid ${at("retired_at")}`],
    ],
    [
      "active with retired_at",
      record({ retired_at: "2026-09-21T20:00:00Z" }),
      [`agent-retired-at-unexpected ${at("retired_at")}`],
    ],
    [
      "inactive with retired_at null",
      record({ status: "inactive", retired_at: null }),
      [`agent-retired-at-unexpected ${at("retired_at")}`],
    ],
    [
      "retired before created",
      record({ status: "retired", retired_at: "2026-09-20T19:59:59Z" }),
      [`agent-retired-before-created ${at("retired_at")}`],
    ],
    [
      "retired after updated",
      record({ status: "retired", retired_at: "2026-09-21T20:00:01Z" }),
      [`agent-retired-after-updated ${at("retired_at")}`],
    ],
    ["avatar null", record({ avatar: null }), [`agent-avatar-not-object ${at("avatar")}`]],
    [
      "avatar path elsewhere",
      record({ avatar: { kind: "repository-path", path: "a.png" } }),
      [`agent-avatar-elsewhere ${at("avatar/path")}`],
    ],
  ])("is excluded and says why: %s", (_, value, expected) => {
    expect(fails(value)).toEqual(expected);
  });

  it("is excluded for an ID that is not canonical, beside its other faults", () => {
    expect(fails(named("Orbit"), "Agent")).toEqual(["agent-id-not-canonical /agents/Agent"]);
    expect(fails(named("Orbit", { role: "" }), "a/b")).toEqual([
      "agent-id-not-canonical /agents/a~1b",
      "agent-role-required /agents/a~1b/role",
    ]);
    expect(fails(null, "")).toEqual(["agent-id-not-canonical /agents/", "agent-not-object /agents/"]);
  });

  it("lists every rule that it fails, in the rules' order", () => {
    const codes = fails(
      { persistent_name: "\u200B", status: "x", updated_at: "never", avatar: { path: "..\\a" } },
      "A",
    ).map((finding) => finding.split(" ")[0]);
    expect(codes).toEqual([
      "agent-id-not-canonical",
      "agent-display-name-required",
      "agent-role-required",
      "agent-universe-required",
      "agent-status-unsupported",
      "agent-created-at-invalid",
      "agent-updated-at-invalid",
      "agent-avatar-kind-unsupported",
      "agent-avatar-elsewhere",
      "agent-avatar-steps",
    ]);
    const order = RECORD_RULES.map(({ code }) => code);
    expect([...codes].sort((a, b) => order.indexOf(a as never) - order.indexOf(b as never))).toEqual(codes);
  });

  it("judges the order of times as far as they can be read", () => {
    expect(fails(record({ status: "retired", created_at: "x", retired_at: "2026-09-22T20:00:00Z" }))).toEqual([
      "agent-created-at-invalid /agents/x/created_at",
      "agent-retired-after-updated /agents/x/retired_at",
    ]);
    expect(fails(record({ status: "retired", updated_at: "x", retired_at: "2026-09-19T20:00:00Z" }))).toEqual([
      "agent-updated-at-invalid /agents/x/updated_at",
      "agent-retired-before-created /agents/x/retired_at",
    ]);
  });

  it("accepts times that are equal", () => {
    const time = "2026-09-21T20:00:00Z";
    expect(
      fails(record({ status: "retired", created_at: time, updated_at: "2026-09-21T22:00:00+02:00", retired_at: time })),
    ).toEqual([]);
  });

  it("says in words what is there", () => {
    const verdict = read(
      root({
        x: {
          display_name: "A",
          persistent_name: "\u202EB",
          universe: 5,
          status: "gone",
          created_at: "x",
          updated_at: null,
          retired_at: 1,
        },
      }),
    );
    if (verdict.verdict !== "partial") throw new Error(verdict.verdict);
    expect(
      verdict.excluded.flatMap(({ diagnostics }) => diagnostics.map(({ message, value }) => [message, value])),
    ).toEqual([
      ["The record has two names, “A” and “\\u{202E}B”.", '"\u202EB"'],
      ["`role` is missing.", undefined],
      ["`universe` is blank, or not a text.", "5"],
      ["“gone” is not a status.", '"gone"'],
      ["“x” is not a timestamp.", '"x"'],
      ["`updated_at` is missing, or not a text.", "null"],
    ]);
  });

  it("takes nobody down: not one whose ID begins like its own, nor one that shares its name", () => {
    const verdict = read(
      root({
        a: named("A"),
        "a.b": named("A.B"),
        "a.c": named("A"),
        __proto__x: named("P"),
        z: named("A", { role: "" }),
      }),
    );
    expect(ids(verdict)).toEqual(["a"]);
    expect(findings(verdict)).toEqual([
      "agent-id-not-canonical /agents/__proto__x",
      "agent-id-not-canonical /agents/a.b",
      "agent-id-not-canonical /agents/a.c",
      "agent-role-required /agents/z/role",
    ]);
  });

  it("is excluded as __proto__ without touching any prototype", () => {
    const verdict = readText(
      JSON.stringify(root({ sound: named("Vesta"), proto: named("P", { polluted: true }) })).replace(
        '"proto"',
        '"__proto__"',
      ),
    );
    expect(ids(verdict)).toEqual(["sound"]);
    expect(findings(verdict)).toEqual(["agent-id-not-canonical /agents/__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("inherits nothing: members must be its own", () => {
    const inherited = JSON.stringify(record());
    expect(
      findings(readText(JSON.stringify(root({ x: {} })).replace('"x":{}', `"x":{"__proto__":${inherited}}`))),
    ).toHaveLength(7);
  });

  it("keeps its name as written, its pointer and its lines", () => {
    const verdict = read(root({ "a b": null, ok: record() }), 2);
    if (verdict.verdict !== "partial") throw new Error(verdict.verdict);
    expect(verdict.excluded.map(({ id, pointer, lines }) => ({ id, pointer, lines }))).toEqual([
      { id: "a b", pointer: "/agents/a b", lines: { first: 7, last: 7 } },
    ]);
  });

  it("stands among the excluded by ID, wherever its fault lies", () => {
    const verdict = read(root({ d: named("Same"), c: null, b: named("same"), a: null }));
    expect(verdict.verdict === "partial" ? verdict.excluded.map(({ id }) => id) : []).toEqual(["a", "b", "c", "d"]);
  });
});

describe("names that collide", () => {
  it("exclude all their records, tombstones included, and say with whom", () => {
    const verdict = read(
      root({
        a: named("Kepler"),
        b: named(" KEPLER ", { status: "retired", retired_at: "2026-09-21T20:00:00Z" }),
        c: named("Vesta"),
      }),
    );
    expect(ids(verdict)).toEqual(["c"]);
    expect(findings(verdict)).toEqual([
      "agent-name-collision /agents/a/display_name",
      "agent-name-collision /agents/b/display_name",
    ]);
    if (verdict.verdict !== "partial") throw new Error(verdict.verdict);
    expect(verdict.excluded.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message))).toEqual([
      "The name “Kepler” is also that of b (“KEPLER”).",
      "The name “KEPLER” is also that of a (“Kepler”).",
    ]);
    expect(verdict.excluded.map(({ lines }) => lines)).toEqual([
      { first: 1, last: 1 },
      { first: 1, last: 1 },
    ]);
  });

  it("are named up to three, then others", () => {
    const messages = (count: number): string | undefined => {
      const verdict = read(
        root(Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, named("X")]))),
      );
      return verdict.verdict === "partial" ? verdict.excluded[0]?.diagnostics[0]?.message : undefined;
    };
    expect(messages(4)).toBe("The name “X” is also that of a1 (“X”), a2 (“X”), a3 (“X”).");
    expect(messages(5)).toBe("The name “X” is also that of a1 (“X”), a2 (“X”), a3 (“X”) and others.");
  });

  it("of thousands of agents are told at once", () => {
    const verdict = read(
      root(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`a${index}`, { ...record() }]))),
    );
    expect(verdict.verdict === "partial" ? verdict.excluded.length : 0).toBe(3_000);
  });
});

describe("warnings", () => {
  it("name each time that is later than the registry, and exclude nobody", () => {
    const later = "2026-09-21T20:00:00.0001Z";
    const verdict = read(
      root({
        a: named("A", { status: "retired", created_at: later, updated_at: later, retired_at: later }),
        b: named("B", { updated_at: "2026-09-21T22:00:00+02:00" }),
      }),
    );
    expect(verdict.verdict).toBe("complete");
    expect(
      verdict.diagnostics.map(({ code, severity, pointer, message }) => [code, severity, pointer, message]),
    ).toEqual([
      [
        "agent-later-than-generated",
        "warning",
        "/agents/a/created_at",
        "`created_at` of a is later than the registry itself.",
      ],
      [
        "agent-later-than-generated",
        "warning",
        "/agents/a/updated_at",
        "`updated_at` of a is later than the registry itself.",
      ],
      [
        "agent-later-than-generated",
        "warning",
        "/agents/a/retired_at",
        "`retired_at` of a is later than the registry itself.",
      ],
    ]);
  });

  it("name characters that turn or hide the text around them", () => {
    const verdict = read(root({ a: named("ab\u202Egnp.exe") }));
    expect(ids(verdict)).toEqual(["a"]);
    expect(verdict.diagnostics).toMatchObject([
      {
        code: "agent-name-controls",
        severity: "warning",
        pointer: "/agents/a/display_name",
        message: "The name of a holds characters that turn, hide or break the text around it: “ab\\u{202E}gnp.exe”.",
      },
    ]);
  });

  it("are not given for records that are excluded", () => {
    const later = "2026-09-22T20:00:00Z";
    expect(
      read(
        root({
          a: named("A", { updated_at: later }),
          b: named("a", { updated_at: later }),
          c: named("C\u202E", { role: "" }),
        }),
      ).diagnostics,
    ).toEqual([]);
  });
});

describe("the rules", () => {
  it("hold the registry's own limit of size, and no second one", () => {
    expect(ROOT_RULES.map(({ code }) => code)).toEqual([
      "registry-too-large",
      "json-not-utf8",
      "json-byte-order-mark",
      "json-malformed",
      "json-too-deep",
      "json-duplicate-name",
      "registry-not-object",
      "registry-older-shape",
      "registry-schema-unsupported",
      "registry-schema-version-unsupported",
      "registry-revision-invalid",
      "registry-generated-at-invalid",
      "registry-agents-not-object",
      "registry-too-many-agents",
    ]);
  });

  it("are stated once, each with a code of its own", () => {
    const all = [...ROOT_RULES, ...RECORD_RULES, ...WARNING_RULES];
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, sentence, mend } of all) {
      expect(code).toMatch(/^(registry|json|agent)(-[a-z0-9]+)+$/);
      expect(sentence).toMatch(/^[A-Z`].*\.$/);
      expect(mend).toMatch(/^[A-Z].*\.$/);
    }
    expect([...ROOT_RULES, ...RECORD_RULES].every(({ severity }) => severity === "error")).toBe(true);
    expect(WARNING_RULES.every(({ severity }) => severity === "warning")).toBe(true);
  });
});

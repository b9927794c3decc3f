import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRegistry } from "./registry";
import type { RegistryVerdict } from "./registry-types";

const read = (text: string): RegistryVerdict => readRegistry(new TextEncoder().encode(text));

const time = fc.constantFrom(
  "2026-09-20T20:00:00.000Z",
  "2026-09-21T20:00:00Z",
  "2026-09-22T20:00:00+02:00",
  "2026-09-21",
  null,
  5,
);
const text = fc.constantFrom(
  "Kepler",
  "KEPLER",
  " Vesta",
  "Orbit",
  "Strauß",
  "STRAUSS",
  "Ha\u030akan",
  "Håkan",
  "\u200B",
  "",
  null,
);
const member = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 8 });
const agent = fc
  .record({
    name: text,
    persistent: member(fc.constantFrom("Kepler", "Orbit")),
    role: member(text),
    universe: member(text),
    status: member(fc.constantFrom("active", "inactive", "retired", "gone")),
    created_at: time,
    updated_at: time,
    retired_at: member(time),
    avatar: member(fc.constantFrom(null, { kind: "repository-path", path: ".squad/agents/a/x.png" })),
  })
  .map(({ name, persistent, ...rest }) => ({ display_name: name, persistent_name: persistent ?? name, ...rest }));
const ids = fc.constantFrom("a", "b", "c-1", "10", "9", "a.b", "A", "constructor", "__proto__", "");
const registry = fc.record({
  agents: fc.uniqueArray(fc.tuple(ids, agent), { selector: ([id]) => id, maxLength: 6 }),
  revision: fc.constantFrom(1, 4, 0, "4"),
  schema: fc.constantFrom("squad-agent-provenance/v1", undefined),
});

/** Writes members in the order given: a JavaScript object would move number-like names to the front. */
const object = (members: readonly (readonly [string, unknown])[], space: string): string =>
  `{${space}${members
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${space}${typeof value === "string" && value.startsWith("{") ? value : JSON.stringify(value)}`,
    )
    .join(`${space},`)}${space}}`;

/** Everything that a verdict says, without where in the file it stands. */
function gist(verdict: RegistryVerdict): unknown {
  return JSON.parse(
    JSON.stringify(verdict, (name, value: unknown) =>
      name === "lines" ? undefined : value instanceof Map ? [...value.entries()] : value,
    ),
  );
}

describe("any registry", () => {
  it("has the same verdict whatever the order of its records and members, and however it is formatted", () => {
    fc.assert(
      fc.property(
        registry,
        fc.constantFrom("", " ", "\n", "\r\n\t"),
        fc.infiniteStream(fc.nat()),
        ({ agents, revision, schema }, space, dice) => {
          const shuffle = <T>(list: readonly T[]): T[] =>
            list
              .map((item) => [dice.next().value, item] as const)
              .sort(([x], [y]) => x - y)
              .map(([, item]) => item);
          const write = (arrange: <T>(list: readonly T[]) => T[], gap: string): string =>
            object(
              arrange([
                ["schema", schema],
                ["schema_version", 1],
                ["revision", revision],
                ["generated_at", "2026-09-21T20:00:00.000Z"],
                [
                  "agents",
                  object(
                    arrange(agents.map(([id, record]) => [id, object(arrange(Object.entries(record)), gap)] as const)),
                    gap,
                  ),
                ],
              ] as const),
              gap,
            );
          const plain = write((list) => [...list], "");
          expect(gist(read(write(shuffle, space)))).toEqual(gist(read(plain)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("shows every agent exactly once: valid or excluded, never both, never neither", () => {
    fc.assert(
      fc.property(registry, ({ agents }) => {
        const verdict = read(
          object(
            [
              ["schema", "squad-agent-provenance/v1"],
              ["schema_version", 1],
              ["revision", 1],
              ["generated_at", "2026-09-21T20:00:00.000Z"],
              [
                "agents",
                object(
                  agents.map(([id, record]) => [id, JSON.stringify(record)] as const),
                  "",
                ),
              ],
            ],
            "",
          ),
        );
        if (verdict.verdict !== "complete" && verdict.verdict !== "partial") throw new Error(verdict.verdict);
        const valid = verdict.verdict === "complete" ? verdict.registry.agents : verdict.roster.agents;
        const excluded = verdict.verdict === "complete" ? [] : verdict.excluded;
        expect([...valid.keys(), ...excluded.map(({ id }) => id)].sort()).toEqual(agents.map(([id]) => id).sort());
        for (const { diagnostics } of excluded) {
          expect(diagnostics.length).toBeGreaterThan(0);
          expect(diagnostics.every(({ severity }) => severity === "error")).toBe(true);
        }
        expect(verdict.verdict === "complete").toBe(excluded.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it("never makes the reader throw, whatever the bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readRegistry(bytes)));
    fc.assert(fc.property(fc.json({ maxDepth: 4 }), (json) => void read(json)));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (agents, schema) => {
        read(
          JSON.stringify({
            schema: "squad-agent-provenance/v1",
            schema_version: 1,
            revision: 1,
            generated_at: "2026-09-21T20:00:00Z",
            agents,
          }),
        );
        read(JSON.stringify({ agents }));
        read(JSON.stringify({ schema, agents }));
      }),
    );
  });
});

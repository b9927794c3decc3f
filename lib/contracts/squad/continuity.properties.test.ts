import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeContinuity } from "./continuity";
import { parseFacts, registryFacts } from "./continuity-facts";
import { MAX_FINDINGS } from "./continuity-findings";
import type { Continuity, RegistryFacts } from "./continuity-types";
import { diffRegistries } from "./registry-diff";

type Members = Readonly<Record<string, unknown>>;
interface Written {
  readonly revision: number;
  readonly generated_at: string;
  /** In the order of the file. */
  readonly agents: readonly (readonly [string, Members])[];
}

const FIRST = "2026-09-20T20:00:00.000Z";
const times = [
  "2026-09-21T20:00:00.000Z",
  "2026-09-21T20:00:00.0001Z",
  "2026-09-21T22:00:00+02:00",
  "2026-09-22T20:00:00Z",
];
const time = fc.constantFrom(...times);
const record = fc
  .record({
    name: fc.constantFrom("A", "B"),
    role: fc.constantFrom("Engineer", " Engineer", "Writer"),
    universe: fc.constantFrom("u", "v"),
    status: fc.constantFrom("active", "inactive", "retired", "retired"),
    created_at: fc.constantFrom(FIRST, "2026-09-20T22:00:00+02:00", "2026-09-20T19:00:00Z"),
    updated_at: time,
    note: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
  })
  .map(({ name, updated_at, status, ...rest }) => ({ name, updated_at, status, ...rest }));
const ids = fc.constantFrom("a", "b", "c-1", "10", "9", "constructor", "valueof");
const written: fc.Arbitrary<Written> = fc
  .record({
    revision: fc.constantFrom(1, 2, 3, 4, 7),
    generated_at: time,
    agents: fc.uniqueArray(fc.tuple(ids, record), { selector: ([id]) => id, maxLength: 5 }),
  })
  .map(({ agents, ...root }) => ({
    ...root,
    agents: agents.map(([id, { name, ...rest }]) => {
      const names = { display_name: `${name} ${id}`, persistent_name: `${name} ${id}` };
      return [
        id,
        { ...names, ...rest, ...(rest.status === "retired" ? { retired_at: rest.updated_at } : {}) },
      ] as const;
    }),
  }));

/** Writes members in the order given: a JavaScript object would move number-like names to the front. */
const object = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
const texts = (members: Members): [string, string][] =>
  Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] satisfies [string, string]],
  );
type Arrange = <T>(list: readonly T[]) => readonly T[];
const write = ({ revision, generated_at, agents }: Written, arrange: Arrange = (list) => list): string =>
  object(
    arrange([
      ...texts({ schema: "squad-agent-provenance/v1", schema_version: 1, revision, generated_at }),
      ["agents", object(arrange(agents.map(([id, members]) => [id, object(arrange(texts(members)))] as const)))],
    ]),
  );
const factsOfText = (text: string): RegistryFacts => {
  const facts = registryFacts(new TextEncoder().encode(text), createHash("sha256").update(text).digest("hex"));
  if (facts === null) throw new Error(`not complete: ${text}`);
  return facts;
};
const factsOf = (value: Written): RegistryFacts => factsOfText(write(value));
const judge = (prior: RegistryFacts | null, next: RegistryFacts | null): Continuity =>
  judgeContinuity({ repositoryId: 1, facts: prior }, { repositoryId: 1, facts: next });
const codes = ({ diagnostics }: Continuity): string[] => diagnostics.map(({ code }) => code);

/** A later registry that shares most of what the prior one holds. */
const pair = fc.tuple(written, written, fc.infiniteStream(fc.boolean())).map(([prior, next, keep]) => {
  const others = next.agents.filter(([id]) => !prior.agents.some(([other]) => other === id));
  const shared = prior.agents.map((agent) => {
    const changed = next.agents.find(([id]) => id === agent[0]);
    return changed !== undefined && keep.next().value === true ? changed : agent;
  });
  return [prior, { ...next, agents: [...shared, ...others] }] as const;
});

describe("continuity of any registries", () => {
  it("accepts a registry after itself, without a word", () => {
    fc.assert(
      fc.property(written, (value) => {
        expect(judge(factsOf(value), factsOf(value))).toEqual({ verdict: "accepted", diagnostics: [] });
      }),
    );
  });

  it("never accepts a lower revision, and says so", () => {
    fc.assert(
      fc.property(fc.oneof(pair, fc.tuple(written, written)), ([one, other]) => {
        fc.pre(one.revision !== other.revision);
        const [high, low] = one.revision > other.revision ? [one, other] : [other, one];
        const verdict = judge(factsOf(high), factsOf(low));
        expect(verdict.verdict).toBe("held");
        expect(codes(verdict)).toContain("continuity-revision-lower");
      }),
    );
  });

  it("never ends below a revision that was accepted, along any sequence of registries", () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (sequence) => {
        let baseline: RegistryFacts | null = null;
        let highest = 0;
        for (const facts of sequence.map(factsOf)) {
          if (judge(baseline, facts).verdict === "held") continue;
          expect(facts.revision).toBeGreaterThanOrEqual(highest);
          if (baseline !== null) {
            const known: RegistryFacts = baseline;
            expect(Object.keys(known.agents).filter((id) => !Object.hasOwn(facts.agents, id))).toEqual([]);
            for (const [id, { role, createdAt }] of Object.entries(known.agents))
              expect(facts.agents[id]).toMatchObject({ role, createdAt });
          }
          baseline = facts;
          highest = Math.max(highest, facts.revision);
        }
      }),
    );
  });

  it("holds what it held also when unrelated agents are added", () => {
    let held = 0;
    fc.assert(
      fc.property(pair, record, fc.boolean(), ([prior, next], { name, ...rest }, both) => {
        const before = judge(factsOf(prior), factsOf(next));
        fc.pre(before.verdict === "held");
        held += 1;
        const names = { display_name: `New ${name}`, persistent_name: `New ${name}` };
        const added = ["unrelated", { ...names, ...rest, status: "active" }] as const;
        const more = (value: Written): Written => ({ ...value, agents: [added, ...value.agents] });
        const after = judge(factsOf(both ? more(prior) : prior), factsOf(more(next)));
        expect(after.verdict).toBe("held");
        expect(codes(after)).toEqual(codes(before));
      }),
    );
    expect(held).toBeGreaterThan(0);
  });

  it("says the same whatever the order of members and agents in the files, but for the bytes themselves", () => {
    fc.assert(
      fc.property(pair, fc.infiniteStream(fc.nat()), ([prior, next], dice) => {
        fc.pre(prior.revision !== next.revision);
        const shuffle: Arrange = (list) =>
          list
            .map((item) => [dice.next().value ?? 0, item] as const)
            .sort(([x], [y]) => x - y)
            .map(([, item]) => item);
        const turned = [factsOfText(write(prior, shuffle)), factsOfText(write(next, shuffle))] as const;
        expect(judge(...turned)).toEqual(judge(factsOf(prior), factsOf(next)));
        expect(diffRegistries(...turned)).toEqual(diffRegistries(factsOf(prior), factsOf(next)));
        const again = factsOfText(write(prior, shuffle));
        const literally = again.sha256 === factsOf(prior).sha256 ? [] : ["continuity-revision-reused"];
        expect(codes(judge(factsOf(prior), again))).toEqual(literally);
      }),
    );
  });

  it("has a verdict that its findings bear out, each with both sides and a pointer of one of the registries", () => {
    fc.assert(
      fc.property(pair, ([prior, next]) => {
        const { verdict, diagnostics } = judge(factsOf(prior), factsOf(next));
        const severities = diagnostics.map(({ severity }) => severity);
        expect(verdict).toBe(
          severities.includes("error") ? "held" : severities.length > 0 ? "accepted-with-warnings" : "accepted",
        );
        expect(severities).toEqual([...severities].sort());
        expect(new Set(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).size).toBe(diagnostics.length);
        for (const { pointer } of diagnostics)
          expect(pointer).toMatch(/^\/(revision|generated_at|agents\/[a-z0-9-]+(\/[a-z_]+)?)$/);
      }),
      { numRuns: 300 },
    );
  });

  it("marks in the difference exactly what holds", () => {
    fc.assert(
      fc.property(pair, ([prior, next]) => {
        const held = judge(factsOf(prior), factsOf(next))
          .diagnostics.filter(({ severity, pointer }) => severity === "error" && pointer.startsWith("/agents/"))
          .map(({ pointer }) => pointer);
        const marked = diffRegistries(factsOf(prior), factsOf(next)).agents.flatMap((agent) =>
          agent.change === "changed"
            ? agent.members.filter((member) => member.held).map(({ pointer }) => pointer)
            : agent.held
              ? [agent.pointer]
              : [],
        );
        expect([...marked].sort()).toEqual([...held].sort());
      }),
    );
  });
});

describe("facts that were kept as JSON", () => {
  it("are read again as they were, whatever the registry", () => {
    fc.assert(
      fc.property(written, (value) => {
        expect(parseFacts(JSON.parse(JSON.stringify(factsOf(value))))).toEqual(factsOf(value));
      }),
    );
  });

  it("never make anything throw, however they were altered", () => {
    const altered = fc.record(
      {
        revision: fc.oneof(fc.nat(9), fc.jsonValue()),
        sha256: fc.oneof(fc.constantFrom("a".repeat(64), "b".repeat(64)), fc.jsonValue()),
        generatedAt: fc.oneof(fc.integer(), fc.maxSafeInteger()),
        agents: fc.dictionary(fc.oneof(ids, fc.string()), fc.jsonValue(), { maxKeys: 2 }),
      },
      { requiredKeys: [] },
    );
    let whole = 0;
    fc.assert(
      fc.property(pair, altered, altered, fc.option(fc.integer()), fc.boolean(), ([one, other], a, b, id, alter) => {
        const prior = parseFacts(alter ? { ...factsOf(one), ...a } : factsOf(one));
        const next = parseFacts({ ...factsOf(other), ...b });
        if (prior !== null && next !== null) {
          whole += 1;
          diffRegistries(prior, next);
        }
        const { diagnostics } = judgeContinuity({ repositoryId: 1, facts: prior }, { repositoryId: id, facts: next });
        expect(diagnostics.length).toBeLessThanOrEqual(MAX_FINDINGS + 1);
      }),
    );
    expect(whole).toBeGreaterThan(0);
    fc.assert(fc.property(fc.anything(), (json) => void parseFacts(json)));
  });
});

import { describe, expect, it } from "vitest";
import { judgeContinuity } from "./continuity";
import { MAX_FINDINGS } from "./continuity-findings";
import { CONTINUITY_WARNINGS, HELD_RULES } from "./continuity-rules";
import type { AgentFacts, Continuity, RegistryFacts } from "./continuity-types";
import { type Members, factsOf, hex, record, registry, textFacts } from "./testing/continuity";

const ID = "runtime-engineer";
const LATER = "2026-09-22T19:00:00.000Z";
const retired = (changes: Members = {}): Members =>
  record({ status: "retired", retired_at: "2026-09-21T20:00:00.000Z", ...changes });

/** Judges a record of ID in revision 4 against what it is in revision 5; another agent stands beside it, unchanged. */
const judge = (prior: Members, next: Members): Continuity =>
  side(factsOf({ [ID]: prior, sound: named("Vesta") }), factsOf({ [ID]: next, sound: named("Vesta") }, later()));
const named = (name: string): Members => record({ display_name: name, persistent_name: name, role: "Docs" });
const later = (changes: Members = {}): Members => ({
  revision: 5,
  generated_at: "2026-09-22T20:00:00.000Z",
  ...changes,
});
const side = (prior: RegistryFacts | null, next: RegistryFacts | null, was: number | null = 7, is = was): Continuity =>
  judgeContinuity({ repositoryId: was, facts: prior }, { repositoryId: is, facts: next });
/** "code pointer" of every finding, in order. */
const found = ({ diagnostics }: Continuity): string[] => diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
const messages = ({ diagnostics }: Continuity): string[] => diagnostics.map(({ message }) => message);
const accepted = { verdict: "accepted", diagnostics: [] };

describe("a later registry", () => {
  it("is accepted without a word when its bytes are the same, and when a new agent joins or one is renamed, recast or retired", () => {
    const facts = factsOf({ [ID]: record() });
    expect(side(facts, facts)).toEqual(accepted);
    expect(side(facts, factsOf({ [ID]: record(), "docs-writer": named("Vesta") }, later()))).toEqual(accepted);
    const update = { updated_at: LATER };
    expect(judge(record(), record({ ...update, display_name: "Nova", persistent_name: "Nova" }))).toEqual(accepted);
    expect(judge(record(), record({ ...update, universe: "other", status: "inactive" }))).toEqual(accepted);
    expect(judge(record(), retired({ ...update, retired_at: LATER }))).toEqual(accepted);
    expect(judge(record(), record(update))).toEqual(accepted);
  });

  it("is accepted whatever it holds where a decision took its repository and nothing of it was accepted yet", () => {
    expect(side(null, factsOf({}))).toEqual(accepted);
    expect(found(side(null, factsOf({}), 7, 8))).toEqual(["continuity-other-repository "]);
  });

  it("is nothing to judge where it is not complete", () => {
    expect(side(factsOf({}), null)).toEqual(accepted);
    expect(side(null, null)).toEqual(accepted);
  });
});

describe("held", () => {
  it("is another repository under the same name, by its number alone, even with the same bytes or without a registry", () => {
    const facts = factsOf({ [ID]: record() });
    for (const next of [facts, null]) {
      const verdict = side(facts, next, 7, 8);
      expect(verdict.verdict).toBe("held");
      expect(found(verdict)).toEqual(["continuity-other-repository "]);
      expect(messages(verdict)[0]).toBe("The name led to the repository with the number 7 and leads to 8 now.");
    }
  });

  it("is not a directory, which has no number", () => {
    const facts = factsOf({ [ID]: record() });
    for (const [was, is] of [
      [null, null],
      [7, null],
      [null, 7],
    ] as const)
      expect(side(facts, facts, was, is)).toEqual(accepted);
  });

  it("is a lower revision than the accepted one, with both numbers in the message", () => {
    const verdict = side(factsOf({}, { revision: 4 }), factsOf({}, { revision: 3 }));
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)).toEqual(["continuity-revision-lower /revision"]);
    expect(messages(verdict)).toEqual(["Revision 4 was accepted before, and the registry has revision 3 now."]);
    expect(verdict.diagnostics[0]).toMatchObject({ severity: "error", value: "3" });
  });

  it("is the same revision with other bytes, be they only a space, with both hashes in the message", () => {
    const value = registry({ [ID]: record() });
    const [prior, next] = [textFacts(JSON.stringify(value)), textFacts(JSON.stringify(value, null, 1))];
    const verdict = side(prior, next);
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)).toEqual(["continuity-revision-reused /revision"]);
    expect(messages(verdict)[0]).toContain(prior.sha256.slice(0, 12));
    expect(messages(verdict)[0]).toContain(next.sha256.slice(0, 12));
  });

  it("is an agent whose ID is gone, be it called constructor or as a number", () => {
    const agents = { constructor: named("Vesta"), "10": named("Orbit"), "9": named("Io") };
    const next = factsOf({ [ID]: record() }, later());
    const verdict = side(factsOf({ ...agents, [ID]: record() }), next);
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)).toEqual(["10", "9", "constructor"].map((id) => `continuity-agent-gone /agents/${id}`));
    const plain = side(factsOf({ ...agents, [ID]: record() }), { ...next, agents: { ...next.agents } });
    expect(plain).toEqual(verdict);
    expect(messages(verdict)[2]).toBe("constructor has a record in revision 4 and none in revision 5.");
  });

  it("is a changed role, after trimming", () => {
    const verdict = judge(record(), record({ role: "Transferred identity", updated_at: LATER }));
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)).toEqual(["continuity-role-changed /agents/runtime-engineer/role"]);
    expect(messages(verdict)).toEqual([
      "The role of runtime-engineer was “Runtime Engineer” and is “Transferred identity” now.",
    ]);
    expect(judge(record(), record({ role: "\u00a0Runtime Engineer " }))).toEqual(accepted);
    expect(judge(record(), record({ role: "runtime engineer", updated_at: LATER })).verdict).toBe("held");
  });

  it("is a changed time of creation, as an instant and to the last digit", () => {
    const verdict = judge(record(), record({ created_at: "2026-09-20T19:00:00Z", updated_at: LATER }));
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)).toEqual(["continuity-created-at-changed /agents/runtime-engineer/created_at"]);
    expect(messages(verdict)[0]).toContain("2026-09-20T20:00:00.000Z");
    expect(messages(verdict)[0]).toContain("2026-09-20T19:00:00Z");
    const finer = { created_at: "2026-09-20T20:00:00.0000001Z", updated_at: LATER };
    expect(found(judge(record(), record(finer)))).toEqual(found(verdict));
    expect(judge(record(), record({ created_at: "2026-09-20T22:00:00+02:00" }))).toEqual(accepted);
  });

  it("is an ID that was given to another role after its agent retired", () => {
    const next = record({ role: "Quality Engineer", updated_at: LATER });
    const verdict = judge(retired(), next);
    expect(verdict.verdict).toBe("held");
    expect(found(verdict).slice(0, 1)).toEqual(["continuity-role-changed /agents/runtime-engineer/role"]);
    expect(found(verdict)).toContain("continuity-tombstone-changed /agents/runtime-engineer/status");
  });

  it("is what the kept facts say too, should their content not show it", () => {
    const facts = factsOf({ [ID]: record() });
    const altered = (changes: Partial<AgentFacts>): RegistryFacts => ({
      ...factsOf({ [ID]: record() }, later()),
      agents: { [ID]: { ...(facts.agents[ID] as AgentFacts), ...changes } },
    });
    expect(found(side(facts, altered({ role: "Other" })))).toEqual([`continuity-role-changed /agents/${ID}/role`]);
    expect(found(side(facts, altered({ createdAt: 0 })))).toEqual([
      `continuity-created-at-changed /agents/${ID}/created_at`,
    ]);
    expect(side(facts, altered({ content: "no JSON", createdAt: NaN })).verdict).toBe("held");
  });

  it("says first everything that holds, then the warnings", () => {
    const verdict = side(
      factsOf({ a: named("A"), b: record(), c: named("C") }),
      factsOf({ a: { ...named("A"), universe: "other" }, b: record({ role: "Other" }) }, later({ revision: 9 })),
    );
    expect(found(verdict)).toEqual([
      "continuity-role-changed /agents/b/role",
      "continuity-agent-gone /agents/c",
      "continuity-revision-jumped /revision",
      "continuity-updated-at-not-advanced /agents/a/updated_at",
      "continuity-updated-at-not-advanced /agents/b/updated_at",
    ]);
    expect(verdict.diagnostics.map(({ severity }) => severity)).toEqual([
      "error",
      "error",
      ...Array(3).fill("warning"),
    ]);
  });
});

describe("accepted with a warning", () => {
  const warns = (verdict: Continuity, ...expected: readonly string[]): void => {
    expect(found(verdict)).toEqual(expected);
    expect(verdict.verdict).toBe("accepted-with-warnings");
    expect(new Set(verdict.diagnostics.map(({ severity }) => severity))).toEqual(new Set(["warning"]));
  };

  it("is a revision whose time did not advance with it", () => {
    for (const generated_at of ["2026-09-21T20:00:00.000Z", "2026-09-21T19:59:59.999Z", "2026-09-21T22:00:00+02:00"]) {
      const verdict = side(factsOf({}), factsOf({}, later({ generated_at })));
      warns(verdict, "continuity-generated-at-not-advanced /generated_at");
      expect(messages(verdict)[0]).toContain("Revision 4 was generated at 2026-09-21T20:00:00.000Z");
    }
    expect(side(factsOf({}), factsOf({}, later({ generated_at: "2026-09-21T20:00:00.001Z" })))).toEqual(accepted);
  });

  it("is a revision that jumped, and not one that follows, up to the largest number", () => {
    warns(side(factsOf({}), factsOf({}, later({ revision: 6 }))), "continuity-revision-jumped /revision");
    const [last, max] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
    expect(side(factsOf({}, { revision: last }), factsOf({}, later({ revision: max })))).toEqual(accepted);
    warns(
      side(factsOf({}, { revision: 1 }), factsOf({}, later({ revision: max }))),
      "continuity-revision-jumped /revision",
    );
  });

  it("is a last update that moved back, to the last digit", () => {
    const pointer = "continuity-updated-at-moved-back /agents/runtime-engineer/updated_at";
    const verdict = judge(record(), record({ updated_at: "2026-09-21T19:00:00.000Z" }));
    warns(verdict, pointer);
    expect(messages(verdict)).toEqual([
      "The last update of runtime-engineer was at 2026-09-21T20:00:00.000Z and is at 2026-09-21T19:00:00.000Z now, which is earlier.",
    ]);
    const finer = record({ updated_at: "2026-09-21T20:00:00.0000002Z" });
    warns(judge(finer, record({ updated_at: "2026-09-21T20:00:00.0000001Z" })), pointer);
    expect(judge(record({ updated_at: "2026-09-21T20:00:00.0000001Z" }), finer)).toEqual(accepted);
  });

  it("is a change without a new update, of any member, unknown ones included, and not a time written otherwise", () => {
    const pointer = "continuity-updated-at-not-advanced /agents/runtime-engineer/updated_at";
    const avatar = { kind: "repository-path", path: `.squad/agents/${ID}/b.png` };
    for (const change of [{ universe: "other" }, { avatar }, { note: { a: [1] } }, { status: "inactive" }])
      warns(judge(record(), record(change)), pointer);
    warns(judge(record({ big: 1 }), record({ big: null })), pointer);
    expect(judge(record({ note: { a: 1, b: 2 } }), record({ note: { b: 2, a: 1 } }))).toEqual(accepted);
    expect(judge(record(), record({ updated_at: "2026-09-21T22:00:00+02:00" }))).toEqual(accepted);
    const several = judge(record(), record({ b: 1, a: 1, "\u202e": 1, d: 1 }));
    expect(messages(several)[0]).toContain("(“a”, “b”, “d” and others)");
  });

  it("is a retirement before the last update that was seen, to the last digit", () => {
    const pointer = "continuity-retired-before-update /agents/runtime-engineer/retired_at";
    const at = (retired_at: string): Continuity => judge(record(), retired({ retired_at, updated_at: LATER }));
    warns(at("2026-09-21T19:59:59Z"), pointer);
    warns(at("2026-09-21T19:59:59.9999999Z"), pointer);
    expect(at("2026-09-21T20:00:00Z")).toEqual(accepted);
    warns(
      judge(record(), retired({ retired_at: "2026-09-21T19:00:00Z" })),
      "continuity-updated-at-not-advanced /agents/runtime-engineer/updated_at",
      pointer,
    );
    expect(messages(at("2026-09-21T19:59:59Z"))[0]).toBe(
      "runtime-engineer was last updated at 2026-09-21T20:00:00.000Z, and is said to be retired since 2026-09-21T19:59:59Z now.",
    );
  });

  it("is every member of a tombstone that changed, unknown ones included, each once", () => {
    const tombstone = (member: string): string => `continuity-tombstone-changed /agents/runtime-engineer/${member}`;
    const nova = { display_name: "Nova", persistent_name: "Nova", updated_at: LATER };
    const verdict = judge(retired(), retired(nova));
    warns(verdict, tombstone("display_name"), tombstone("persistent_name"), tombstone("updated_at"));
    expect(messages(verdict)[0]).toBe(
      "“display_name” of runtime-engineer, who is retired, was “Kepler” and is “Nova” now.",
    );
    const odd = judge(retired({ updated_at: LATER }), retired({ updated_at: LATER, "a/b~": [true] }));
    warns(odd, "continuity-updated-at-not-advanced /agents/runtime-engineer/updated_at", tombstone("a~1b~0"));
    expect(messages(odd)[1]).toBe("“a/b~” of runtime-engineer, who is retired, was absent and is “[true]” now.");
    const earlier = retired({ retired_at: "2026-09-21T19:00:00Z", updated_at: LATER });
    warns(judge(retired({ updated_at: LATER }), earlier), ...found(odd).slice(0, 1), tombstone("retired_at"));
    const back = judge(retired({ updated_at: LATER }), retired());
    warns(back, "continuity-updated-at-moved-back /agents/runtime-engineer/updated_at");
    expect(judge(retired(), retired())).toEqual(accepted);
    expect(judge(retired(), retired({ retired_at: "2026-09-21T22:00:00+02:00" }))).toEqual(accepted);
  });

  it("is not a reactivation under the same ID and role, unless its update did not advance", () => {
    for (const status of ["active", "inactive"]) {
      const names = { display_name: "Nova", persistent_name: "Nova", role: " Runtime Engineer" };
      expect(judge(retired(), record({ ...names, status, updated_at: LATER }))).toEqual(accepted);
      warns(
        judge(retired(), record({ status })),
        "continuity-updated-at-not-advanced /agents/runtime-engineer/updated_at",
      );
    }
  });

  it("is a number too large to be told from others as a double, against null", () => {
    const write = (value: string): RegistryFacts =>
      textFacts(JSON.stringify(registry({ [ID]: retired({ x: 0 }) }, later())).replace('"x":0', `"x":${value}`));
    const huge = { ...write("1e400"), revision: 4, generatedAt: 0 };
    warns(
      side(huge, write("null")),
      "continuity-updated-at-not-advanced /agents/runtime-engineer/updated_at",
      "continuity-tombstone-changed /agents/runtime-engineer/x",
    );
    warns(side(huge, write("-1e400")), ...found(side(huge, write("null"))));
    expect(side(huge, { ...write("1e401"), sha256: hex("other") })).toEqual(accepted);
  });
});

describe("many findings", () => {
  const many = (count: number, changes: Members, root: Members = {}): RegistryFacts =>
    factsOf(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`a-${index}`, { ...named(`N${index}`), ...changes }]),
      ),
      root,
    );

  it("are listed up to the limit, those that hold first, and one more says how many there are besides", () => {
    const verdict = side(many(300, {}), many(300, { role: "Other", note: 1 }, later()));
    expect(verdict.verdict).toBe("held");
    expect(verdict.diagnostics).toHaveLength(MAX_FINDINGS + 1);
    expect(
      new Set(
        found(verdict)
          .slice(0, -1)
          .map((each) => each.split(" ")[0]),
      ),
    ).toEqual(new Set(["continuity-role-changed"]));
    expect(found(verdict).at(-1)).toBe("continuity-more-findings ");
    expect(messages(verdict).at(-1)).toBe(
      "400 more findings are not listed: 100 that hold the registry, 300 warnings.",
    );
  });

  it("are all listed up to the limit itself", () => {
    const verdict = side(many(MAX_FINDINGS, {}), many(MAX_FINDINGS, { note: 1 }, later()));
    expect(verdict.diagnostics).toHaveLength(MAX_FINDINGS);
    expect(found(verdict)).not.toContain("continuity-more-findings ");
  });

  it("hold the registry also where one that holds stands behind hundreds of warnings", () => {
    const prior = many(300, {});
    const next = many(300, { note: 1 }, later());
    const agents = { ...next.agents };
    delete agents["a-99"];
    const verdict = side(prior, { ...next, agents });
    expect(verdict.verdict).toBe("held");
    expect(found(verdict)[0]).toBe("continuity-agent-gone /agents/a-99");
  });

  it("take well under a second in two registries of 5,000 agents, all of them changed", () => {
    const [prior, next] = [many(5_000, {}), many(5_000, { role: "Other", note: 1 }, later())];
    const begun = performance.now();
    expect(side(prior, next).verdict).toBe("held");
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe("the rules of continuity", () => {
  it("hold as errors and warn as warnings", () => {
    expect(new Set(HELD_RULES.map(({ severity }) => severity))).toEqual(new Set(["error"]));
    expect(new Set(CONTINUITY_WARNINGS.map(({ severity }) => severity))).toEqual(new Set(["warning"]));
  });
});

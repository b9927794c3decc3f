import { describe, expect, it } from "vitest";
import type { Adapter, Case } from "./adapter";
import { judge } from "./judge";

const test = (expected: Record<string, unknown>, more: Partial<Case> = {}): Case => ({
  id: "X-1",
  description: "",
  source: "row",
  system: "squad",
  area: "area",
  input: null,
  context: {},
  expected,
  bytes: null,
  fileName: null,
  beside: () => new Uint8Array(),
  ...more,
});
const giving = (outputs: Record<string, unknown>, more: Partial<Adapter> = {}): Adapter => ({
  system: "squad",
  source: "row",
  area: "area",
  run: () => outputs,
  ...more,
});
const outcome = async (row: Case, adapter: Adapter): Promise<string> => (await judge(row, [adapter])).outcome;

describe("a case", () => {
  it("passes when every member that a machine can compare came out, and more may", async () => {
    expect(
      await outcome(test({ verdict: "partial", message: "prose" }), giving({ verdict: "partial", other: 1 })),
    ).toBe("passed");
  });

  it("fails with what was expected and what came out", async () => {
    expect(await judge(test({ verdict: "complete", n: 1 }), [giving({ verdict: "partial", n: 1 })])).toEqual({
      outcome: "failed",
      why: "not as expected",
      differences: [{ member: "verdict", expected: "complete", got: "partial" }],
    });
  });

  it("fails for a member that its adapter does not know, and names it", async () => {
    const result = await judge(test({ unheard_of: null }), [giving({ verdict: "x" })]);
    expect(result).toMatchObject({ outcome: "failed", differences: [{ member: "unheard_of" }] });
    expect(JSON.stringify(result)).toContain("gives no member “unheard_of”");
  });

  it("fails without an adapter for its system, area and kind of source", async () => {
    for (const row of [test({}, { system: "other" }), test({}, { area: "other" }), test({}, { source: "file" })]) {
      expect(await judge(row, [giving({})])).toMatchObject({ outcome: "failed" });
    }
    expect(await judge(test({}, { area: "none" }), [])).toMatchObject({ why: "no adapter for squad area “none”" });
    expect(await judge(test({}, { area: "none", source: "file" }), [])).toMatchObject({
      why: "no adapter for squad kind “none”",
    });
  });

  it("is skipped, but run all the same, where only prose is expected", async () => {
    let ran = 0;
    const adapter = giving({}, { run: () => ({ ran: (ran += 1) }) });
    expect(
      await outcome(
        test({ message: "a", note: "b", decision: "c", reason: "d", retry: "e", warning: "f", basis: "g" }),
        adapter,
      ),
    ).toBe("skipped");
    expect(ran).toBe(1);
    expect(await outcome(test({ more: "prose" }), { ...adapter, prose: ["more"] })).toBe("skipped");
    const throwing = giving({}, { run: () => Promise.reject(new Error("broke")) });
    expect(await judge(test({ message: "a" }), [throwing])).toMatchObject({
      outcome: "failed",
      why: expect.stringContaining("broke") as string,
    });
  });

  it("passes by itself where its file says what each part must give", async () => {
    expect(await outcome(test({ message: "see each row" }), giving({}, { checksItself: true }))).toBe("passed");
  });

  it("is skipped as a row of a checklist", async () => {
    expect(await outcome(test({ verdict: "words" }), giving({}, { checklist: true }))).toBe("skipped");
  });

  it("may have words of its own for a member", async () => {
    const adapter = giving(
      { verdict: "refused" },
      { matches: { verdict: (expected, got) => expected === "reject" && got === "refused" } },
    );
    expect(await outcome(test({ verdict: "reject" }), adapter)).toBe("passed");
    expect(await outcome(test({ verdict: "refused" }), adapter)).toBe("failed");
  });

  it("of Squad compares lists as sets", async () => {
    expect(await outcome(test({ valid_ids: ["a", "b"] }), giving({ valid_ids: ["b", "a"] }))).toBe("passed");
    for (const got of [["a"], ["a", "b", "c"], [], "a", null])
      expect(await outcome(test({ valid_ids: ["a", "b"] }), giving({ valid_ids: got }))).toBe("failed");
  });

  it("compares objects by the members named, and tells null from absent", async () => {
    expect(await outcome(test({ resolved: { "1": "a" } }), giving({ resolved: { "1": "a", "2": "b" } }))).toBe(
      "passed",
    );
    expect(await outcome(test({ resolved: { "1": "a" } }), giving({ resolved: { "2": "a" } }))).toBe("failed");
    expect(await outcome(test({ x: { a: null } }), giving({ x: {} }))).toBe("failed");
    expect(await outcome(test({ x: null }), giving({ x: null }))).toBe("passed");
    expect(await outcome(test({ x: { a: 1 } }), giving({ x: [1] }))).toBe("failed");
  });
});

describe("a case of another system", () => {
  const other = (expected: Record<string, unknown>, outputs: Record<string, unknown>): Promise<string> =>
    outcome(test(expected, { system: "beacon" }), giving(outputs, { system: "beacon" }));

  it("has no prose: everything under expected is compared", async () => {
    expect(await other({ reason: "a" }, { reason: "b" })).toBe("failed");
  });

  it("compares lists in order, but the lists that are sets without order and repeats", async () => {
    expect(await other({ ordered_events: [1, 2] }, { ordered_events: [2, 1] })).toBe("failed");
    expect(await other({ ordered_events: [1, 2] }, { ordered_events: [1, 2] })).toBe("passed");
    expect(
      await other(
        { errors: [{ rule: "a" }, { rule: "b" }] },
        { errors: [{ rule: "b", path: "x" }, { rule: "a" }, { rule: "a" }] },
      ),
    ).toBe("passed");
    expect(await other({ errors: [{ rule: "a" }] }, { errors: [{ rule: "a" }, { rule: "b" }] })).toBe("failed");
  });

  it("may say only what a list must include", async () => {
    expect(await other({ issues_include: [{ code: "a" }] }, { issues: [{ code: "b" }, { code: "a", at: 1 }] })).toBe(
      "passed",
    );
    expect(await other({ issues_include: [{ code: "c" }] }, { issues: [{ code: "b" }] })).toBe("failed");
  });
});

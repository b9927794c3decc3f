import { describe, expect, it } from "vitest";
import { comment, epic, goal, task } from "./fixture";
import { apart, goalSaid, phasesSaid, refusalSaid, tallySaid } from "./words";

const found = (code: string) => ({ code, severity: "error", pointer: "/3", message: "", rule: "", mend: "" }) as const;

describe("the words of Work", () => {
  it("splits the counts so that they add up to the total", () => {
    const counts = { resolved: 22, retired: 4, omitted: 1, unresolved: 11, conflict: 1, total: 34 };
    expect(apart(counts)).toEqual({ conflict: 1, unresolved: 10, omitted: 1, retired: 4, resolved: 18 });
    expect(Object.values(apart(counts)).reduce((a, b) => a + b)).toBe(34);
  });

  it("names the worst outcome of a bound goal first", () => {
    const mixed = goal(1, [epic(2, [task(3), task(4, { outcome: "conflict" }), task(5, { outcome: "retired" })])]);
    expect(goalSaid(mixed)).toEqual({ state: "conflict", word: "Conflict 1", text: "1 resolved, 1 retired" });
  });

  it("never calls a goal resolved whose rows were not read", () => {
    for (const state of ["refused", "unread", "pre-provenance", "none", "conflict"] as const)
      expect(goalSaid(goal(1, [], { goal: state, declared: 6 })).state).not.toBe("complete");
  });

  it("says how many rows and rules failed", () => {
    const refused = goal(1, [], {
      goal: "refused",
      declared: 6,
      failingRows: 2,
      diagnostics: [found("a"), found("b")],
    });
    expect(refusalSaid(refused)).toBe(
      "Refused: 2 of 6 rows fail 2 rules, so no row is read. Reissue the artifact to mend it.",
    );
    expect(refusalSaid({ ...refused, failingRows: 1, diagnostics: [found("a")] })).toMatch("1 of 6 rows fails a rule,");
    expect(refusalSaid({ ...refused, failingRows: 0 })).toMatch("Refused as a whole, so none of its 6 rows is read.");
    expect(refusalSaid({ ...refused, failingRows: 0, declared: 0 })).toMatch("so it binds nothing.");
  });

  it("counts without guessing a state", () => {
    expect(tallySaid({ open: 1, closed: 0, unknown: 0 })).toBe("1 open, 0 closed");
    expect(tallySaid({ open: 0, closed: 0, unknown: 2 })).toBe("2 tasks");
    expect(tallySaid({ open: 1, closed: 0, unknown: 2 })).toBe("1 open, 0 closed, 2 without a state");
  });

  it("says which phases an artifact is about", () => {
    expect(phasesSaid(comment(1))).toBe("all phases");
    expect(phasesSaid(comment(1, { kind: "phases-activated", phases: [1, 2] }))).toBe("phases 1, 2");
    expect(phasesSaid(comment(1, { kind: "phases-accepted", phases: [3] }))).toBe("phase 3");
  });
});

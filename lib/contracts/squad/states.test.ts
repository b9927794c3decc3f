import { describe, expect, it } from "vitest";
import {
  identityState,
  letsWorkResolve,
  repositoryState,
  STATE_ORDER,
  worse,
  type IdentityState,
  type IdentitySummary,
} from "./states";
import type { WorkState } from "./work-types";

const state = (answer: IdentitySummary["answer"], freshness: IdentitySummary["freshness"], held = false): string => {
  const { state: word, cause } = identityState({ answer, freshness, held });
  return `${word} ${cause}`;
};

describe("Identity", () => {
  it.each([
    [null, "reading", "unavailable reading"],
    [null, "stale", "unavailable reading"],
    ["denied", "fresh", "unavailable no-access"],
    ["absent", "fresh", "unavailable missing"],
    ["unfit", "fresh", "unavailable unfit"],
    ["refused", "fresh", "unavailable refused"],
    ["legacy", "fresh", "unavailable legacy"],
    ["complete", "expired", "unavailable expired"],
    ["partial", "expired", "unavailable expired"],
    ["refused", "expired", "unavailable refused"],
    ["denied", "stale", "unavailable no-access"],
    ["absent", "expired", "unavailable missing"],
    ["partial", "fresh", "incomplete partial"],
    ["partial", "stale", "incomplete partial"],
    ["complete", "stale", "stale stale"],
    ["complete", "fresh", "complete null"],
  ] as const)("of %s, %s, is %s", (answer, freshness, expected) => {
    expect(state(answer, freshness)).toBe(expected);
    expect(identityState({ answer, freshness })).toEqual(identityState({ answer, freshness, held: false }));
  });

  it("is held before it is stale, and after it is unavailable or incomplete", () => {
    expect(state("complete", "fresh", true)).toBe("held held");
    expect(state("complete", "stale", true)).toBe("held held");
    expect(state("complete", "expired", true)).toBe("unavailable expired");
    expect(state("partial", "fresh", true)).toBe("incomplete partial");
    expect(state("refused", "fresh", true)).toBe("unavailable refused");
  });
});

describe("a repository", () => {
  it("orders its states worst first", () => {
    expect(STATE_ORDER).toEqual(["unavailable", "conflict", "incomplete", "held", "stale", "complete"]);
    for (const [index, bad] of STATE_ORDER.entries()) {
      for (const better of STATE_ORDER.slice(index)) {
        expect(worse(bad, better)).toBe(bad);
        expect(worse(better, bad)).toBe(bad);
      }
    }
  });

  it("lets work resolve when Identity is Complete, Held or Stale", () => {
    expect((["complete", "held", "stale", "incomplete", "unavailable"] as const).map(letsWorkResolve)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it.each<[IdentityState, WorkState | null, string]>([
    ["complete", null, "complete"],
    ["stale", null, "stale"],
    ["complete", "complete", "complete"],
    ["complete", "conflict", "conflict"],
    ["complete", "unavailable", "unavailable"],
    ["complete", "incomplete", "incomplete"],
    ["stale", "complete", "stale"],
    ["stale", "incomplete", "incomplete"],
    ["held", "complete", "held"],
    ["held", "conflict", "conflict"],
    ["incomplete", "complete", "incomplete"],
    ["incomplete", "conflict", "incomplete"],
    ["incomplete", "unavailable", "incomplete"],
    ["unavailable", "conflict", "unavailable"],
    ["unavailable", "complete", "unavailable"],
  ])("with Identity %s and Work %s shows %s", (identity, work, expected) => {
    expect(repositoryState(identity, work)).toBe(expected);
  });
});

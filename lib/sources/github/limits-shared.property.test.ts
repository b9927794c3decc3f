import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limits, type Allowance, type Purse } from "./limits";

const START = Date.parse("2026-10-01T00:00:00Z");
const MINUTE = 60_000;
const LONGEST = 65 * MINUTE;
const SAME = 2 * MINUTE;
const PURSES = ["core", "graphql"] as const;

const span = fc.oneof(
  fc.constantFrom(0, 1, MINUTE, LONGEST, LONGEST + 1),
  fc.integer({ min: -MINUTE, max: 2 * LONGEST }),
);
const purse = fc.constantFrom<Purse>(...PURSES);
const unique = { selector: (one: { readonly purse: Purse }) => one.purse, maxLength: 2 };
const allowance: fc.Arbitrary<Allowance> = fc.record({
  purses: fc.uniqueArray(
    fc.record({
      ...{ purse, limit: fc.constantFrom(60, 5_000, 15_000), remaining: fc.nat({ max: 15_000 }) },
      resetIn: fc.oneof(fc.constantFrom(30 * MINUTE, 30 * MINUTE + SAME, 30 * MINUTE + SAME + 1), span),
    }),
    unique,
  ),
  spentFor: fc.uniqueArray(fc.record({ purse, millis: span }), unique),
  slowFor: span,
});

/** What one process knows that was told these things, in this order. */
function told(...all: readonly Allowance[]): Limits {
  const limits = new Limits(() => START);
  for (const one of all) limits.merge(one);
  return limits;
}

const pauses = (limits: Limits) =>
  PURSES.map((one) => limits.refuse(one)).map((refusal) =>
    refusal?.answer === "failed" ? [refusal.cause, refusal.retryAt] : null,
  );
const capped = (millis: number) => Math.min(LONGEST, Math.max(0, millis));
const spentFor = ({ spentFor: all }: Allowance, which: Purse) =>
  capped(all.find((one) => one.purse === which)?.millis ?? 0);

describe("what two processes tell each other of one credential", () => {
  it("gives the same pauses in whatever order it is heard", () => {
    fc.assert(
      fc.property(allowance, allowance, allowance, (one, two, three) => {
        expect(pauses(told(one, two, three))).toEqual(pauses(told(three, one, two)));
      }),
      { numRuns: 1_000 },
    );
  });

  it("says nothing new the second time", () => {
    fc.assert(
      fc.property(allowance, allowance, (one, two) => {
        const limits = told(one, two);
        const { allowance: before } = limits;
        limits.merge(two);
        expect(limits.allowance).toEqual(before);
        limits.merge(before);
        expect(limits.allowance).toEqual(before);
      }),
      { numRuns: 1_000 },
    );
  });

  it("pauses as long as the longer of both, and no longer than 65 minutes", () => {
    fc.assert(
      fc.property(allowance, allowance, (one, two) => {
        const { slowFor, spentFor: spent } = told(one, two).allowance;
        expect(slowFor).toBe(Math.max(capped(one.slowFor), capped(two.slowFor)));
        for (const which of PURSES)
          expect(spentFor({ purses: [], spentFor: spent, slowFor: 0 }, which)).toBe(
            Math.max(spentFor(one, which), spentFor(two, which)),
          );
      }),
      { numRuns: 1_000 },
    );
  });

  it("never grants more points than either of both has for the same window, and the later of two windows stands", () => {
    fc.assert(
      fc.property(allowance, allowance, (one, two) => {
        const limits = told(one, two);
        for (const which of PURSES) {
          const [first, second] = [one, two].map(({ purses }) => purses.find(({ purse: of }) => of === which));
          const left = limits.left(which);
          if (first === undefined || second === undefined) {
            expect(left?.remaining).toBe((first ?? second)?.remaining);
            continue;
          }
          const [a, b] = [capped(first.resetIn), capped(second.resetIn)];
          if (Math.abs(a - b) <= SAME) expect(left?.remaining).toBe(Math.min(first.remaining, second.remaining));
          else expect(left?.remaining).toBe((a > b ? first : second).remaining);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("is no news, so that nothing is told back because of it", () => {
    fc.assert(fc.property(allowance, (one) => told(one).news === 0));
  });
});

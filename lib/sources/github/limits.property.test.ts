import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limits } from "./limits";

const MINUTE = 60_000;
const START = Date.parse("2026-10-01T00:00:00Z");

describe("the turns of one credential", () => {
  it("are never more than 900 in any minute, however the requests come", () => {
    const gap = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 30_000 }));
    fc.assert(
      fc.property(fc.array(gap, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (gaps, burst) => {
        let now = START;
        const limits = new Limits(() => now);
        const sent: number[] = [];
        for (const gap of gaps) {
          now += gap;
          for (let request = 0; request < burst; request += 1) sent.push(now + limits.turn());
        }
        sent.sort((a, b) => a - b);
        let from = 0;
        for (const [to, at] of sent.entries()) {
          while ((sent[from] ?? at) <= at - MINUTE) from += 1;
          if (to - from + 1 > 900) return false;
        }
        return true;
      }),
      { numRuns: 200 },
    );
  });

  it("come at once to who asks seldom", () => {
    let now = START;
    const limits = new Limits(() => now);
    for (let request = 0; request < 5_000; request += 1) {
      expect(limits.turn()).toBe(0);
      now += 100;
    }
  });
});

describe("headers of any form", () => {
  const value = fc.oneof(
    fc.stringMatching(/^[ -~]{0,20}$/),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.constantFrom("0", "-1", "1e9", "1.5", "Infinity", "NaN", "999999999999", ""),
  );
  const headers = fc
    .record(
      {
        date: value,
        "retry-after": value,
        "x-ratelimit-limit": value,
        "x-ratelimit-remaining": value,
        "x-ratelimit-reset": value,
      },
      { requiredKeys: [] },
    )
    .map((record) => new Headers(record));

  it("stop the questions for at least a second and at most 65 minutes, and never for no time", () => {
    fc.assert(
      fc.property(headers, fc.constantFrom("spent", "tooFast"), (given, kind) => {
        const limits = new Limits(() => START);
        limits.note(given, "core");
        const refusal = kind === "spent" ? limits.spent(given, "core") : limits.tooFast(given);
        if (refusal.answer !== "failed" || refusal.retryAt === undefined) return false;
        const pause = refusal.retryAt - START;
        expect(limits.refuse("core")).toEqual(refusal);
        expect(limits.refuse("graphql") === null).toBe(kind === "spent");
        return pause > 0 && pause <= 65 * MINUTE;
      }),
      { numRuns: 2_000 },
    );
  });
});

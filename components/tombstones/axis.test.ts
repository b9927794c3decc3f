import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { makeAxis, placeOn } from "./axis";

const at = (text: string) => Date.parse(text);

describe("a time axis", () => {
  it("spans whole months in UTC and names them", () => {
    const axis = makeAxis([at("2026-01-19T20:00:00Z"), at("2026-09-24T09:41:00Z")]);
    expect(axis?.ticks.map((tick) => tick.label).join(" ")).toBe("Jan Feb Mar Apr May Jun Jul Aug Sep");
    expect(axis?.end).toBe(at("2026-10-01T00:00:00Z"));
  });

  it("names the year where it crosses one", () => {
    const axis = makeAxis([at("2025-10-03T00:00:00Z"), at("2026-02-03T00:00:00Z")]);
    expect(axis?.ticks.map((tick) => tick.label)).toEqual(["Oct", "Nov", "Dec", "2026", "Feb"]);
  });

  it("holds any instants a record may state, in few steps that fill it", () => {
    const instant = fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map(Number);
    fc.assert(
      fc.property(fc.array(instant, { minLength: 1, maxLength: 5 }), (instants) => {
        const axis = makeAxis(instants);
        expect(axis).not.toBeNull();
        if (axis === null) return;
        expect(axis.ticks.length).toBeGreaterThan(0);
        expect(axis.ticks.length).toBeLessThanOrEqual(10);
        expect(axis.start).toBeLessThanOrEqual(Math.min(...instants));
        expect(axis.end).toBeGreaterThan(Math.max(...instants));
        expect(axis.ticks.reduce((sum, tick) => sum + tick.width, 0)).toBeCloseTo(100, 1);
        for (const one of instants) expect(placeOn(axis, one)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("is nothing without an instant", () => {
    expect(makeAxis([])).toBeNull();
    expect(makeAxis([Number.NaN])).toBeNull();
  });
});

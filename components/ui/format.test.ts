import { describe, expect, it } from "vitest";
import { age, bytes, count, date, lineRange, number, span, utc } from "./format";

const DAY = 86_400_000;
const NOW = Date.parse("2026-09-24T09:41:00Z");

describe("ages", () => {
  it("uses the one unit that people would", () => {
    const spans = [
      999,
      12_000,
      59_999,
      60_000,
      3_600_000,
      DAY,
      13 * DAY,
      14 * DAY,
      62 * DAY,
      63 * DAY,
      245 * DAY,
      800 * DAY,
    ];
    expect(spans.map(span)).toEqual([
      "0 s",
      "12 s",
      "59 s",
      "1 min",
      "1 h",
      "1 d",
      "13 d",
      "2 wk",
      "8 wk",
      "2 mo",
      "8 mo",
      "2 yr",
    ]);
  });
  it("gives no age to a clock that was never set, to the future, or to what is no time", () => {
    expect(age(0, NOW)).toBeNull();
    expect(age(NOW + 73 * 365 * DAY, NOW)).toBeNull();
    expect(age(Number.NaN, NOW)).toBeNull();
  });
  it("allows for clocks that differ a little", () => {
    expect(age(NOW + 2000, NOW)).toBe("0 s");
  });
});

describe("instants", () => {
  it("are shown in UTC whatever offset they are written in", () => {
    expect(utc("2026-09-15T22:00:00+02:00")).toBe("2026-09-15 20:00:00 UTC");
    expect(utc("2026-09-15T20:00:00.212Z")).toBe("2026-09-15 20:00:00.212 UTC");
    expect(date("2026-09-15T23:30:00-02:00")).toBe("2026-09-16");
  });
  it("stay as written where they are no times", () => {
    expect(utc("soon")).toBe("soon");
    expect(date("soon")).toBe("soon");
  });
});

describe("counts", () => {
  it("agree with their noun and group their digits", () => {
    expect(count(1, "record")).toBe("1 record");
    expect(count(0, "repository", "repositories")).toBe("0 repositories");
    expect(number(1234567)).toBe("1,234,567");
    expect(bytes(5628)).toBe("5,628 bytes");
  });
  it("name one line or a range", () => {
    expect(lineRange({ first: 106, last: 118 })).toBe("106–118");
    expect(lineRange({ first: 7, last: 7 })).toBe("7");
  });
});

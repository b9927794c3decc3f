import { describe, expect, it } from "vitest";
import { instantOf, spanText } from "./span";

const span = (from: string, to: string) => spanText(Date.parse(from), Date.parse(to));

describe("how long something lasted", () => {
  it("counts calendar months and the days left over", () => {
    expect(span("2026-01-19T20:00:00Z", "2026-09-02T20:00:00Z")).toBe("7 mo 14 d");
    expect(span("2026-01-12T20:00:00Z", "2026-02-12T20:00:00Z")).toBe("1 mo");
    expect(span("2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z")).toBe("1 mo");
    expect(span("2024-06-01T00:00:00Z", "2026-09-01T00:00:00Z")).toBe("2 y 3 mo");
    expect(span("2026-01-12T20:00:00Z", "2026-01-12T22:30:00Z")).toBe("2 h");
  });

  it("says nothing where it cannot know", () => {
    expect(span("2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z")).toBe("");
    expect(spanText(instantOf(null), 0)).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { labelsOf } from "./labels";
import type { LifeEvent } from "./life";

const event = (what: LifeEvent["what"], at: number): LifeEvent => ({
  what,
  member: "created_at",
  written: "2026-01-01T00:00:00Z",
  instant: 0,
  at,
});

describe("labels of a life line", () => {
  it("share one place and never touch", () => {
    expect(labelsOf([event("created", 10), event("retired", 60), event("updated", 60)])).toMatchObject([
      { text: "created", row: 0 },
      { text: "retired, updated", row: 0 },
    ]);
    expect(labelsOf([event("created", 50), event("updated", 55)]).map(({ row }) => row)).toEqual([0, 1]);
  });

  it("stay inside the line at both ends", () => {
    expect(labelsOf([event("created", 0), event("updated", 100)]).map(({ anchor }) => anchor)).toEqual([
      "start",
      "end",
    ]);
  });
});

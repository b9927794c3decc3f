import { expect, it, vi } from "vitest";
import type { SquadFacts, SquadState } from "@/lib/systems/squad/squad";
import { Shown } from "./shown";

const state = (id: string) => ({ standings: { id }, pictures: new Map(), baseline: null }) as unknown as SquadState;

it("judges what was kept once, when somebody asks, and knows its facts before", () => {
  const changed = vi.fn();
  const shown = new Shown(state("unread"), changed);
  const make = vi.fn(() => state("kept"));
  shown.later(state("kept") as SquadFacts, make);
  expect(shown.facts.standings).toEqual({ id: "kept" });
  expect(make).not.toHaveBeenCalled();
  expect(shown.state).toBe(shown.state);
  expect(make).toHaveBeenCalledTimes(1);
  expect(changed).toHaveBeenCalledTimes(1);
});

it("forgets what was kept and never judged, once something newer is shown", () => {
  const shown = new Shown(state("unread"), () => undefined);
  const make = vi.fn(() => state("kept"));
  const newer = state("newer");
  shown.later(state("kept") as SquadFacts, make);
  shown.show(newer);
  expect(shown.state).toBe(newer);
  expect(shown.facts).toBe(newer);
  expect(make).not.toHaveBeenCalled();
});

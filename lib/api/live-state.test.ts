import { describe, expect, test } from "vitest";
import fc from "fast-check";
import {
  dueAt,
  FIRST_PAUSE,
  LAST_PAUSE,
  modeAt,
  next,
  OPENS_WITHIN,
  SILENT_AFTER,
  UNSEEN,
  type LiveEvent,
  type LiveState,
} from "./live-state";

const after = (...events: readonly LiveEvent[]): LiveState => events.reduce(next, UNSEEN);
const shown = (at: number): LiveEvent => ({ type: "shown", at });
const heard = (at: number): LiveEvent => ({ type: "heard", at });
const broke = (at: number, chance = 0.5): LiveEvent => ({ type: "broke", at, chance });
const tick = (at: number, chance = 0.5): LiveEvent => ({ type: "tick", at, chance });
const asked = (at: number, answered: boolean): LiveEvent => ({ type: "asked", at, answered });

/** Fails so often in a row, each try begun when it is due. */
function failing(state: LiveState, times: number): LiveState {
  let now = state;
  for (let i = 0; i < times; i += 1) {
    if (now.stream === "closed") now = next(now, tick(dueAt(now)));
    now = next(now, broke(now.since));
  }
  return now;
}

describe("what the page says", () => {
  test("is nothing before it is seen, connecting while it first tries, and live once it hears something", () => {
    expect(modeAt(UNSEEN, 0)).toBe("off");
    expect(modeAt(after(shown(0)), 1)).toBe("connecting");
    expect(modeAt(after(shown(0), heard(5)), 5)).toBe("live");
  });

  test("is not live any more once 40 s have passed in silence, and reconnects at once", () => {
    const open = after(shown(0), heard(5));
    expect(modeAt(open, 5 + SILENT_AFTER - 1)).toBe("live");
    expect(modeAt(open, 5 + SILENT_AFTER)).toBe("reconnecting");
    const asleep = next(open, tick(9_000_000));
    expect([asleep.stream, dueAt(asleep), modeAt(asleep, 9_000_000)]).toEqual(["closed", 9_000_000, "reconnecting"]);
    expect(modeAt([tick(9_000_000), heard(9_000_100)].reduce(next, asleep), 9_000_100)).toBe("live");
  });

  test("is reconnecting when a live stream broke, and polling after three tries in vain where questions are answered", () => {
    const open = after(shown(0), heard(5));
    expect(modeAt(failing(open, 1), 10)).toBe("reconnecting");
    expect(modeAt(failing(open, 2), 10)).toBe("reconnecting");
    expect(modeAt(failing(open, 3), 10)).toBe("polling");
  });

  test("is polling at once where the first stream could not be opened, or did not begin in time", () => {
    expect(modeAt(after(shown(0), broke(5)), 5)).toBe("polling");
    expect(modeAt(after(shown(0), tick(OPENS_WITHIN)), OPENS_WITHIN)).toBe("polling");
  });

  test("is never polling while questions are not answered either", () => {
    const lost = failing(after(shown(0), heard(5), asked(6, false)), 9);
    expect(modeAt(lost, 10)).toBe("reconnecting");
    expect(modeAt(next(lost, asked(7, true)), 10)).toBe("polling");
  });
});

describe("the stream", () => {
  test("is let go while the page is hidden, and opened at once when it is seen again", () => {
    const hidden = after(shown(0), heard(5), { type: "hidden" });
    expect([hidden.stream, dueAt(hidden)]).toEqual(["closed", Infinity]);
    expect(next(hidden, heard(6)).stream).toBe("closed");
    expect(next(hidden, shown(7)).stream).toBe("opening");
  });

  test("is tried after pauses that double from 2 s to 60 s", () => {
    const pauses = Array.from({ length: 8 }, (_, times) => {
      const state = failing(after(shown(0)), times + 1);
      return dueAt(state) - state.since;
    });
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test("is tried at once when the server answers again, or the machine is connected again", () => {
    const lost = failing(after(shown(0), heard(5), asked(6, false)), 6);
    expect(dueAt(next(lost, asked(lost.since + 1, true)))).toBe(lost.since + 1);
    expect(dueAt(next(lost, { type: "online", at: lost.since + 1 }))).toBe(lost.since + 1);
  });

  test("is not kept for live by a clock that was set back", () => {
    const open = next(after(shown(9_000_000), heard(9_000_000)), tick(1_000));
    expect(dueAt(open)).toBe(1_000 + SILENT_AFTER);
  });
});

describe("whatever happens in whatever order", () => {
  const at = fc.integer({ min: 0, max: 300_000 });
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const event: fc.Arbitrary<LiveEvent> = fc.oneof(
    fc.record({ type: fc.constantFrom("shown", "heard", "online"), at }),
    fc.record({ type: fc.constantFrom("broke", "tick"), at, chance }),
    fc.record({ type: fc.constant("asked"), at, answered: fc.boolean() }),
    fc.record({ type: fc.constant("hidden") }),
  ) as fc.Arbitrary<LiveEvent>;
  const timed = fc.array(fc.tuple(fc.integer({ min: 0, max: 50_000 }), event), { maxLength: 60 });
  /** The same events on a clock that only runs forward. */
  const inOrder = (list: readonly (readonly [number, LiveEvent])[]) => {
    let now = 0;
    return list.map(([passed, one]): readonly [number, LiveEvent] => {
      now += passed;
      return [now, "at" in one ? { ...one, at: now } : one];
    });
  };

  test("live is said only of an open stream that was heard within 40 s while the page is seen", () => {
    fc.assert(
      fc.property(timed, (list) => {
        let state = UNSEEN;
        let lastHeard = -Infinity;
        let broken = true;
        let visible = false;
        for (const [now, one] of inOrder(list)) {
          if (one.type === "shown") visible = true;
          if (one.type === "hidden") visible = false;
          const listening = state.stream !== "closed";
          state = next(state, one);
          if (one.type === "heard" && listening) [lastHeard, broken] = [now, false];
          if (one.type === "broke" || one.type === "hidden") broken = true;
          if (modeAt(state, now) === "live")
            expect([visible, broken, now - lastHeard < SILENT_AFTER]).toEqual([true, false, true]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a seen page tries again before long, and one breath of the server makes it live", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (list) => {
        const now = 300_000;
        let state = [...list, shown(now), tick(now)].reduce(next, UNSEEN);
        expect(dueAt(state) - now).toBeLessThanOrEqual(LAST_PAUSE * 1.25);
        let later = now;
        while (state.stream === "closed") state = next(state, tick((later = Math.max(later, dueAt(state)))));
        expect(later - now).toBeLessThanOrEqual(LAST_PAUSE * 1.25);
        expect(modeAt(next(state, heard(later)), later)).toBe("live");
      }),
      { numRuns: 1_000 },
    );
  });

  test("a try that failed is never repeated sooner than after three quarters of the first pause, unless there is news", () => {
    fc.assert(
      fc.property(timed, chance, (list, luck) => {
        const events = inOrder(list).map(([, one]) => one);
        const state = events.reduce(next, UNSEEN);
        if (state.stream === "closed") return;
        const now = state.since + 1;
        expect(dueAt(next(state, broke(now, luck))) - now).toBeGreaterThanOrEqual(FIRST_PAUSE * 0.75);
      }),
      { numRuns: 500 },
    );
  });
});

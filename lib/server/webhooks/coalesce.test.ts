import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Hasten, type HastenClock } from "./coalesce";

/** Time that passes when a test says so. */
class Time implements HastenClock {
  now = 0;
  private due: { readonly at: number; readonly call: () => void }[] = [];

  after(millis: number, call: () => void) {
    const one = { at: this.now + millis, call };
    this.due.push(one);
    return () => void (this.due = this.due.filter((other) => other !== one));
  }

  pass(millis: number): void {
    const until = this.now + millis;
    for (;;) {
      const next = this.due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.due = this.due.filter((other) => other !== next);
      this.now = next.at;
      next.call();
    }
    this.now = until;
  }

  get waiting(): number {
    return this.due.length;
  }
}

const EVERY = 2_000;

function start() {
  const time = new Time();
  const looks: { readonly repository: string; readonly at: number }[] = [];
  const hasten = new Hasten((repository) => looks.push({ repository, at: time.now }), EVERY, time);
  return { time, looks, hasten, at: () => looks.map(({ at }) => at) };
}

afterEach(() => vi.useRealTimers());

describe("wishes for a look", () => {
  it("are a look at once, and no other where nobody wishes again", () => {
    const { hasten, time, at } = start();
    hasten.ask("a/b");
    time.pass(10 * EVERY);
    expect(at()).toEqual([0]);
  });

  it("that come soon after are one look at the end of the interval, so that the last one is never forgotten", () => {
    const { hasten, time, at } = start();
    hasten.ask("a/b");
    time.pass(1);
    hasten.ask("a/b");
    hasten.ask("a/b");
    time.pass(EVERY - 2);
    expect(at()).toEqual([0]);
    time.pass(1);
    expect(at()).toEqual([0, EVERY]);
    time.pass(10 * EVERY);
    expect(at()).toEqual([0, EVERY]);
  });

  it("for one repository delay no other one", () => {
    const { hasten, looks } = start();
    hasten.ask("a/b");
    hasten.ask("a/b");
    hasten.ask("c/d");
    expect(looks.map(({ repository }) => repository)).toEqual(["a/b", "c/d"]);
  });

  it("of 10,000 in a minute are 31 looks", () => {
    const { hasten, time, looks } = start();
    for (let n = 0; n < 10_000; n += 1) {
      hasten.ask("a/b");
      time.pass(6);
    }
    time.pass(EVERY);
    expect(looks).toHaveLength(31);
  });

  it("that a look makes itself are looked for after it, and not at once without an end", () => {
    const time = new Time();
    const looks: number[] = [];
    const hasten: Hasten = new Hasten(
      (repository) => {
        looks.push(time.now);
        if (looks.length < 4) hasten.ask(repository);
      },
      EVERY,
      time,
    );
    hasten.ask("a/b");
    time.pass(10 * EVERY);
    expect(looks).toEqual([0, EVERY, 2 * EVERY, 3 * EVERY]);
  });

  it("are forgotten when it is closed", () => {
    const { hasten, time, at } = start();
    hasten.ask("a/b");
    hasten.ask("a/b");
    hasten.close();
    hasten.ask("c/d");
    time.pass(10 * EVERY);
    expect(at()).toEqual([0]);
    expect(time.waiting).toBe(0);
  });

  it("pass with real time where no clock is given", () => {
    vi.useFakeTimers();
    const looks: string[] = [];
    const hasten = new Hasten((repository) => looks.push(repository), EVERY);
    hasten.ask("a/b");
    hasten.ask("a/b");
    expect(looks).toHaveLength(1);
    vi.advanceTimersByTime(EVERY);
    expect(looks).toHaveLength(2);
    hasten.close();
  });

  const wishes = fc.array(
    fc.record({
      repository: fc.constantFrom("a/b", "c/d", "e/f"),
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * EVERY })),
    }),
    { maxLength: 200 },
  );

  it("are each followed by a look within the interval, no two looks are closer than it, and nothing is held in the end", () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const { hasten, time, looks } = start();
        const asked: { readonly repository: string; readonly at: number }[] = [];
        for (const { repository, wait } of list) {
          time.pass(wait);
          asked.push({ repository, at: time.now });
          hasten.ask(repository);
          expect(hasten.size).toBeLessThanOrEqual(3);
        }
        time.pass(2 * EVERY);
        for (const repository of ["a/b", "c/d", "e/f"]) {
          const wished = asked.filter((one) => one.repository === repository).map(({ at }) => at);
          const looked = looks.filter((one) => one.repository === repository).map(({ at }) => at);
          expect(wished.every((at) => looked.some((look) => look >= at && look <= at + EVERY))).toBe(true);
          expect(looked.every((look) => wished.some((at) => look >= at && look <= at + EVERY))).toBe(true);
          expect(looked.every((look, n) => n === 0 || look - (looked[n - 1] ?? 0) >= EVERY)).toBe(true);
        }
        expect([hasten.size, time.waiting]).toEqual([0, 0]);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { faults, ROUTES, type Fault } from "../../../e2e/github";
import { Limits } from "./limits";
import { answerOf, Hub, REGISTRY, short, valueOf, wordsOf } from "./testing/github";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CEILING = 16 * MINUTE;
const always = () => true;

/** The next look meets the fault; gives for how long nothing is asked then. */
async function pauseAfter(hub: Hub, fault: Fault): Promise<number> {
  hub.github.inject({ match: always, fault });
  const look = await hub.source.head(null);
  expect(short(look)).toMatch(/^failed (?:rate|secondary)-limit$/);
  return (wordsOf(look).retryAt ?? Number.NaN) - hub.now;
}

describe("after a limit", () => {
  it.each([
    ["asked too fast", faults.secondaryLimit(), "failed secondary-limit", MINUTE],
    ["asked too fast, with a time", faults.secondaryLimit({ retryAfter: 90 }), "failed secondary-limit", 90 * SECOND],
    ["points spent", faults.primaryLimit({ resetIn: 600 }), "failed rate-limit", 600 * SECOND],
  ])("nothing is asked before the time that was given: %s", async (_what, fault, expected, pause) => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    hub.thread(1);
    expect(await pauseAfter(hub, fault)).toBe(pause);
    const retryAt = hub.now + pause;
    hub.tick(pause - 1);
    hub.github.reset();
    const others = hub.open("other/repository");
    for (const look of [
      await hub.source.head(null),
      await others.head(null),
      await hub.source.pages(hub.name, 45, null, 0),
      await hub.source.comment(hub.name, 1, null),
    ]) {
      expect(short(look)).toBe(expected);
      expect(wordsOf(look).retryAt).toBe(retryAt);
      expect(look.requests).toBe(0);
    }
    expect(hub.github.requests).toBe(0);
    hub.tick(1);
    expect(short(await hub.source.head(null))).toBe("value");
    expect(hub.github.requests).toBe(1);
  });

  it("of points, the other purse can still pay; after a limit of speed nothing is asked of either", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    await pauseAfter(hub, faults.primaryLimit({ resetIn: 600 }));
    expect(short(await hub.source.identify(pin))).toBe("value");
    hub.tick(600 * SECOND);
    await pauseAfter(hub, faults.secondaryLimit());
    hub.github.reset();
    expect(short(await hub.source.search(hub.name))).toBe("failed secondary-limit");
    expect(hub.github.requests).toBe(0);
  });

  it("of GraphQL's points, files and threads can still be asked for", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    hub.github.setLimit({ graphql: { limit: 5_000, remaining: 0 } });
    expect(short(await hub.source.identify(pin))).toBe("failed rate-limit");
    hub.github.reset();
    expect(short(await hub.source.search(hub.name))).toBe("failed rate-limit");
    expect(hub.github.requests).toBe(0);
    expect(short(await hub.source.head(null))).toBe("value");
  });

  it("what was about to be asked is not asked either", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    hub.github.inject({ match: always, fault: faults.secondaryLimit(), times: Infinity });
    const looks = await Promise.all(Array.from({ length: 40 }, () => hub.source.pages(hub.name, 45, null, 0)));
    expect(looks.map(short)).toEqual(Array(40).fill("failed secondary-limit"));
    expect(hub.github.requests).toBeLessThanOrEqual(8);
  });

  it("requests that were under way together make the pause one minute, and not longer with each of them", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    hub.github.inject({ match: always, fault: faults.secondaryLimit(), times: 8 });
    const looks = await Promise.all(Array.from({ length: 8 }, () => hub.source.pages(hub.name, 45, null, 0)));
    expect(looks.map((look) => (wordsOf(look).retryAt ?? 0) - hub.now)).toEqual(Array(8).fill(MINUTE));
    hub.tick(MINUTE);
    expect(await pauseAfter(hub, faults.secondaryLimit())).toBe(2 * MINUTE);
  });

  it("one that was under way and still goes through does not make the next pause short again", () => {
    let now = 0;
    const limits = new Limits(() => now);
    limits.tooFast(new Headers());
    limits.wentThrough();
    now = MINUTE;
    expect(limits.tooFast(new Headers())).toMatchObject({ retryAt: now + 2 * MINUTE });
  });

  it("pauses grow while it goes on, up to a longest, and are short again after a success", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const pauses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const pause = await pauseAfter(hub, faults.secondaryLimit());
      pauses.push(pause / MINUTE);
      hub.tick(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 16, 16]);
    expect(short(await hub.source.head(null))).toBe("value");
    expect(await pauseAfter(hub, faults.secondaryLimit())).toBe(MINUTE);
  });

  it("a failure of another kind does not make the pauses short again", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    hub.tick(await pauseAfter(hub, faults.secondaryLimit()));
    hub.github.inject({ match: always, fault: faults.serverError() });
    expect(short(await hub.source.head(null))).toBe("failed server");
    expect(await pauseAfter(hub, faults.secondaryLimit())).toBe(2 * MINUTE);
  });
});

describe("the time that GitHub gives", () => {
  const date = (hub: Hub, millis: number) => new Date(hub.now + millis).toUTCString();

  it.each<[string, (hub: Hub) => Fault, number]>([
    ["seconds", () => faults.secondaryLimit({ retryAfter: 30 }), 30 * SECOND],
    ["seconds with a 429", () => faults.secondaryLimit({ status: 429, retryAfter: 30 }), 30 * SECOND],
    ["a date", (hub) => faults.secondaryLimit({ retryAfter: date(hub, 30 * SECOND) }), 30 * SECOND],
    [
      "a date of a proxy that gives no time of its own",
      (hub) => faults.tooManyRequests(date(hub, 45_000)),
      45 * SECOND,
    ],
    ["seconds of a proxy", () => faults.tooManyRequests(45), 45 * SECOND],
    ["none, of a proxy", () => faults.tooManyRequests(), MINUTE],
    ["words, which name no time", () => faults.secondaryLimit({ retryAfter: "soon" }), MINUTE],
    ["words that look like a date", () => faults.secondaryLimit({ retryAfter: "in 5" }), MINUTE],
    ["nothing, which names no time", () => faults.secondaryLimit({ retryAfter: "" }), MINUTE],
    ["a negative number, which names no time", () => faults.secondaryLimit({ retryAfter: "-5" }), MINUTE],
    ["no time at all to wait, which cannot be meant", () => faults.secondaryLimit({ retryAfter: 0 }), MINUTE],
    ["a date that is past", (hub) => faults.secondaryLimit({ retryAfter: date(hub, -90_000) }), MINUTE],
    ["a hundred days", () => faults.secondaryLimit({ retryAfter: 8_640_000 }), 65 * MINUTE],
    ["a date in a hundred years", (hub) => faults.secondaryLimit({ retryAfter: date(hub, 3e12) }), 65 * MINUTE],
    ["a reset", () => faults.primaryLimit({ resetIn: 1_000 }), 1_000 * SECOND],
    ["a reset with a 429", () => faults.primaryLimit({ status: 429, resetIn: 1_000 }), 1_000 * SECOND],
    ["a reset that is past", () => faults.primaryLimit({ resetIn: -1_000 }), SECOND],
    ["an absurd reset", () => faults.primaryLimit({ resetIn: 1e9 }), 65 * MINUTE],
  ])("is kept, within reason: %s", async (_what, fault, expected) => {
    const hub = await Hub.start();
    expect(await pauseAfter(hub, fault(hub))).toBe(expected);
    hub.github.reset();
    await hub.source.head(null);
    expect(hub.github.requests).toBe(0);
  });

  it.each([-3 * 3_600_000, -61_000, 61_000, 3 * 3_600_000, 400 * 86_400_000])(
    "is a span, so that clocks which differ by %d milliseconds do not matter",
    async (skew) => {
      const hub = await Hub.start();
      hub.github.skew(skew);
      expect(await pauseAfter(hub, faults.primaryLimit({ resetIn: 600 }))).toBe(600 * SECOND);
      hub.tick(600 * SECOND);
      const retryAfter = new Date(hub.now + skew + 30_000).toUTCString();
      expect(await pauseAfter(hub, faults.secondaryLimit({ retryAfter }))).toBe(30 * SECOND);
    },
  );

  it.each([
    ["no header", {}],
    ["a reset that is no number", { "x-ratelimit-reset": "later" }],
    ["a reset of too many digits", { "x-ratelimit-reset": "9".repeat(400) }],
    ["a negative reset", { "x-ratelimit-reset": "-1" }],
  ])("may be missing where points are spent: then a minute is waited (%s)", async (_what, headers) => {
    const hub = await Hub.start();
    const fault = faults.answer({ status: 403, headers: { "x-ratelimit-remaining": "0", ...headers }, body: {} });
    expect(await pauseAfter(hub, fault)).toBe(MINUTE);
  });

  it("is never longer than the longest pause where GitHub names none", async () => {
    const limits = new Limits(() => 0);
    for (let time = 0; time < 2_000; time += 1) {
      const refusal = limits.tooFast(new Headers());
      expect(refusal).toMatchObject({ cause: "secondary-limit" });
      if (refusal.answer === "failed") expect(refusal.retryAt).toBeLessThanOrEqual(CEILING);
    }
  });
});

describe("a purse that is nearly empty", () => {
  it("is told, so that what can wait does, until it is full again", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    expect(hub.source.isLow()).toBe(false);
    hub.github.setLimit({ core: { limit: 5_000, remaining: 1_001 } });
    await hub.source.head(null);
    expect(hub.source.isLow()).toBe(false);
    await hub.source.head(null);
    await hub.source.head(null);
    expect(hub.source.isLow()).toBe(true);
    expect(hub.host.client.limits.left("core")).toMatchObject({ limit: 5_000 });
    hub.tick(3_600 * SECOND);
    expect(hub.source.isLow()).toBe(false);
  });

  it("is not told by a server without limits", async () => {
    const hub = await Hub.start({ limits: false });
    await hub.repository.push({ a: "1" });
    await hub.source.head(null);
    expect(hub.source.isLow()).toBe(false);
    expect(hub.host.client.limits.left("core")).toBeNull();
  });
});

describe("requests at a time", () => {
  it("are never more than eight, over all repositories of a host", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    let waiting = 0;
    let release: () => void = () => undefined;
    const full = new Promise<void>((resolve) => (release = resolve));
    hub.github.before(always, () => ((waiting += 1) === 8 ? release() : undefined, full), { times: Infinity });
    const other = hub.open("Owner/Repository");
    const looks = Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? hub.source : other).pages(hub.name, 45, null, 0),
    );
    expect((await Promise.all(looks)).map(short)).toEqual(Array(30).fill("value"));
    expect(hub.github.requests).toBe(30);
    expect(hub.github.mostAtOnce).toBe(8);
  });

  it("that were called off while they waited for their turn cost nothing and delay nobody", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const leave = Array.from({ length: 500 }, () => new AbortController());
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let arrived = 0;
    const full = new Promise<void>((resolve) =>
      hub.github.before(always, () => ((arrived += 1) === 8 ? resolve() : undefined, opened), { times: 8 }),
    );
    const first = Array.from({ length: 8 }, () => hub.source.pages(hub.name, 45, null, 0));
    const gone = leave.map(({ signal }) => hub.source.pages(hub.name, 45, null, 0, { signal }));
    const last = hub.source.pages(hub.name, 45, null, 0);
    await full;
    for (const each of leave) each.abort();
    expect(new Set((await Promise.all(gone)).map(short))).toEqual(new Set(["failed timeout"]));
    open();
    expect([...(await Promise.all(first)), await last].map(short)).toEqual(Array(9).fill("value"));
    expect(hub.github.requests).toBe(9);
    expect(hub.host.client.limits.turn()).toBe(0);
  });

  it("that waited for their turn while a limit was met are refused, not asked", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const pin = await hub.pin();
    hub.github.inject({ match: ROUTES.graphql, fault: faults.secondaryLimit() });
    expect(short(await hub.source.identify(pin))).toBe("failed secondary-limit");
    expect(answerOf(await hub.source.head(pin))).toMatchObject({ retryAt: hub.now + MINUTE });
    hub.tick(MINUTE);
    expect(valueOf(await hub.source.identify(pin))).toEqual(hub.name);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bench, emptied, leadOne, must, openedBare, writing, type Bare, type Bench } from "./testing/stores";
import type { Lease, Store } from "./types";

const keys = Array.from({ length: 1_000 }, (_, index) => ({
  repository: `acme/${String(index).padStart(4, "0")}`,
  scope: "s",
}));
const [A] = keys as [(typeof keys)[number]];

describe.each(["embedded", "postgres"] as const)("leading repositories (%s)", (kind) => {
  let place: Bench;
  let store: Store;
  let run: Bare["run"];
  beforeAll(async () => {
    place = await bench(kind);
    ({ store, run } = await openedBare(await place.fresh()));
  }, 60_000);
  beforeEach(() => emptied(run));
  afterAll(async () => {
    await store.close();
    await place.end();
  });

  async function lead(holder: string, most = 1_000, asked = keys, lastsMs = 60_000): Promise<readonly Lease[]> {
    return must(await store.lead({ holder, keys: asked, most, lastsMs }));
  }
  /** Lets leases run out, as time would. */
  const expire = (where = "true") =>
    run(`update lease set expires_at = clock_timestamp() - interval '1 ms' where ${where}`);

  it("gives each to one process, no more than it wants, and the rest to the next", async () => {
    const one = await lead("one", 600);
    const two = await lead("two");
    expect([one.length, two.length]).toEqual([600, 400]);
    expect(new Set([...one, ...two].map((lease) => lease.repository)).size).toBe(1_000);
    expect(await lead("three")).toEqual([]);
  });

  it("spreads over processes that ask at the same time, and none waits for another", async () => {
    const all = await Promise.all(["a", "b", "c", "d"].map((holder) => lead(holder, 250)));
    // One that came upon rows that another had locked takes what is left the next time.
    const again = await Promise.all(["a", "b", "c", "d"].map((holder) => lead(holder, 250)));
    expect(again.map((leases) => leases.length)).toEqual([250, 250, 250, 250]);
    expect(new Set(again.flat().map((lease) => lease.repository)).size).toBe(1_000);
    for (const [index, leases] of all.entries()) for (const lease of leases) expect(again[index]).toContainEqual(lease);
  });

  it("renews what is led with the same fence, and names only what the process asked for or leads", async () => {
    const [before] = await lead("one", 1, [A], 2_000);
    const [after] = await lead("one", 1, [A], 60_000);
    expect(after).toEqual(before);
    const [row] = await run("select (expires_at > clock_timestamp() + interval '30 s') as long from lease");
    expect(row).toEqual({ long: true });
    // What it leads and does not ask for any more is told, so that it can be given back, and not renewed.
    await lead("one", 5, keys.slice(1, 3), 120_000);
    expect(await run("select repository from lease where expires_at < clock_timestamp() + interval '90 s'")).toEqual([
      { repository: A.repository },
    ]);
    expect(await lead("one", 5, [])).toHaveLength(3);
  });

  it("tells of more than is wanted where more was led, and takes nothing", async () => {
    await lead("one", 5);
    expect(await lead("one", 2)).toHaveLength(5);
    expect(await lead("two", 1_000, keys.slice(0, 5))).toEqual([]);
  });

  it("gives a lease that ran out to another, with a greater fence", async () => {
    const own = await leadOne(store, A, "one");
    await expire();
    const other = await leadOne(store, A, "two");
    expect(other.fence).toBe(own.fence + 1);
    expect(await lead("one", 1, [A])).toEqual([]);
  });

  it("makes a process that slept through its lease's end find its fence dead, also where nobody took it", async () => {
    const own = await leadOne(store, A, "one");
    await expire();
    expect(must(await store.write(writing(own, 0)))).toEqual({ done: "lost" });
    const again = await leadOne(store, A, "one");
    expect(again.fence).toBe(own.fence + 1);
    expect(must(await store.write(writing(own, 0)))).toEqual({ done: "lost" });
    expect(must(await store.write(writing(again, 0)))).toMatchObject({ done: "written" });
  });

  it("writes nothing for another's lease, a made-up fence or a lease that never was", async () => {
    const own = await leadOne(store, A, "one");
    for (const wrong of [
      { ...own, holder: "two" },
      { ...own, fence: own.fence + 1 },
      { ...own, repository: "acme/none" },
      { ...own, scope: "x" },
    ])
      expect(must(await store.write(writing(wrong, 0)))).toEqual({ done: "lost" });
    expect(must(await store.versions())).toEqual([]);
  });

  it("can be given back, and then another takes it at once; giving back another's changes nothing", async () => {
    const own = await leadOne(store, A, "one");
    must(await store.release("two", [own]));
    must(await store.release("one", [{ ...own, fence: own.fence + 1 }]));
    expect(await lead("two", 1, [A])).toEqual([]);
    must(await store.release("one", [own]));
    const other = await leadOne(store, A, "two");
    expect(other.fence).toBe(own.fence + 1);
    must(await store.release("one", [own]));
    expect(must(await store.write(writing(other, 0)))).toMatchObject({ done: "written" });
  });

  it("counts the processes that were heard of lately", async () => {
    expect(must(await store.alive("one", 20_000))).toBe(1);
    expect(must(await store.alive("two", 20_000))).toBe(2);
    await run("update replica set seen_at = seen_at - interval '30 s' where holder = 'one'");
    expect(must(await store.alive("two", 20_000))).toBe(1);
    await run("update replica set seen_at = seen_at - interval '2 hours' where holder = 'one'");
    expect(must(await store.alive("two", 20_000))).toBe(1);
    expect(await run("select holder from replica")).toEqual([{ holder: "two" }]);
  });

  it("renews a thousand in a moment", async () => {
    await lead("one");
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now();
      await lead("one");
      times.push(performance.now() - start);
    }
    // Far from the few milliseconds that it takes on a machine of one's own, and far from what a statement a row would.
    expect(Math.min(...times)).toBeLessThan(250);
  });
});

describe("with two processes at one PostgreSQL", () => {
  let place: Bench;
  let first: Bare;
  let second: Bare;
  beforeAll(async () => {
    place = await bench("postgres");
    const options = await place.fresh();
    first = await openedBare(options);
    second = await openedBare(options);
  }, 60_000);
  beforeEach(() => emptied(first.run));
  afterAll(async () => {
    await Promise.all([first.store.close(), second.store.close()]);
    await place.end();
  });

  it("a lease that runs out in the middle of a write is not taken over before the write has ended", async () => {
    const own = await leadOne(first.store, A, "one", 400);
    // The write is held up after it has found its lease good: somebody has locked the standing.
    must(await first.store.write(writing(own, 0)));
    let release: () => void = () => undefined;
    const locked = new Promise<void>((done) => {
      void second.engine.transact(async (db) => {
        await db.execute("select 1 from standing for update");
        done();
        await new Promise<void>((go) => (release = go));
      });
    });
    await locked;
    const write = first.store.write(writing(own, 1));
    await expect
      .poll(() => second.run("select 1 as old from lease where expires_at < clock_timestamp()"), { timeout: 5_000 })
      .toHaveLength(1);
    expect(must(await second.store.lead({ holder: "two", keys: [A], most: 1, lastsMs: 60_000 }))).toEqual([]);
    release();
    expect(must(await write)).toEqual({ done: "written", version: 2 });
    expect(must(await second.store.lead({ holder: "two", keys: [A], most: 1, lastsMs: 60_000 }))).toHaveLength(1);
  });

  it("of many writers with one version exactly one writes", async () => {
    const own = await leadOne(first.store, A, "one");
    const stores = [first.store, second.store];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => stores[index % 2]?.write(writing(own, 0))),
    );
    const done = answers.map((answer) => (answer?.ok === true ? answer.value.done : "fault"));
    expect(done.filter((one) => one === "written")).toHaveLength(1);
    expect(done.filter((one) => one === "conflict")).toHaveLength(15);
  });

  it("what one publishes or writes the other hears", async () => {
    const heard: string[] = [];
    const end = second.store.subscribe((message) => heard.push(message));
    const own = await leadOne(first.store, A, "one");
    await expect
      .poll(async () => {
        must(await first.store.publish("hello"));
        return heard;
      })
      .toContain("hello");
    must(await first.store.write(writing(own, 0, { message: "a colon: and more" })));
    must(await first.store.write(writing(own, 0, { message: "refused" })));
    must(await second.store.publish("own"));
    await expect.poll(() => heard).toEqual(expect.arrayContaining(["a colon: and more", "own"]));
    expect(heard.filter((one) => one === "own")).toHaveLength(1);
    expect(heard).not.toContain("refused");
    end();
  });
});

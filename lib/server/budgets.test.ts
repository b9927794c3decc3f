import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { faults } from "../../e2e/github";
import type { StoreOptions } from "@/lib/store/open";
import { bench, emptied, openedBare, type Bare, type Bench } from "@/lib/store/testing/stores";
import { GitHubSquad } from "@/lib/systems/squad/testing/github-squad";
import { asking } from "@/lib/systems/squad/testing/kinds";
import { StoreHome } from "./keeping/home";
import { KEY, Process } from "./keeping/testing/budget-process";
import { Replica } from "./keeping/testing/replica";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** What clocks may differ by, in what one process believes of another. */
const SKEW = 2 * MINUTE;
/** What the tests themselves take, by the clocks that they do not move. */
const REAL = 5 * SECOND;
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe("what one credential may ask, told by one process to another", { timeout: 60_000 }, () => {
  let stores: Bench;
  let store: Bare;
  let home: StoreHome;
  let now = 0;
  beforeAll(async () => {
    stores = await bench("embedded");
    store = await openedBare(await stores.fresh());
    home = new StoreHome(() => Promise.resolve({ ok: true, value: store.store }));
    await home.tried;
  }, 60_000);
  afterAll(async () => {
    await home.close();
    await stores.end();
  });
  beforeEach(async () => {
    now = Date.now();
    await emptied(store.run);
  });

  /** Time goes by: on the clocks of the processes, and on the database's, which the test cannot move but its rows. */
  const pass = async (millis: number) => {
    now += millis;
    await store.run(`update budget set at = at - interval '${millis} milliseconds'`);
  };
  const start = (skew = 0) => new Process(home, () => now, skew);
  const slow = (process: Process, seconds: number) =>
    process.limits.tooFast(new Headers({ "retry-after": `${seconds}` }));

  it("stops both as long as GitHub said", async () => {
    const [one, two] = [start(), start()];
    slow(one, 120);
    await one.tell(store);
    await two.hear();
    expect(two.paused).toBeGreaterThan(2 * MINUTE - REAL);
    expect(two.paused).toBeLessThanOrEqual(2 * MINUTE);
    expect(two.limits.refuse("graphql")).not.toBeNull();
  });

  it("shares points downward within one window", async () => {
    const [one, two] = [start(), start()];
    two.left(4_000, 30 * MINUTE);
    one.left(100, 30 * MINUTE);
    await one.tell(store);
    await two.hear();
    expect(two.limits.left("core")?.remaining).toBe(100);
    one.left(3_000, 30 * MINUTE);
    await pass(10 * SECOND);
    await one.tell(store);
    await two.hear();
    expect(two.limits.left("core")?.remaining).toBe(100);
  });

  it("takes the points of a later window", async () => {
    const [one, two] = [start(), start()];
    two.left(3, 2 * MINUTE);
    one.left(4_990, 59 * MINUTE);
    await one.tell(store);
    await two.hear();
    expect(two.limits.left("core")?.remaining).toBe(4_990);
    // And one that still has the earlier window does not bring it back.
    two.left(4_980, 59 * MINUTE);
    const late = start();
    late.left(2, MINUTE);
    await pass(10 * SECOND);
    await late.tell(store);
    await two.hear();
    expect(two.limits.left("core")?.remaining).toBe(4_980);
  });

  describe.each([-10 * MINUTE, 0, 10 * MINUTE])("whose clocks differ by %d ms", (skew) => {
    it("is never a pause that is cut", async () => {
      const [one, two] = [start(), start(skew)];
      slow(one, 120);
      await one.tell(store);
      await two.hear();
      expect(two.paused).toBeGreaterThan(2 * MINUTE - REAL);
    });

    it("is never a pause that is longer than it was, but for what clocks may differ by", async () => {
      const one = start();
      slow(one, 120);
      await one.tell(store);
      for (let minutes = 1; minutes <= 20; minutes += 1) {
        await pass(MINUTE);
        const two = start(skew);
        await two.hear();
        expect(two.paused, `${minutes} min later`).toBeLessThanOrEqual(
          Math.max(0, 2 * MINUTE - minutes * MINUTE + SKEW),
        );
      }
    });
  });

  it("is no longer a pause however often two processes echo it", async () => {
    const [one, two] = [start(), start()];
    const began = now;
    slow(one, 900);
    await one.tell(store);
    for (let round = 0; round < 30; round += 1) {
      const [teller, hearer] = round % 2 === 0 ? [one, two] : [two, one];
      await pass(SECOND);
      await hearer.hear();
      await pass(6 * SECOND);
      // An answer to a request that was under way: news of points, and the pause is told along.
      hearer.left(4_000 - round, 30 * MINUTE);
      await hearer.tell(store);
      for (const process of [teller, hearer])
        if (process.paused > 0) expect(now + process.paused - began).toBeLessThanOrEqual(900 * SECOND + REAL);
    }
    expect(one.paused).toBeGreaterThan(0);
  });

  it("is no longer a pause however many processes start one after another", async () => {
    const began = now;
    const first = start();
    slow(first, 600);
    await first.tell(store);
    for (let count = 0; count < 8; count += 1) {
      await pass(70 * SECOND);
      const next = start();
      await next.hear();
      expect(now + next.paused - began).toBeLessThanOrEqual(600 * SECOND + SKEW);
      next.left(4_000 - count, 30 * MINUTE);
      await next.tell(store);
    }
  });

  it("is a pause for all, also where another one tells its points before it has heard of it", async () => {
    const [one, two] = [start(), start()];
    slow(one, 120);
    await one.tell(store);
    two.left(4_000, 30 * MINUTE);
    await two.tell(store);
    const three = start();
    for (const process of [two, three]) {
      await process.hear();
      expect(process.paused).toBeGreaterThan(2 * MINUTE - REAL);
    }
  });

  it("says nothing an hour later", async () => {
    const [one, two] = [start(), start()];
    slow(one, 900);
    one.left(3, 59 * MINUTE);
    await one.tell(store);
    await pass(HOUR);
    const { allowance } = two.limits;
    await two.hear();
    expect(two.limits.allowance).toEqual(allowance);
    expect(two.limits.isLow("core")).toBe(false);
  });

  it("is ignored where it is not what Muster writes", async () => {
    const written = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.constantFrom("", "null", "[]", '{"slowFor":0}', '{"purses":[],"spentFor":[],"slowFor":1e999}'),
      fc
        .record({ purses: fc.jsonValue(), spentFor: fc.jsonValue(), slowFor: fc.string() })
        .map((one) => JSON.stringify(one)),
    );
    await fc.assert(
      fc.asyncProperty(written, async (value) => {
        const one = start();
        const { allowance } = one.limits;
        await store.store.setBudget(KEY, value);
        await one.hear();
        expect(one.limits.allowance).toEqual(allowance);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a pause that GitHub told one process of", { timeout: 60_000 }, () => {
  let stores: Bench;
  let store: StoreOptions;
  let squad: GitHubSquad;
  const replicas: Replica[] = [];
  beforeAll(async () => void (stores = await bench("postgres")), 60_000);
  afterAll(() => stores.end());
  beforeEach(async () => {
    [squad, store] = await Promise.all([GitHubSquad.start(), stores.fresh()]);
    squad.github.setNow(null);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.die()));
    await squad.stop();
  });

  const names = ["owner/repository", "owner/two"];
  const looks = async (replica: Replica) => {
    for (const member of replica.repositories) await member.look();
  };
  const refusal = (replica: Replica) => replica.host.client.limits.refuse("core");

  it.each([
    ["asked too fast", faults.secondaryLimit({ retryAfter: 120 }), "secondary-limit"],
    ["out of points", faults.primaryLimit({ resetIn: 900 }), "rate-limit"],
  ])("stops the other one before it asks: %s", async (_, fault, cause) => {
    await squad.usual();
    squad.github.addRepository("owner/two");
    const [one, two] = [
      new Replica({ store, github: squad.github, names }),
      new Replica({ store, github: squad.github, names }),
    ];
    replicas.push(one, two);
    await until(() => expect([one.keeper.led, two.keeper.led]).toEqual([1, 1]));
    const led = (replica: Replica) => replica.repositories.filter((member) => replica.keeper.lease(member) !== null);
    squad.github.inject({ match: asking("head"), fault, times: 1 });
    // Whichever asks first is told.
    await until(async () => {
      for (const replica of replicas) if (replicas.every((other) => refusal(other) === null)) await looks(replica);
      expect(replicas.some((replica) => refusal(replica) !== null)).toBe(true);
    });
    await until(() => expect(replicas.map(refusal)).not.toContain(null));
    squad.github.reset();
    await until(async () => {
      await Promise.all(replicas.map(looks));
      const causes = replicas.flatMap(led).map(({ state }) => state.standings.registry.failing?.cause);
      expect(causes).toEqual([cause, cause]);
    });
    expect(squad.github.requests).toBe(0);
    // Nor does one that starts later ask.
    const three = new Replica({ store, github: squad.github, names });
    replicas.push(three);
    await until(() => expect(refusal(three)).not.toBeNull());
    expect(squad.github.requests).toBe(0);
  });
});

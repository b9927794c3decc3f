import { test } from "@playwright/test";
import { createDatabase } from "./database";
import { expect } from "./fixtures";
import type { GitHub, Repository } from "./github";
import { Fleet, isReady, leases, led, metric, OFTEN, publishAll, revise, shows, statusOf, tellPush } from "./replicas";
import type { MusterProcess } from "./serve";

const AHEAD = 600_000;

test.describe.configure({ timeout: 120_000 });

test.describe("where the clock of the process that leads is ten minutes ahead", () => {
  const NAME = "skew/squad";
  let hub: GitHub;
  let repository: Repository;
  let fleet: Fleet;
  let database: string;
  let ahead: MusterProcess;
  let other: MusterProcess;

  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    const started = await publishAll([NAME]);
    hub = started.hub;
    repository = started.repositories[0] as Repository;
    database = await createDatabase();
    fleet = new Fleet(hub, [NAME], { DATABASE_URL: database });
    const clock = new URL("skewed-clock.mjs", import.meta.url).href;
    ahead = await fleet.start({ NODE_OPTIONS: `--import ${clock}`, MUSTER_TEST_SKEW: String(AHEAD) });
    await isReady(ahead);
    other = await fleet.start();
    await isReady(other);
  });
  test.afterAll(async () => {
    await fleet.stop();
    await hub.stop();
  });

  test("one process leads throughout, and nothing is looked at twice", async () => {
    // The skew is there at all.
    expect(Date.parse((await statusOf(ahead, NAME)).data.now) - Date.now()).toBeGreaterThan(AHEAD - 60_000);
    await revise(repository, 2);
    await tellPush(other, repository);
    for (const member of fleet.members) await shows(member, NAME, 2);
    const [before] = await leases(database);
    hub.reset();
    const from = Date.now();
    // Three beats of each.
    await expect
      .poll(
        async () => {
          expect(await Promise.all([ahead, other].map(led))).toEqual([1, 0]);
          for (const member of fleet.members) expect((await statusOf(member, NAME)).data.revision).toBe(2);
          return Date.now() - from;
        },
        { intervals: [250], timeout: 60_000 },
      )
      .toBeGreaterThan(15_000);
    expect((await leases(database))[0]).toEqual(before);
    expect(hub.log.map(({ path }) => path)).toEqual([]);
  });

  test("no age is negative, on screen or in the metrics, of whichever process", async ({ page }) => {
    for (const member of fleet.members) {
      await page.goto(`${member.url}/repos/${NAME}/roster`);
      await expect(page.locator(".liveness")).toHaveText("Live");
      const text = await page.locator("body").innerText();
      expect(text).not.toMatch(/[-−]\d+ ?(?:s|min|h|second|minute)|\bin \d+ min/);
      expect(await metric(member, 'muster_snapshot_age_seconds{statistic="max"}')).toBeGreaterThanOrEqual(0);
    }
  });

  test("whoever takes over looks again within its own rhythm", async () => {
    ahead.signal("SIGTERM");
    expect(await ahead.ended).toBe(0);
    await expect.poll(() => led(other), OFTEN).toBe(1);
    const { now, nextLookAt } = (await statusOf(other, NAME)).data;
    // Every 60 s while somebody looks, a tenth more at most.
    expect(Date.parse(nextLookAt) - Date.parse(now)).toBeLessThan(70_000);
  });
});

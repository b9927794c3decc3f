import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as unwatched } from "@playwright/test";
import { startPostgres } from "../lib/store/testing/postgres";
import { campaign } from "./crash";
import { createDatabase } from "./database";
import { expect, watched } from "./fixtures";
import { startGitHub } from "./github";
import { SECRET } from "./github-squads";
import { Fleet, isReady, leases, led, OFTEN, ready, revise, shows, tellPush } from "./replicas";
import { launchMuster, startMuster } from "./serve";
import { record, Squad } from "./squad";

const test = watched;
const ROUNDS = Number(process.env["MUSTER_CRASH_ROUNDS"] ?? "10");
const NAME = "durable/squad";

test.describe.configure({ timeout: 180_000 });

for (const store of ["embedded", "postgres"] as const) {
  test(`kill -9 at random moments, on ${store}: nothing is torn, no accepted revision goes back, no decision is lost, and a start reads no file or thread again`, async () => {
    const rounds = Math.ceil(ROUNDS / 2);
    test.setTimeout(60_000 + rounds * 20_000);
    const folder = mkdtempSync(join(tmpdir(), "muster-crash-"));
    const env: Record<string, string> =
      store === "embedded" ? { MUSTER_DATA: folder } : { DATABASE_URL: await createDatabase() };
    try {
      const seen = await campaign(env, rounds);
      // A campaign in which nothing happened would have shown nothing.
      expect(seen.kills).toBe(rounds);
      expect(seen.shown).toBeGreaterThanOrEqual(rounds);
      expect(seen.decided).toBeGreaterThan(0);
      console.log(`${store}: ${JSON.stringify(seen)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

test("a second process on one data folder ends with code 1 and names the folder, and the first goes on", async () => {
  const squad = new Squad();
  squad.registry({ "runtime-engineer": record("Kepler") });
  const folder = `${squad.root}/data`;
  const options = { config: squad.config, env: { MUSTER_DATA: folder } };
  const first = await startMuster(options);
  await isReady(first);
  const second = await launchMuster(options);
  expect(await second.ended).toBe(1);
  expect(second.logs()).toContain(`Another Muster is using the data folder ${folder}. Stop it first`);
  expect(await ready(first)).toMatchObject({ code: 200, store: "open" });
  squad.registry({ "runtime-engineer": record("Vesta") }, { revision: 5 });
  await shows(first, "owner/repository", 5);
  await Promise.all([first.stop(), second.stop()]);
  squad.remove();
});

test("a database that cannot be reached at the start: alive, not ready, and pages say why, until it is there", async ({
  page,
}) => {
  const postgres = await startPostgres();
  const squad = new Squad();
  squad.registry({ "runtime-engineer": record("Kepler") });
  const database = await postgres.createDatabase();
  await postgres.halt();
  const muster = await startMuster({ config: squad.config, env: { DATABASE_URL: database } });
  try {
    await expect.poll(() => ready(muster), OFTEN).toMatchObject({ code: 503, store: "store-unreachable" });
    await page.goto(`${muster.url}/repos/owner/repository/roster`);
    await expect(page.locator("main")).toContainText("The database cannot be reached.");
    await postgres.restart();
    await isReady(muster);
    await expect(page.getByText("Kepler", { exact: true }).first()).toBeVisible();
    await page.close();
  } finally {
    await muster.stop();
    await postgres.stop();
    squad.remove();
  }
});

// What the page says of a server that ended is told in e2e/events.spec.ts.
unwatched(
  "SIGTERM ends a process with open streams and connections by itself, and another leads within a beat",
  async ({ page }) => {
    const hub = await startGitHub();
    hub.addToken(SECRET, { repositories: "all" });
    const repository = hub.addRepository(NAME);
    await revise(repository, 1);
    const database = await createDatabase();
    const fleet = new Fleet(hub, [NAME], { DATABASE_URL: database });
    try {
      const first = await fleet.start();
      await isReady(first);
      const second = await fleet.start();
      await isReady(second);
      expect([await led(first), await led(second)]).toEqual([1, 0]);
      await page.goto(`${first.url}/repos/${NAME}/roster`);
      await expect(page.locator(".liveness")).toHaveText("Live");
      await listen(first.url);
      const began = Date.now();
      first.signal("SIGTERM");
      expect(await first.ended).toBe(0);
      const ended = Date.now();
      expect(ended - began).toBeLessThan(25_000);
      expect(await leases(database)).toMatchObject([{ live: false }]);
      await expect.poll(() => led(second), OFTEN).toBe(1);
      // A beat is 5 s; the rest is what a busy machine may take.
      expect(Date.now() - ended).toBeLessThan(8_000);
      await revise(repository, 2);
      await tellPush(second, repository);
      await shows(second, NAME, 2);
    } finally {
      await fleet.stop();
      await hub.stop();
    }
  },
);

/** Opens a stream of events as a program does, and keeps it. */
function listen(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/events`, { agent: false }, (answer) => {
      answer.once("data", () => resolve());
      answer.on("error", () => undefined);
    });
    asked.once("error", reject);
    asked.end();
  });
}

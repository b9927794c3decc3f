import { expect, test } from "@playwright/test";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";

let squad: Squad;
let muster: Muster;

test.beforeAll(async () => {
  squad = new Squad();
  squad.registry({ "runtime-engineer": record("Kepler") });
  muster = await startMuster({ config: squad.config });
});
test.afterAll(async () => {
  await muster.stop();
  squad.remove();
});

test("a change on disk is on the screen within 5 s, without a reload", async ({ page }) => {
  await page.goto(`${muster.url}/repos/owner/repository/roster`);
  await expect(page.getByText("Kepler", { exact: true }).first()).toBeVisible();
  // The page has settled when it has asked for its status once.
  await page.waitForRequest((request) => request.url().includes("/status"));
  squad.registry({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") }, { revision: 5 });
  await expect(page.getByText("Vesta", { exact: true }).first()).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText("registry r5").first()).toBeVisible();
});

test("a registry that becomes incomplete puts the banner over its valid records, and a mended one takes it away", async ({
  page,
}) => {
  squad.registry(
    { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta", { status: "dormant" }) },
    { revision: 6 },
  );
  await page.goto(`${muster.url}/repos/owner/repository/roster`);
  await expect(page.getByText("Identity incomplete").first()).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText("Vesta", { exact: true })).toHaveCount(0);
  await page.waitForRequest((request) => request.url().includes("/status"));
  squad.registry({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") }, { revision: 7 });
  await expect(page.getByText("Identity incomplete")).toHaveCount(0, { timeout: 6_000 });
  await expect(page.getByText("Vesta", { exact: true }).first()).toBeVisible();
});

test("a visible tab asks for the status at least every 25 s, without waiting while it is live, and for a document only when its snapshot changed", async ({
  page,
}) => {
  const asked: string[] = [];
  const waits: string[] = [];
  await page.goto(`${muster.url}/repos/owner/repository/roster`);
  await expect(page.locator(".liveness")).toHaveText("Live");
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("request", (request) => request.url().includes("wait=") && waits.push(request.url()));
  const statuses = () => asked.filter((path) => path.endsWith("/status")).length;
  await expect.poll(statuses, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  expect(waits).toEqual([]);
  expect(asked.filter((path) => path.endsWith("/registry"))).toEqual([]);
});

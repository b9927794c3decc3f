import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { allRead, axe, expect, sideways, test, watched } from "./fixtures";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";

/** Nothing of the inside of the server: no trace, no source path, no name of an exception. */
async function noTrace(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.tsx?\b|TypeError|SettingsError|Internal Server Error/);
}

test.describe("a page that is not there", () => {
  for (const [what, path] of [
    ["an unknown repository", "/repos/harbor/nowhere/roster"],
    ["an unknown view", "/repos/harbor/lighthouse/nowhere"],
    ["a view of a repository that is only half named", "/repos/harbor"],
    ["any other address", "/nothing/here"],
  ] as const) {
    test(`${what}: says so, what is shown instead and where to go`, async ({ page, faults }) => {
      faults.expects(/404/);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Muster has no page at this address");
      await noTrace(page);
      await page.getByRole("link", { name: "Go to the overview" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    });
  }

  test("the name of a repository alone leads to its roster", async ({ page }) => {
    await page.goto("/repos/harbor/lighthouse");
    await expect(page).toHaveURL(/\/repos\/harbor\/lighthouse\/roster$/);
  });
});

watched.describe("a configuration that cannot be used", () => {
  let root: string;
  let muster: Muster;
  const config = () => join(root, "muster.config.json");

  watched.describe.configure({ mode: "default" });
  watched.beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "muster-e2e-"));
    const entry = { repository: "no-slash", directory: "", colour: "<b>red</b>", goals: [0] };
    writeFileSync(config(), JSON.stringify({ repositories: [entry], extra: true }));
    muster = await startMuster({ config: config(), health: 503 });
  });
  watched.afterAll(async () => {
    await muster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  for (const path of ["/", "/repos/harbor/lighthouse/roster", "/repos/harbor/lighthouse/agents/runtime-engineer"]) {
    watched(`${path}: every page lists each fault with its place, and what to do`, async ({ page }) => {
      await page.goto(`${muster.url}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Muster cannot use its configuration");
      const table = page.getByRole("table", { name: "Faults of the configuration" });
      for (const place of ["/repositories/0/repository", "/repositories/0/directory", "/repositories/0/goals/0"])
        await expect(table.getByRole("rowheader", { name: place, exact: true })).toBeVisible();
      await expect(table).toContainText("colour");
      await expect(table).toContainText("extra");
      await expect(page.getByText("Mend the file and load this page again")).toBeVisible();
      await noTrace(page);
      expect(await axe(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await sideways(page)).toEqual([]);
    });
  }

  watched("the API says the same by its code", async ({ request }) => {
    const answer = await request.get(`${muster.url}/api/repos`);
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "faulty-configuration" });
  });

  watched("a mended file is read at the next visit, without a new start", async ({ page }) => {
    const squad = new Squad();
    squad.registry({ "runtime-engineer": record("Kepler") });
    const entry = { repository: "owner/repository", directory: join(squad.root, "repository"), ref: "worktree" };
    writeFileSync(config(), JSON.stringify({ repositories: [entry] }));
    await page.goto(`${muster.url}/repos/owner/repository/roster`);
    await expect(page.getByText("Kepler", { exact: true })).toBeVisible();
    squad.remove();
  });
});

watched.describe("a server that is gone", () => {
  watched(
    "leaves what was read on the screen, and says what does not work and that nothing is lost",
    async ({ page, faults }) => {
      faults.expects(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/);
      const squad = new Squad();
      squad.registry({ "runtime-engineer": record("Kepler") });
      const muster = await startMuster({ config: squad.config });
      await allRead(muster.url);
      await page.goto(`${muster.url}/repos/owner/repository/roster`);
      await expect(page.getByText("Kepler", { exact: true })).toBeVisible();
      await muster.stop();
      await page.getByRole("button", { name: "Look again" }).click();
      await expect(page.getByText("Muster did not answer. Nothing is lost; try again.")).toBeVisible();
      await page.getByRole("link", { name: /evidence for runtime-engineer/ }).click();
      const drawer = page.getByRole("dialog", { name: "Evidence" });
      await expect(drawer.getByRole("heading", { name: "The evidence did not arrive" })).toBeVisible();
      await expect(drawer.getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(page.getByText("Kepler", { exact: true })).toBeVisible();
      squad.remove();
    },
  );
});

watched.describe("a repository that cannot be read", () => {
  watched("says why, and costs the other repositories nothing", async ({ page }) => {
    const squad = new Squad();
    squad.registry({ "runtime-engineer": record("Kepler") });
    const good = { repository: "owner/repository", directory: "repository", ref: "worktree" };
    const gone = { repository: "owner/gone", directory: "gone" };
    const noCommit = { repository: "owner/no-commit", directory: "repository", ref: "main" };
    writeFileSync(squad.config, JSON.stringify({ repositories: [gone, noCommit, good] }));
    const muster = await startMuster({ config: squad.config });
    await page.goto(muster.url);
    await expect(page.getByRole("row", { name: /owner\/repository/ })).toContainText("Complete");
    for (const name of ["gone", "no-commit"]) {
      await page.goto(`${muster.url}/repos/owner/${name}/roster`);
      await expect(page.getByRole("main").getByText("What to do.")).toBeVisible();
      await expect(page.getByRole("main").getByRole("row")).toHaveCount(0);
      await noTrace(page);
    }
    await muster.stop();
    squad.remove();
  });
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allRead, axe, expect, sideways, watched as test } from "./fixtures";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";
import { activation, comment, issue, row } from "./thread";

/** Goals that the configuration names and whose threads nobody exported, beside one that is bound and a thread that is broken. */
let squad: Squad;
let muster: Muster;
const work = () => `${muster.url}/repos/owner/repository/work`;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  squad = new Squad("owner/repository", { goals: [1, 2, 3] });
  squad.registry({ "runtime-engineer": record("Kepler") });
  const bound = row(1, { task: "1", issue: "#11", agent_id: "runtime-engineer", epic_agent_ids: ["runtime-engineer"] });
  squad.thread("1", [comment(5, activation(1, [bound]))]);
  writeFileSync(join(squad.root, "threads", "3.json"), '[{"id": 7, "body": "cut of');
  squad.thread("issues", [issue(1, "Goal that is bound"), issue(2, "Goal without a thread"), issue(11, "Task")]);
  muster = await startMuster({ config: squad.config });
  await allRead(muster.url);
});
test.afterAll(async () => {
  await muster.stop();
  squad.remove();
});

test("a goal whose thread was not exported, and one whose file is broken, are not read, say why, and resolve nothing", async ({
  page,
}) => {
  await page.goto(work());
  const table = page.getByRole("table", { name: "Goals, epics, tasks and their agents" });
  for (const number of [2, 3]) {
    const goal = table
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^#${number}\\b`) }) });
    await expect(goal).toContainText("thread not read");
  }
  await expect(page.getByRole("region", { name: "About this view" })).toContainText("2 of 3 threads not read");
  await expect(table.getByText("Not read.")).toHaveCount(2);
  await expect(table.getByRole("rowheader", { name: "#11 Task" })).toHaveCount(1);
  await expect(table.getByRole("link", { name: "Kepler" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Verdicts" })).toContainText(/Work\s*Incomplete/);
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sideways(page)).toEqual([]);
});

test("the evidence page lists the threads that were not read, with why", async ({ page }) => {
  await page.goto(`${muster.url}/repos/owner/repository/evidence`);
  const threads = page.getByRole("table", { name: "Threads and their activation artifacts" });
  await expect(threads.getByRole("row", { name: /^#2 / })).toContainText("Not read");
  await expect(threads.getByRole("row", { name: /^#3 / })).toContainText("Not read");
});

test("a thread that is exported later is read without a reload, and one that is taken away resolves nothing", async ({
  page,
}) => {
  await page.goto(work());
  await page.waitForRequest((request) => request.url().includes("/status"));
  const late = row(2, { task: "1", issue: "#21", agent_id: "runtime-engineer", epic_agent_ids: ["runtime-engineer"] });
  squad.thread("2", [comment(6, activation(2, [late]))]);
  await expect(page.getByRole("rowheader", { name: /^#21\b/ })).toBeVisible();
  rmSync(join(squad.root, "threads", "1.json"));
  await expect(page.getByRole("rowheader", { name: /^#11\b/ })).toHaveCount(0);
});

import { allRead, axe, expect, sideways, watched as test } from "./fixtures";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";
import { activation, comment, issue, row } from "./thread";

/** Two goals that give one epic different agents, each with a task of its own in it. */
let squad: Squad;
let muster: Muster;
const work = () => `${muster.url}/repos/owner/repository/work`;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  squad = new Squad();
  squad.registry({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") });
  const of = (goal: number, task: number, agent: string) =>
    row(goal, { task: "1", issue: `#${task}`, epic_issue: "#90", agent_id: agent, epic_agent_ids: [agent] });
  squad.thread("1", [comment(5, activation(1, [of(1, 11, "runtime-engineer")]))]);
  squad.thread("2", [comment(6, activation(2, [of(2, 12, "docs-writer")]))]);
  squad.thread("issues", [issue(1, "One"), issue(2, "Two"), issue(11, "First"), issue(12, "Second")]);
  muster = await startMuster({ config: squad.config });
  await allRead(muster.url);
});
test.afterAll(async () => {
  await muster.stop();
  squad.remove();
});

test("an epic that two goals give to different agents shows what each says of the epic, and binds no task of it", async ({
  page,
}) => {
  await page.goto(work());
  const table = page.getByRole("table", { name: "Goals, epics, tasks and their agents" });
  for (const task of [11, 12]) {
    const line = table
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^#${task}\\b`) }) });
    const sides = line.getByRole("listitem");
    await expect(sides).toHaveCount(2);
    await expect(sides.nth(0)).toContainText(/#1 gives epic #90 1\.1 to\s*Kepler\s*runtime-engineer/);
    await expect(sides.nth(1)).toContainText(/#2 gives epic #90 1\.1 to\s*Vesta\s*docs-writer/);
    await expect(line).toContainText("Conflict");
  }
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sideways(page)).toEqual([]);
});

test("the evidence of one side leads to the other and back", async ({ page }) => {
  await page.goto(work());
  await page
    .getByRole("link", { name: /evidence for what #1 says of epic #90/ })
    .first()
    .click();
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await drawer.getByRole("link", { name: /^What goal #2 says of epic #90/ }).click();
  await expect(page).toHaveURL(/evidence=comment:6:\/0\/epic_agent_ids/);
  await expect(drawer.getByRole("group", { name: /^Bytes/ })).toContainText("docs-writer");
  await expect(drawer.getByRole("link", { name: /^What goal #1 says of epic #90/ })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

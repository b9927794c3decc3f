import type { Locator, Page } from "@playwright/test";
import { EXPECTED, expected, records, tasksOf, type ExpectedGoal } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

const WORDS = {
  resolved: "Resolved",
  retired: "Retired",
  omitted: "Omitted",
  unresolved: "Unresolved",
  conflict: "Conflict",
} as const;

const byGoal = (page: Page) => page.getByRole("table", { name: "Goals, epics, tasks and their agents" });
const byAgent = (page: Page) => page.getByRole("table", { name: "Agents and the tasks bound to them" });
const goalRow = (page: Page, issue: number) =>
  byGoal(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^#${issue}\\b`) }) });

/** The tasks on screen under each goal: issue, outcome, and what stands where the agent stands. */
async function tasksShown(
  table: Locator,
): Promise<{ goal: number; issue: string; outcome: string; who: string; note: string }[]> {
  let goal = 0;
  const found = [];
  for (const { cells } of await rowsOf(table)) {
    const [head = "", , who = "", outcome = "", note = ""] = cells;
    const issue = /^#\d+/.exec(head)?.[0];
    if (issue === undefined) continue;
    if (cells.length === 4) goal = Number(issue.slice(1));
    else if (cells.length === 6) found.push({ goal, issue, outcome, who, note });
  }
  return found;
}

for (const { repository, tasks } of EXPECTED.filter(({ goals }) => goals.length > 0)) {
  test(`${repository}: every task stands under its goal with the outcome and the agent that the demo must give`, async ({
    page,
  }) => {
    await page.goto(`/repos/${repository}/work`);
    const shown = await tasksShown(byGoal(page));
    const wanted = tasksOf(repository);
    const key = ({ goal, issue }: { goal: number; issue: string }) => `${goal}${issue}`;
    expect(shown.map(key).sort()).toEqual(wanted.map(key).sort());
    const people = records(repository);
    for (const task of wanted) {
      const row = shown.find((one) => key(one) === key(task));
      expect(row?.outcome, key(task)).toBe(WORDS[task.outcome]);
      if (task.agent !== null)
        expect(row?.who, key(task)).toBe(
          `${people[task.agent]?.display_name}${task.outcome === "retired" ? "† (retired)" : ""} ${task.agent}`,
        );
      else if (task.claims === undefined)
        expect(row?.who, key(task)).toBe(task.outcome === "omitted" ? "— no agent" : "");
      if (task.reason !== undefined) expect(row?.note).toBe(task.reason);
    }
    await expect(page.getByRole("button", { name: `All ${tasks.total}`, exact: true })).toBeVisible();
    for (const [outcome, n] of Object.entries({
      Conflict: tasks.conflict,
      Unresolved: tasks.unresolved - tasks.conflict,
      Omitted: tasks.omitted,
      Retired: tasks.retired,
      Resolved: tasks.resolved - tasks.retired,
    }))
      await expect(page.getByRole("button", { name: `${outcome} ${n}`, exact: true })).toBeVisible();
  });
}

test.describe("harbor/lighthouse, a goal in each state", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/repos/harbor/lighthouse/work");
  });

  const SAYS: Readonly<Record<ExpectedGoal["goal"], RegExp>> = {
    bound: /Resolved \d|Conflict \d/,
    refused: /Unresolved\s\d rows, none read/,
    conflict: /Conflict\stwo newest artifacts, none chosen/,
    "pre-provenance": /Unresolved\sno agent IDs/,
    none: /Not activated/,
    unread: /thread not read/,
  };

  test("each goal says its state, and which comment says so", async ({ page }) => {
    for (const { issue, goal, counted } of expected("harbor/lighthouse").goals) {
      const row = goalRow(page, issue).first();
      await expect(row).toContainText(SAYS[goal], { useInnerText: true });
      if (counted !== null) await expect(row).toContainText(`comment ${counted}`);
      await expect(row.getByRole("link", { name: /^comment, evidence/ })).toHaveCount(counted === null ? 0 : 1);
    }
  });

  test("worst first: conflicts, refused, before provenance, not activated, bound", async ({ page }) => {
    const heads = (await rowsOf(byGoal(page))).filter(({ cells }) => cells.length === 4);
    const issues = heads.map(({ cells }) => Number(/^#(\d+)/.exec(cells[0] ?? "")?.[1]));
    const disputed = (goal: ExpectedGoal) => Object.values(goal.tasks).some(({ outcome }) => outcome === "conflict");
    const order = ["conflict", "refused", "unread", "pre-provenance", "none", "bound"];
    const ranks = issues.map((issue) => {
      const goal = expected("harbor/lighthouse").goals.find((one) => one.issue === issue);
      return goal === undefined || disputed(goal) ? 0 : order.indexOf(goal.goal);
    });
    expect(issues).toHaveLength(expected("harbor/lighthouse").goals.length);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test("a refused artifact lists every failing row and rule, with the value as written, and binds nobody", async ({
    page,
  }) => {
    const row = byGoal(page).getByRole("row").filter({ hasText: "Refused: 2 of 6 rows fail 2 rules" });
    for (const failing of expected("harbor/lighthouse").goals.find(({ issue }) => issue === 91)?.failing ?? []) {
      const [code = "", pointer = ""] = failing.split(" ");
      const item = row.getByRole("listitem").filter({ hasText: code });
      await expect(item.getByRole("link")).toContainText(pointer);
      await expect(item.getByRole("link")).toHaveAttribute("href", `?evidence=comment:2231954:${pointer}`);
    }
    await expect(row).toContainText("#aw_task4");
    await expect(row.locator("a[href*='/agents/']")).toHaveCount(0);
  });

  test("an edited artifact is refused as a whole, because nobody knows who edited it", async ({ page }) => {
    await expect(byGoal(page).getByRole("row").filter({ hasText: "edited-editor-unknown" })).toContainText(
      "Refused as a whole, so none of its 3 rows is read.",
    );
  });

  test("a task that two goals claim shows both sides with equal weight, and chooses none", async ({ page }) => {
    const rows = byGoal(page)
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: /^#143\b/ }) });
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) {
      const claims = row.getByRole("listitem");
      await expect(claims).toHaveCount(2);
      await expect(claims.nth(0)).toContainText(/#61 says\s*Kepler\s*runtime-engineer/);
      await expect(claims.nth(1)).toContainText(/#78 says\s*Åsa\s*storage-engineer/);
      await expect(row).toContainText("Neither is chosen.");
    }
  });

  test("an older artifact is history, and stays out of the tasks", async ({ page }) => {
    const history = byGoal(page).getByRole("row").filter({ hasText: "comment 2210384" });
    await expect(history).toHaveCount(1);
    await expect(history.getByText("1 older artifact")).toBeVisible();
    await expect(history.getByText("comment 2210384")).toBeHidden();
    await history.getByText("1 older artifact").click();
    await expect(history.getByText("comment 2210384")).toBeVisible();
  });

  test("a look-alike is named with its author and why it counts for nothing", async ({ page }) => {
    const note = byGoal(page).getByRole("row").filter({ hasText: "1 look-alike ignored." });
    await expect(note).toContainText("lighthouse-squad-bot");
    await expect(note).toContainText("account 88120417");
    await expect(note).toContainText("not trusted here");
    await expect(note.getByRole("link")).toHaveAttribute("href", "?evidence=comment:2230066:");
  });

  test("an epic folds its tasks away and says how many", async ({ page }) => {
    const before = (await tasksShown(byGoal(page))).length;
    const epic = page.getByRole("button", { name: "Epic 1.1" }).first();
    await expect(epic).toHaveAttribute("aria-expanded", "true");
    await epic.click();
    await expect(epic).toHaveAttribute("aria-expanded", "false");
    await expect.poll(async () => (await tasksShown(byGoal(page))).length).toBeLessThan(before);
  });

  test("turned round, each agent stands with exactly the tasks bound to its ID, and the rest by why nobody is", async ({
    page,
  }) => {
    await page.getByRole("button", { name: "By agent" }).click();
    await expect(page).toHaveURL(/by=agent/);
    let who = "";
    const found = new Map<string, string[]>();
    const ids = new Set(expected("harbor/lighthouse").registry.valid);
    await expect(byAgent(page)).toBeVisible();
    for (const { cells } of await rowsOf(byAgent(page))) {
      const head = cells[0] ?? "";
      if (cells.length === 4) who = head.split(" ").findLast((word) => ids.has(word)) ?? head;
      else found.set(who, [...(found.get(who) ?? []), /^#\d+/.exec(head)?.[0] ?? head]);
    }
    const bound = new Map<string, string[]>();
    for (const { agent, issue } of tasksOf("harbor/lighthouse"))
      if (agent !== null) bound.set(agent, [...(bound.get(agent) ?? []), issue]);
    for (const [id, issues] of bound) expect(found.get(id)?.toSorted(), id).toEqual(issues.toSorted());
    const others = [...found.keys()].filter((key) => !bound.has(key));
    for (const key of others) expect(key).toMatch(/^No agent/);
    expect(others.join("\n")).toContain("external-agent");
    expect(others.join("\n")).toContain("non-roster");
  });
});

test("harbor/tidewater: while identity is incomplete no task names anybody, and the view says why and what waits", async ({
  page,
}) => {
  await page.goto("/repos/harbor/tidewater/work");
  await expect(page.locator("main")).toContainText("23 tasks wait");
  await expect(byGoal(page).locator("a[href*='/agents/']")).toHaveCount(0);
  await expect(page.locator("main img")).toHaveCount(0);
});

test("harbor/mooring: without goals the view says why it is empty and what would fill it", async ({ page }) => {
  await page.goto("/repos/harbor/mooring/work");
  await expect(page.getByRole("region", { name: "No goals are known" })).toContainText("threads");
  await expect(page.getByRole("link", { name: /^Work$/ })).toBeVisible();
});

test("a filter by outcome shows those tasks alone; a search finds issue, title, name and ID", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/work?outcome=omitted");
  await expect
    .poll(async () => (await tasksShown(byGoal(page))).map(({ issue }) => issue).sort())
    .toEqual(["#118", "#139"]);
  await page.goto("/repos/harbor/lighthouse/work");
  const search = page.getByRole("searchbox", { name: "Issue, title, name or ID" });
  for (const [words, issues] of [
    ["#141", ["#141"]],
    ["warm the cache", ["#119"]],
    ["signal-analyst", ["#134"]],
  ] as const) {
    await search.fill(words);
    await expect.poll(async () => (await tasksShown(byGoal(page))).map(({ issue }) => issue)).toEqual(issues);
  }
  await search.fill("no such task");
  await expect(page.getByText("No task here fits.")).toBeVisible();
});

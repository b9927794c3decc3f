import { EXPECTED } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

const WORST_FIRST = ["unavailable", "conflict", "incomplete", "complete"];
const WORDS: Readonly<Record<string, string>> = {
  unavailable: "Unavailable",
  conflict: "Conflict",
  incomplete: "Incomplete",
  complete: "Complete",
};

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("every repository stands with the state that the demo must give, worst first", async ({ page }) => {
  const table = page.getByRole("table", { name: "All repositories and what to do next" });
  const rows = (await rowsOf(table)).filter(({ cells }) => cells.length > 1);
  const states = rows.map(({ cells }) => [cells[0]?.split(" ")[0], cells[1]?.split(" ")[0]]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map(EXPECTED.map(({ repository, states }) => [repository, WORDS[states.repository]])),
  );
  const ranks = states.map(([, word]) => WORST_FIRST.indexOf(word?.toLowerCase() ?? ""));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});

test("counts are those of the records and tasks, and blank where nothing is known", async ({ page }) => {
  const rows = await rowsOf(page.getByRole("table"));
  for (const { repository, registry, tasks, goals } of EXPECTED) {
    const cells = rows.find((row) => row.cells[0]?.split(" ")[0] === repository)?.cells.slice(2, 7);
    const { active, inactive, retired } = registry.counts ?? {};
    const known = goals.length > 0 && registry.counts !== null;
    expect(cells, repository).toEqual(
      [active, inactive, retired, known ? tasks.resolved : undefined, known ? tasks.unresolved : undefined].map((n) =>
        n === undefined ? "not known" : String(n),
      ),
    );
  }
});

test("each repository that needs a person says what to do, and leads there", async ({ page }) => {
  const todo = page.getByRole("row", { name: /harbor\/causeway/ });
  await expect(todo).toContainText("6 of 9 would pass");
  await todo.getByRole("link", { name: /migration readiness/ }).click();
  await expect(page).toHaveURL(/\/repos\/harbor\/causeway\/roster$/);
  await expect(page.getByRole("heading", { name: "Migration readiness" })).toBeVisible();
});

test("the filter by state shows those and says so in the address; a state that nobody has says that", async ({
  page,
}) => {
  await page.getByRole("group", { name: "State" }).getByRole("button", { name: "Conflict 1" }).click();
  await expect(page).toHaveURL(/\?state=conflict$/);
  await expect(page.getByRole("rowheader", { name: "harbor/lighthouse" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "harbor/tidewater" })).toHaveCount(0);
  await page.getByRole("button", { name: "Stale 0" }).click();
  await expect(page.getByText("No repository is stale.")).toBeVisible();
});

test("it says that this is the demo, and how to look at repositories of one's own", async ({ page }) => {
  await page.getByText("This is the demo that comes with Muster.").click();
  await expect(page.getByRole("region", { name: "Example of muster.config.json" })).toContainText('"repositories"');
});

test("the list of repositories is filtered by name, and says when nothing fits", async ({ page }) => {
  const rail = page.getByRole("navigation", { name: "Repositories" });
  await rail.getByRole("searchbox").fill("light");
  await expect(rail.getByRole("link", { name: /lighthouse/ })).toBeVisible();
  await expect(rail.getByRole("link", { name: /tidewater/ })).toHaveCount(0);
  await rail.getByRole("searchbox").fill("zzz");
  await expect(rail.getByText("No repository has this in its name.")).toBeVisible();
});

import { expected, records, tasksOf } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

const LIGHTHOUSE = "/repos/harbor/lighthouse/agents";

test("an agent's page says what the record says: name, ID, role, universe, status, times, and the bytes behind each", async ({
  page,
}) => {
  await page.goto(`${LIGHTHOUSE}/runtime-engineer`);
  await expect(page).toHaveTitle("runtime-engineer of harbor/lighthouse · Muster");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kepler");
  const record = records("harbor/lighthouse")["runtime-engineer"];
  const rows = await rowsOf(page.getByRole("table", { name: "Members of the record runtime-engineer" }));
  const said = new Map(rows.map(({ cells }) => [cells[0], cells[1]]));
  expect(said.get("display_name and persistent_name")).toBe(record?.display_name);
  expect(said.get("role")).toBe(record?.role);
  expect(said.get("universe")).toBe(record?.universe);
  expect(said.get("avatar")).toBe(".squad/agents/runtime-engineer/avatar.png");
  for (const { cells, links } of rows) {
    const member = cells[0]?.split(" ")[0];
    expect(links).toEqual([`?evidence=registry:/agents/runtime-engineer/${member}`]);
  }
});

test("its picture is drawn, with what its content says it is", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/runtime-engineer`);
  const picture = page.locator("main img");
  await expect(picture).toHaveCount(1);
  await expect
    .poll(() => picture.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
    .toBeGreaterThan(0);
  await expect(page.getByRole("complementary", { name: "Evidence summary" })).toContainText("PNG by content, 64 × 64");
});

test("its work is every row that names its ID, and nothing else; a disputed one is in conflict", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/runtime-engineer`);
  const rows = await rowsOf(page.getByRole("table", { name: "Bound tasks" }));
  const wanted = tasksOf("harbor/lighthouse").filter(
    ({ agent, claims, goal }) => agent === "runtime-engineer" || claims?.[goal] === "runtime-engineer",
  );
  expect(rows.map(({ cells }) => `${cells[0]?.split(" ")[0]} ${cells[3]}`).sort()).toEqual(
    wanted.map(({ issue, outcome }) => `${issue} ${outcome === "conflict" ? "Conflict" : "Resolved"}`).sort(),
  );
});

test("a disputed task is counted apart from those that are bound", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/runtime-engineer`);
  await expect(page.getByRole("main").getByText("1 open, 2 closed, 1 in conflict")).toBeVisible();
});

test("its life line says the moments that one registry dates, in words as well", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/runtime-engineer`);
  await expect(page.getByRole("img", { name: /^Created 2026-03-20, last changed 2026-11-27/ })).toBeVisible();
  await page.goto(`${LIGHTHOUSE}/queue-tender`);
  await expect(page.getByRole("img", { name: /retired 2026-10-07/ })).toBeVisible();
});

test("an avatar that cannot be shown is nothing but its reason: no picture, no initials", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/migration-pilot`);
  const aside = page.getByRole("complementary", { name: "Evidence summary" });
  await expect(aside).toContainText(expected("harbor/lighthouse").avatars.withheld["migration-pilot"] ?? "missing");
  await expect(aside).toContainText("The file is an SVG drawing.");
  await expect(page.locator("main img")).toHaveCount(0);
  const name = records("harbor/lighthouse")["migration-pilot"]?.display_name ?? "";
  const head = page.locator("main header");
  await expect(head.getByRole("heading")).toHaveText(name);
  const initials = new RegExp(`^${name.slice(0, 1)}[A-Z]?$`);
  await expect(head.getByText(initials)).toHaveCount(0);
});

test("orchard/espalier: a Git LFS pointer is no picture, and the page says so", async ({ page }) => {
  await page.goto("/repos/orchard/espalier/agents/winter-pruner");
  await expect(page.getByRole("complementary", { name: "Evidence summary" })).toContainText(
    expected("orchard/espalier").avatars.withheld["winter-pruner"] ?? "missing",
  );
  await expect(page.locator("main img")).toHaveCount(0);
});

test("a record without an avatar says that nothing stands in for it", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/access-steward`);
  await expect(page.getByText("The record names no avatar, so none is shown.")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
});

test("a retired agent keeps ID and last name, marked, without a picture; its work goes to nobody", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/cache-warden`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Brandt† (retired)");
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page.getByText("Retirement passes nothing on.")).toBeVisible();
  await expect(page.getByText("A tombstone shows no picture, so none was read.")).toBeVisible();
});

test("an excluded ID has its reasons and lines, and no name", async ({ page }) => {
  await page.goto("/repos/harbor/tidewater/agents/gauge-reader");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("gauge-reader");
  await expect(page.getByRole("heading", { name: "This ID is not identified" })).toBeVisible();
  await expect(page.getByRole("table", { name: /gauge-reader is excluded/ })).toContainText("agent-name-collision");
  const record = records("harbor/tidewater")["gauge-reader"];
  await expect(page.getByText(record?.role ?? "", { exact: true })).toHaveCount(0);
  await expect(page.locator("main img")).toHaveCount(0);
});

test("an unknown ID, also one that every JavaScript object has, is unknown", async ({ page }) => {
  for (const id of ["nobody", "constructor", "__proto__", "Runtime-Engineer"]) {
    await page.goto(`${LIGHTHOUSE}/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(id);
    await expect(page.locator("main")).toContainText("Unknown ID");
    await expect(page.getByRole("heading", { name: "Life line" })).toHaveCount(0);
  }
});

for (const repository of ["harbor/sandbar", "harbor/causeway", "orchard/pippin", "orchard/quince"]) {
  test(`${repository}: no ID has a page of its own where identity is unavailable`, async ({ page }) => {
    await page.goto(`/repos/${repository}/agents/bridge-keeper`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("bridge-keeper");
    await expect(page.locator("main")).toContainText("Identity unavailable");
    await expect(page.locator("main img")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "What the record states" })).toHaveCount(0);
  });
}

test("a valid agent of a partial registry is shown, and its work is not known", async ({ page }) => {
  await page.goto("/repos/harbor/tidewater/agents/chart-maker");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    records("harbor/tidewater")["chart-maker"]?.display_name ?? "",
  );
  await expect(
    page.getByText("Not known: no binding resolves until every record of the registry is valid."),
  ).toBeVisible();
});

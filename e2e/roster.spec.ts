import type { Page } from "@playwright/test";
import { EXPECTED, expected, records, registryPath } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf, type ReadRow } from "./read";
import { readFileSync } from "node:fs";

const STATUS = { active: "Active", inactive: "Inactive", retired: "Retired" } as const;
const withRoster = EXPECTED.filter(({ registry }) => registry.valid.length > 0);

const roster = (page: Page, repository: string) => page.getByRole("table", { name: `Roster of ${repository}` });

/** Every row by its ID; a long roster has only the rows near the screen, so it is scrolled through. */
async function allRows(page: Page, repository: string): Promise<Map<string, ReadRow>> {
  const table = roster(page, repository);
  const total = Number(await table.getAttribute("aria-rowcount")) - 1;
  const seen = new Map<string, ReadRow>();
  await page.mouse.move(700, 500);
  const more = async () => {
    // Rows that rush past have no picture yet.
    await expect(table.locator("[data-hurried]")).toHaveCount(0);
    const rows = await rowsOf(table);
    expect(rows.length).toBeLessThanOrEqual(80);
    for (const row of rows) seen.set(row.cells[2] ?? "", row);
    if (seen.size < total) await page.mouse.wheel(0, 400);
    return seen.size;
  };
  await expect.poll(more, { intervals: [50] }).toBe(total);
  // The last ones may have come while they were read.
  await more();
  return seen;
}

for (const { repository, registry, avatars } of withRoster) {
  test(`${repository}: the roster is exactly the valid records, with the names, roles and pictures of their own IDs`, async ({
    page,
  }) => {
    await page.goto(`/repos/${repository}/roster`);
    const rows = await allRows(page, repository);
    expect([...rows.keys()].sort()).toEqual([...registry.valid].sort());
    const written = records(repository);
    for (const [id, { cells, pictures, links }] of rows) {
      const record = written[id];
      expect(record, id).toBeDefined();
      if (record === undefined) continue;
      expect(cells[1]?.replace("† (retired)", "").trim()).toBe(record.display_name);
      expect([cells[3], cells[4], cells[5]]).toEqual([record.role, record.universe, STATUS[record.status]]);
      expect(links).toContain(`/repos/${repository}/agents/${id}`);
      expect(pictures, `pictures of ${id}`).toHaveLength(Object.hasOwn(avatars.shown, id) ? 1 : 0);
      if (pictures.length > 0) expect(pictures[0]).toContain(`/agents/${id}/avatar`);
    }
    for (const status of ["active", "inactive", "retired"] as const)
      await expect(
        page.getByRole("button", { name: `${STATUS[status]} ${registry.counts?.[status] ?? 0}`, exact: true }),
      ).toBeVisible();
  });
}

test("the lines beside a record are those of the file that hold it", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/roster");
  const file = readFileSync(registryPath("harbor/lighthouse"), "utf8").split("\n");
  for (const { cells } of await rowsOf(roster(page, "harbor/lighthouse"))) {
    const [first = 0, last = 0] = (cells[8] ?? "").split("–").map(Number);
    expect(file[first - 1]).toContain(`"${cells[2]}": {`);
    expect(file[last - 1]).toMatch(/^ {4}\},?$/);
  }
});

test("AVR-032: where there is no avatar there is nothing: no picture, no initials, no text", async ({ page }) => {
  const { avatars, registry } = expected("harbor/lighthouse");
  await page.goto("/repos/harbor/lighthouse/roster");
  const table = roster(page, "harbor/lighthouse");
  await expect(table).toBeVisible();
  const slots = await table.getByRole("row").evaluateAll((rows) =>
    rows.slice(1).map((row) => ({
      id: row.children[2]?.textContent ?? "",
      inside: row.children[0]?.innerHTML ?? "",
      drawn: row.children[0] === undefined ? "" : getComputedStyle(row.children[0], "::before").content,
    })),
  );
  const without = slots.filter(({ id }) => !Object.hasOwn(avatars.shown, id));
  expect(without).toHaveLength(registry.valid.length - Object.keys(avatars.shown).length);
  for (const { id, inside, drawn } of without) expect([id, inside, drawn]).toEqual([id, "", "none"]);
});

test("every picture of a roster arrives and is drawn", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/roster");
  const pictures = roster(page, "harbor/lighthouse").locator("img");
  const shown = Object.keys(expected("harbor/lighthouse").avatars.shown).length;
  await expect(pictures).toHaveCount(shown);
  await pictures.last().scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      pictures.evaluateAll(
        (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
      ),
    )
    .toBe(shown);
});

test("harbor/tidewater: the banner names counts, records, reasons and lines, and cannot be dismissed", async ({
  page,
}) => {
  await page.goto("/repos/harbor/tidewater/roster");
  const banner = page.getByRole("region", { name: "Identity incomplete" });
  await expect(banner).toContainText("14 of 17 records valid.");
  await expect(banner).toContainText("No binding resolves until all are valid: 23 tasks wait.");
  const rows = await rowsOf(banner.getByRole("table", { name: "Excluded records" }));
  expect(rows.map(({ cells }) => [cells[0], cells[2]])).toEqual(
    expected("harbor/tidewater").registry.excluded.map(({ id, codes }) => [id, codes[0]]),
  );
  expect(rows[0]?.cells[1]).toBe("The agent is retired, and retired_at is missing.");
  expect(rows[1]?.cells[1]).toContain("“Strauß”");
  const file = readFileSync(registryPath("harbor/tidewater"), "utf8").split("\n");
  for (const { cells } of rows) expect(file[Number(cells[4]?.split("–")[0]) - 1]).toContain(`"${cells[0]}": {`);
  await expect(banner.getByRole("button")).toHaveCount(0);
  await expect(page.getByText(/dismiss|hide this|close/i)).toHaveCount(0);
  await banner.getByText("3 excluded records").click();
  await expect(banner).toContainText("14 of 17 records valid.");
});

test("harbor/tidewater: nothing of an excluded record stands in the roster, not even by its name", async ({ page }) => {
  await page.goto("/repos/harbor/tidewater/roster");
  const table = roster(page, "harbor/tidewater");
  const written = records("harbor/tidewater");
  for (const { id } of expected("harbor/tidewater").registry.excluded) {
    await expect(table.getByText(id, { exact: true })).toHaveCount(0);
    await expect(table.getByText(written[id]?.display_name ?? "", { exact: true })).toHaveCount(0);
  }
  expect((await rowsOf(table)).map(({ cells }) => cells[7])).toEqual(Array.from({ length: 14 }, () => "not known"));
});

test("harbor/slipway: a record that borrows another's picture is excluded, and no picture stands in", async ({
  page,
}) => {
  await page.goto("/repos/harbor/slipway/roster");
  const banner = page.getByRole("region", { name: "Identity incomplete" });
  await expect(banner).toContainText("3 of 4 records valid.");
  await expect(banner.getByRole("row", { name: /keel-layer/ })).toContainText("agent-avatar-elsewhere");
  await expect(page.locator("main img")).toHaveCount(1);
});

test("harbor/causeway: a legacy file identifies nobody, and says which of its records would migrate", async ({
  page,
}) => {
  const { migration } = expected("harbor/causeway").registry;
  await page.goto("/repos/harbor/causeway/roster");
  await expect(page.getByRole("heading", { name: "The registry is in the older format" })).toBeVisible();
  await expect(page.getByText("6 of 9 records would migrate.").first()).toBeVisible();
  const rows = await rowsOf(page.getByRole("table", { name: "Migration readiness of each record" }));
  const not = rows.filter(({ cells }) => cells[1] === "Not yet").map(({ cells }) => cells[0]);
  expect(not.sort()).toEqual([...(migration?.notReady ?? [])].sort());
  expect(rows.filter(({ cells }) => cells[1] === "Yes")).toHaveLength(migration?.ready ?? -1);
  await expect(page.locator("main").getByRole("link", { name: /agents/ })).toHaveCount(0);
});

for (const [repository, title, code] of [
  ["harbor/sandbar", "There is no registry in this repository", null],
  ["orchard/pippin", "The registry has an older shape without IDs", "registry-older-shape"],
  ["orchard/quince", "The registry is refused", "json-duplicate-name"],
] as const) {
  test(`${repository}: says why nobody is shown, what it means and what to do, and shows nobody`, async ({ page }) => {
    await page.goto(`/repos/${repository}/roster`);
    const statement = page.getByRole("region", { name: title });
    await expect(statement).toContainText("No name, picture or binding is shown from anywhere else.");
    await expect(statement).toContainText("What to do.");
    await expect(page.getByRole("region", { name: "Verdicts" })).toContainText("Identity Unavailable", {
      useInnerText: true,
    });
    await expect(page.getByRole("table", { name: /Roster/ })).toHaveCount(0);
    await expect(page.locator("main img")).toHaveCount(0);
    if (code === null) return;
    await expect(page.getByRole("table", { name: "Findings about the registry" })).toContainText(code);
    await expect(statement.getByRole("link", { name: /show the file/ })).toBeVisible();
  });
}

test("harbor/mooring: an empty registry is not a missing one", async ({ page }) => {
  await page.goto("/repos/harbor/mooring/roster");
  await expect(page.getByRole("heading", { name: "No agents registered yet" })).toBeVisible();
  await expect(page.getByText("0 of 0 records valid")).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/1970|56 years/);
});

test("orchard/espalier: a working directory is said to be none of any commit, at the top and at the foot", async ({
  page,
}) => {
  await page.goto("/repos/orchard/espalier/roster");
  await expect(page.getByText("Working directory, not a commit")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("working directory");
});

test("sorting by a column turns with each press and says so to everybody", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/roster");
  const table = roster(page, "harbor/lighthouse");
  const ids = async () => (await rowsOf(table)).map(({ cells }) => cells[2]);
  await table.getByRole("button", { name: "ID" }).click();
  await expect(table.getByRole("columnheader", { name: "ID" })).toHaveAttribute("aria-sort", "ascending");
  const sorted = [...expected("harbor/lighthouse").registry.valid].sort();
  await expect.poll(ids).toEqual(sorted);
  await table.getByRole("button", { name: "ID" }).click();
  await expect.poll(ids).toEqual(sorted.toReversed());
  await expect(table.getByRole("columnheader", { name: "ID" })).toHaveAttribute("aria-sort", "descending");
});

test("a search that finds nobody says what was searched, and gives the way back", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/roster");
  await page.getByRole("searchbox", { name: "Name or ID" }).fill("Runtime Engineer");
  await expect(page.getByText("No name or ID here contains")).toBeVisible();
  await expect(page.getByText("17 agents are hidden by the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(roster(page, "harbor/lighthouse")).toBeVisible();
});

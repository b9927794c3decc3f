import { expected, records, tasksOf } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

test("every retired record stands with last name, ID, role, day of retirement and what is still bound to it", async ({
  page,
}) => {
  await page.goto("/repos/harbor/lighthouse/tombstones");
  const rows = await rowsOf(page.getByRole("table", { name: "Retired agents", exact: true }));
  const retired = Object.entries(records("harbor/lighthouse")).filter(([, { status }]) => status === "retired");
  expect(rows).toHaveLength(expected("harbor/lighthouse").registry.counts?.retired ?? -1);
  for (const [id, record] of retired) {
    const row = rows.find(({ cells }) => cells[0]?.endsWith(id));
    expect(row?.cells[0]).toBe(`${record.display_name}† (retired) ${id}`);
    expect(row?.cells[1]).toBe(record.role);
    expect(row?.cells[4]).toContain(record.retired_at?.slice(0, 10));
    const bound = tasksOf("harbor/lighthouse").filter(({ agent }) => agent === id).length;
    const counted = (row?.cells[6]?.match(/\d+/g) ?? []).reduce((sum, n) => sum + Number(n), 0);
    expect([id, counted]).toEqual([id, bound]);
    if (bound === 0) expect(row?.cells[6]).toBe("none");
  }
  await expect(page.locator("main img")).toHaveCount(0);
});

test("work still bound to tombstones is listed task by task, and nobody inherits it", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/tombstones");
  const rows = await rowsOf(page.getByRole("table", { name: "4 tasks bound to retired agents" }));
  const wanted = tasksOf("harbor/lighthouse").filter(({ outcome }) => outcome === "retired");
  expect(rows.map(({ cells }) => cells[0]?.split(" ")[0]).sort()).toEqual(wanted.map(({ issue }) => issue).sort());
  for (const { issue, agent } of wanted)
    expect(rows.find(({ cells }) => cells[0]?.startsWith(`${issue} `))?.cells[2]).toContain(agent ?? "");
  await expect(page.getByText("Retirement passes nothing on.")).toBeVisible();
});

test("filters by bound work and by name, and the order, live in the address", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/tombstones");
  const table = page.getByRole("table", { name: "Retired agents", exact: true });
  await page.getByRole("button", { name: "Nothing bound 1" }).click();
  await expect(page).toHaveURL(/bound=none/);
  await expect(table.getByRole("rowheader")).toHaveText([/style-auditor/]);
  await page.getByRole("button", { name: "All 4" }).click();
  await page.getByRole("combobox", { name: "Sort" }).selectOption("name");
  await expect(page).toHaveURL(/sort=name/);
  await expect(table.getByRole("rowheader")).toHaveText([/^Brandt/, /^Halley/, /^Pilot/, /^Vesper/]);
  await page.reload();
  await expect(table.getByRole("rowheader")).toHaveText([/^Brandt/, /^Halley/, /^Pilot/, /^Vesper/]);
});

test("a partial registry says that a tombstone may be missing and that bound work is not known", async ({ page }) => {
  await page.goto("/repos/harbor/tidewater/tombstones");
  await expect(page.getByRole("region", { name: "Identity incomplete" })).toContainText(
    "a tombstone among them would be missing here",
  );
  const rows = await rowsOf(page.getByRole("table", { name: "Retired agents", exact: true }));
  expect(rows).toHaveLength(2);
  for (const { cells } of rows) expect(cells[6]).toBe("not known");
  await expect(page.getByRole("button", { name: /With open work/ })).toHaveCount(0);
});

test("nobody retired, and no registry, are two different statements", async ({ page }) => {
  await page.goto("/repos/orchard/espalier/tombstones");
  await expect(page.locator("main")).toContainText(/nobody|no agent|none/i);
  await expect(page.getByRole("region", { name: /registry/ })).toHaveCount(0);
  await page.goto("/repos/harbor/sandbar/tombstones");
  await expect(page.getByRole("region", { name: "There is no registry in this repository" })).toBeVisible();
});

test("printed, the tombstones are whole: no controls, no navigation, every row", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/tombstones");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Repositories" })).toBeHidden();
  await expect(page.getByRole("searchbox", { name: "Name or ID" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  for (const id of ["triage-clerk", "queue-tender", "cache-warden", "style-auditor"])
    await expect(page.getByRole("table", { name: "Retired agents", exact: true }).getByText(id)).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("registry r41");
  const paper = await page.pdf({ format: "A4" });
  expect(paper.subarray(0, 5).toString()).toBe("%PDF-");
  expect(paper.byteLength).toBeGreaterThan(5_000);
});

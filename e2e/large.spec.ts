import { readFileSync } from "node:fs";
import { allRead, expect, sideways, watched as test } from "./fixtures";
import { rowsOf } from "./read";
import { startMuster, type Muster } from "./serve";
import { record, Squad } from "./squad";

/** More agents than a page carries and than a browser should hold as rows. */
const AGENTS = 3_000;
/** These have a picture each, far down the list. */
const PICTURED = { from: 1_500, to: 1_540 };
const id = (i: number) => `agent-${String(i).padStart(4, "0")}`;

let squad: Squad;
let muster: Muster;
const roster = () => `${muster.url}/repos/owner/repository/roster`;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  squad = new Squad();
  const picture = readFileSync("demo/harbor/lighthouse/.squad/agents/runtime-engineer/avatar.png");
  const all = Array.from({ length: AGENTS }, (_, i) => {
    const path = `.squad/agents/${id(i)}/avatar.png`;
    const pictured = i >= PICTURED.from && i < PICTURED.to;
    if (pictured) squad.write(path, picture);
    const avatar = pictured ? { avatar: { kind: "repository-path", path } } : {};
    return [id(i), record(`Name ${String(i).padStart(4, "0")}`, avatar)] as const;
  });
  squad.registry(Object.fromEntries(all));
  muster = await startMuster({ config: squad.config });
  await allRead(muster.url);
});
test.afterAll(async () => {
  await muster.stop();
  squad.remove();
});

test("the page carries the first rows and the counts of the whole, and says that the rest is on its way", async ({
  request,
}) => {
  const html = await (await request.get(roster())).text();
  expect(html.match(/aria-rowindex=/g)).toHaveLength(51);
  expect(html).toContain(`aria-rowcount="${AGENTS + 1}"`);
  expect(html).toContain("first 50 of 3,000");
});

test("scrolled to its end it shows the last agents, with at most 80 rows at any time, each told its place", async ({
  page,
}) => {
  await page.goto(roster());
  const table = page.getByRole("table", { name: "Roster of owner/repository" });
  await expect(page.getByText("first 50 of 3,000")).toHaveCount(0);
  await page.mouse.move(700, 500);
  for (const share of [0.25, 0.5, 1]) {
    await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), share);
    await expect
      .poll(async () => (await table.getByRole("row").last().getAttribute("aria-rowindex")) ?? "")
      .not.toBe("51");
    expect((await rowsOf(table)).length).toBeLessThanOrEqual(80);
  }
  await expect(table.getByText(id(AGENTS - 1), { exact: true })).toBeVisible();
  await expect(table.getByRole("row").last()).toHaveAttribute("aria-rowindex", String(AGENTS + 1));
  expect(await sideways(page)).toEqual([]);
});

test("a search finds an agent far down, and says how many of how many", async ({ page }) => {
  await page.goto(roster());
  await page.getByRole("searchbox", { name: "Name or ID" }).fill(id(2_987));
  const table = page.getByRole("table", { name: "Roster of owner/repository" });
  await expect(table.getByText(id(2_987), { exact: true })).toBeVisible();
  await expect(page.getByText("1 of 3,000 shown")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("pictures that rush past are not asked for; those that the reader stops at are", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => /\/avatar\b/.test(request.url()) && asked.push(request.url()));
  await page.goto(roster());
  await expect(page.getByText("first 50 of 3,000")).toHaveCount(0);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      scrollTo(0, y);
      await frame();
    }
  });
  await expect(page.getByText(id(AGENTS - 1), { exact: true })).toBeVisible();
  expect(asked).toEqual([]);

  const middle = (PICTURED.from + PICTURED.to) / 2;
  await page.evaluate((share) => scrollTo(0, document.documentElement.scrollHeight * share), middle / AGENTS);
  const row = page.getByRole("row").filter({ hasText: id(middle) });
  await expect(row.locator("img.av")).toHaveJSProperty("complete", true);
  await expect(row.locator("img.av")).not.toHaveJSProperty("naturalWidth", 0);
});

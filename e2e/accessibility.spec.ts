import type { Page } from "@playwright/test";
import { axe, expect, sideways, test, type Theme } from "./fixtures";
import { DRAWERS, PLACES } from "./places";

type Look = readonly [theme: Theme, width: number];
/** Both themes and both widths, each met once. */
const EACH: readonly Look[] = [
  ["light", 1440],
  ["dark", 390],
];
/** Both themes at both widths. */
const ALL: readonly Look[] = [...EACH, ["dark", 1440], ["light", 390]];
/** One of each kind of view is judged in all four looks; the same view in another state in two. */
const KINDS = ["overview", "partial roster", "tombstones", "agent"];
const DRAWER_KINDS = ["record", "refused row"];

test.describe.configure({ timeout: 180_000 });

/** The page as it stands, in each look, without asking the server again. The first looks meet every rule, the others those about colours. */
async function axeLooks(page: Page, looks: readonly Look[] = EACH): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [i, [theme, width]] of looks.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    found.push(...(await axe(page, i >= EACH.length)).map((violation) => `${theme}, ${width} px: ${violation}`));
  }
  return found;
}

/** The narrow phone, the phone, a laptop at 200 % zoom, the laptop, and a wide screen. */
const WIDTHS = [320, 390, 720, 1440, 2560];

/** What sticks out at each width, on the page as it stands. */
async function widths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await sideways(page)).map((out) => `${width} px: ${out}`));
  }
  return found;
}

for (const { name, path } of PLACES) {
  test(`axe finds nothing, and nobody scrolls sideways from 320 px to 2560 px: ${name}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    expect(await axeLooks(page, KINDS.includes(name) ? ALL : EACH)).toEqual([]);
    expect(await widths(page)).toEqual([]);
  });
}

for (const { name, path } of DRAWERS) {
  test(`axe finds nothing with the drawer open, and nobody scrolls sideways: ${name}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("dialog", { name: "Evidence" }).getByRole("heading", { name: "Source" })).toBeVisible();
    expect(await axeLooks(page, DRAWER_KINDS.includes(name) ? ALL : EACH)).toEqual([]);
    expect(await widths(page)).toEqual([]);
  });
}

test("axe finds nothing: everything that opens is open", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/work");
  for (const group of await page.locator("main details > summary").all()) await group.click();
  expect(await axeLooks(page)).toEqual([]);
  await page.goto("/");
  await page.getByText("This is the demo that comes with Muster.").click();
  expect(await axeLooks(page)).toEqual([]);
  await page.getByRole("button", { name: "Repositories" }).click();
  await expect(page.getByRole("navigation", { name: "Repositories" })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

test("axe finds nothing: a page that is not there", async ({ page, faults }) => {
  faults.expects(/404/);
  await page.goto("/repos/nobody/nowhere/roster");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await axeLooks(page)).toEqual([]);
});

test("every view has one heading of the first level, one main landmark, a title of its own and a language", async ({
  page,
}) => {
  const titles = new Set<string>();
  const paths = ["roster", "work", "tombstones", "evidence", "agents/runtime-engineer"].map(
    (rest) => `/repos/harbor/lighthouse/${rest}`,
  );
  for (const path of ["/", ...paths]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    titles.add(await page.title());
  }
  expect(titles.size).toBe(6);
});

test("text that somebody else wrote never carries a language or a direction by guess", async ({ page }) => {
  for (const { path } of PLACES.filter(({ name }) => ["complete roster", "work by goal", "evidence"].includes(name))) {
    await page.goto(path);
    await expect(page.locator("body [lang], body [dir]")).toHaveCount(0);
  }
});

import type { Page } from "@playwright/test";
import { axe, expect, test, THEMES } from "./fixtures";
import { DRAWERS, PLACES } from "./places";

const WIDTHS = [1440, 390];

// A page is judged up to four times, and a trace of that is mostly axe's own work.
test.use({ trace: "off" });
test.describe.configure({ timeout: 180_000 });

/** Both themes at both widths of the page as it stands: every rule in light, those about colours in dark as well. */
async function axeEverywhere(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
      found.push(...(await axe(page, theme === "dark")).map((violation) => `${theme}, ${width} px: ${violation}`));
    }
  }
  return found;
}

for (const { name, path } of PLACES) {
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    expect(await axeEverywhere(page)).toEqual([]);
  });
}

for (const { name, path } of DRAWERS) {
  test(`axe finds nothing with the drawer open: ${name}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("dialog", { name: "Evidence" }).getByRole("heading", { name: "Source" })).toBeVisible();
    expect(await axeEverywhere(page)).toEqual([]);
  });
}

test("axe finds nothing: everything that opens is open", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/work");
  for (const group of await page.locator("main details > summary").all()) await group.click();
  expect(await axeEverywhere(page)).toEqual([]);
  await page.goto("/");
  await page.getByText("This is the demo that comes with Muster.").click();
  expect(await axeEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Repositories" }).click();
  await expect(page.getByRole("navigation", { name: "Repositories" })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

test("axe finds nothing: a page that is not there", async ({ page, faults }) => {
  faults.expects(/404/);
  await page.goto("/repos/nobody/nowhere/roster");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await axeEverywhere(page)).toEqual([]);
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

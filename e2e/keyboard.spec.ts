import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const ROSTER = "/repos/harbor/lighthouse/roster";

/** Presses Tab until the focus is on `target`, as somebody without a mouse gets there. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached with ${key}: ${target}`);
}

/** What is focused, and whether the eye can see that. */
async function focused(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: "", seen: true };
    const around = [element, element.closest("label"), element.closest("li"), element.parentElement];
    const ring = around.some((one) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    const box = element.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return { name: element.getAttribute("aria-label") ?? element.textContent ?? "", seen: ring && inside };
  });
}

test("from the overview to a roster, an agent and the evidence, and Escape gives the focus back", async ({ page }) => {
  await page.goto("/");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "harbor/lighthouse" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${ROSTER}$`));
  const search = page.getByRole("searchbox", { name: "Name or ID" });
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("kepler");
  await expect(page).toHaveURL(/q=kepler/);
  const row = page.getByRole("row", { name: /runtime-engineer/ });
  await expect(page.getByRole("table", { name: "Roster of harbor/lighthouse" }).getByRole("row")).toHaveCount(2);
  await tabTo(page, row.getByRole("link", { name: "Kepler" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kepler" })).toBeVisible();
  const proof = page.getByRole("link", { name: /evidence for role of runtime-engineer/ });
  await tabTo(page, proof);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await expect(drawer).toBeFocused();
  await expect(drawer.getByRole("group", { name: /^Bytes/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(drawer.getByRole("link", { name: "Close evidence" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(proof).toBeFocused();
});

test("the drawer traps nobody: Tab leaves it, and the view beside it still works", async ({ page }) => {
  await page.goto(`${ROSTER}?evidence=registry:/agents/runtime-engineer`);
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await expect(drawer.getByRole("button", { name: "Copy link" })).toBeVisible();
  await drawer.getByRole("button", { name: "Copy link" }).focus();
  await tabTo(page, page.getByRole("searchbox", { name: "Name or ID" }), "Shift+Tab");
  await page.keyboard.type("ves");
  await expect(page).toHaveURL(/evidence=registry/);
  await expect(page).toHaveURL(/q=ves/);
  await expect(drawer).toBeVisible();
});

test("the first Tab offers the way past the navigation, and it leads to the view", async ({ page }) => {
  await page.goto(ROSTER);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the view" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Name or ID" })).toBeFocused();
});

for (const path of ["/", ROSTER, "/repos/harbor/lighthouse/work", "/repos/harbor/lighthouse/agents/runtime-engineer"]) {
  test(`${path}: wherever the focus is, it can be seen`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    const unseen: string[] = [];
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press("Tab");
      const { name, seen } = await focused(page);
      if (!seen) unseen.push(name);
    }
    expect(unseen).toEqual([]);
  });
}

test("the views of a repository are links that Enter follows, and the one that is open says so", async ({ page }) => {
  await page.goto(ROSTER);
  const views = page.getByRole("navigation", { name: "Views" });
  for (const name of ["Work", "Tombstones", "Evidence", "Roster"]) {
    const link = views.getByRole("link", { name: new RegExp(`^${name}`) });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
    await expect(link).toHaveAttribute("aria-current", "page");
  }
});

test("the theme turns with Enter and is remembered over a reload", async ({ page }) => {
  await page.goto(ROSTER);
  const root = page.locator("html");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const toggle = page.getByRole("button", { name: "Switch between light and dark" });
  const before = await background();
  await tabTo(page, toggle);
  await page.keyboard.press("Enter");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect.poll(background).not.toBe(before);
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect.poll(background).toBe(before);
});

test("Work turns round by agent, filters and folds without a mouse", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/work");
  const turned = page.getByRole("button", { name: "By agent" });
  await tabTo(page, turned);
  await page.keyboard.press("Space");
  await expect(turned).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("table", { name: "Agents and the tasks bound to them" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "By goal" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const epic = page.getByRole("button", { name: "Epic 1.1" }).first();
  await expect(epic).toBeVisible();
  await tabTo(page, epic);
  await page.keyboard.press("Enter");
  await expect(epic).toHaveAttribute("aria-expanded", "false");
  await expect(epic).toBeFocused();
});

test("arrow keys walk from row to row of the roster", async ({ page }) => {
  await page.goto(ROSTER);
  const names = page
    .getByRole("table", { name: "Roster of harbor/lighthouse" })
    .getByRole("rowheader")
    .getByRole("link");
  await names.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(names.nth(1)).toBeFocused();
});

test("Escape empties a search before it closes the drawer", async ({ page }) => {
  await page.goto(`${ROSTER}?q=kep&evidence=registry:/agents/runtime-engineer`);
  // The drawer takes the focus once the page answers to keys.
  await expect(page.getByRole("dialog", { name: "Evidence" })).toBeFocused();
  const search = page.getByRole("searchbox", { name: "Name or ID" });
  await search.focus();
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("dialog", { name: "Evidence" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Evidence" })).toHaveCount(0);
});

test("on a narrow screen the repositories open and close from the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ROSTER);
  const menu = page.getByRole("button", { name: "Repositories" });
  const rail = page.getByRole("navigation", { name: "Repositories" });
  await expect(rail).toBeHidden();
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  await expect(rail).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rail).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await rail.getByRole("link", { name: /tidewater/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/harbor\/tidewater\/roster$/);
  await expect(rail).toBeHidden();
});

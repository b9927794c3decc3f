import { expect, test } from "./fixtures";

test("at 390 px every agent still has name, ID, role, status and the way to the bytes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/repos/harbor/lighthouse/roster");
  const row = page.getByRole("row", { name: /runtime-engineer/ });
  for (const text of ["Kepler", "runtime-engineer", "Runtime Engineer"])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row.getByRole("link", { name: /evidence for runtime-engineer/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Sort" }).selectOption("id");
  await expect(page.getByRole("rowheader").first()).toContainText("Nadir");
});

test("at 390 px the drawer covers the view, and closes back to it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/repos/harbor/lighthouse/roster");
  await page.getByRole("link", { name: /evidence for runtime-engineer/ }).click();
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await expect(drawer).toContainText('"runtime-engineer": {');
  const box = await drawer.boundingBox();
  expect(box?.width).toBeGreaterThan(380);
  for (const name of ["Copy link", "Copy JSON"]) await expect(drawer.getByRole("button", { name })).toBeInViewport();
  await drawer.getByRole("link", { name: "Close evidence" }).click();
  await expect(drawer).toHaveCount(0);
});

test("targets that fingers meet on a phone are at least 24 px high and wide, or have room around them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/repos/harbor/lighthouse/roster");
  await expect(page.getByRole("table")).toBeVisible();
  const small = await page.locator("header.top button, .bar button, .tabs a, .bar select").evaluateAll((all) =>
    all
      .map((one) => ({ name: one.textContent ?? "", box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
});

test("an ID, a pointer and a hash are never cut, however narrow the window", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/repos/harbor/lighthouse/roster?evidence=registry:/agents/schema-cartographer");
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await expect(drawer.getByRole("heading", { name: "Source" })).toBeVisible();
  const cut = await page
    .locator("code:visible")
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            !one.closest("pre") &&
            one.scrollWidth > one.clientWidth + 1 &&
            getComputedStyle(one).overflowX !== "visible",
        )
        .map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
});

test("who asked for less motion gets none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/repos/harbor/lighthouse/roster?evidence=registry:/agents/runtime-engineer");
  await expect(page.getByRole("dialog", { name: "Evidence" })).toBeVisible();
  const moving = await page.locator("*").evaluateAll((all) =>
    all
      .filter((one) => {
        const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(one);
        const long = (duration: string) => duration.split(",").some((part) => Number.parseFloat(part) > 0.01);
        return (
          long(transitionDuration) ||
          (animationName !== "none" && long(animationDuration)) ||
          scrollBehavior === "smooth"
        );
      })
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  expect(moving).toEqual([]);
});

test("with forced colours states keep their shapes, and what is chosen is told apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/repos/harbor/lighthouse/roster");
  await expect(page.getByRole("table")).toBeVisible();
  const seal = page.getByRole("region", { name: "Verdicts" }).locator("svg").first();
  const [colour, ground] = await seal.evaluate((one) => [
    getComputedStyle(one).color,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colour).not.toBe(ground);
  const look = (name: RegExp) =>
    page
      .getByRole("group", { name: "Status" })
      .getByRole("button", { name })
      .evaluate((one) => {
        const { color, backgroundColor, outlineStyle, borderColor, borderWidth } = getComputedStyle(one);
        return [color, backgroundColor, outlineStyle, borderColor, borderWidth].join();
      });
  expect(await look(/^All/)).not.toBe(await look(/^Active/));
});

test("without scripts the pages still say who, what and why", async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.url });
  const page = await context.newPage();
  await page.goto("/repos/harbor/lighthouse/roster");
  await expect(page.getByRole("table", { name: "Roster of harbor/lighthouse" }).getByRole("row")).toHaveCount(18);
  await page.goto("/repos/harbor/lighthouse/work");
  await expect(page.getByText("Neither is chosen.").first()).toBeVisible();
  await context.close();
});

import { expect, test } from "@playwright/test";
import { startMuster, type Muster } from "./serve";

let muster: Muster;

test.beforeAll(async () => {
  muster = await startMuster();
});

test.afterAll(() => muster.stop());

test("the overview opens in a browser, under Muster's name", async ({ page }) => {
  await page.goto(muster.url);
  await expect(page).toHaveTitle(/Muster/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { registryPath } from "./expected";
import { expect, test } from "./fixtures";

const LIGHTHOUSE = "/repos/harbor/lighthouse";

test("filters and order of the roster live in the address, and survive a reload and the way back", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/roster`);
  await page.getByRole("searchbox", { name: "Name or ID" }).fill("er");
  await page.getByRole("button", { name: /^Active/ }).click();
  await page.getByRole("combobox", { name: "Universe" }).selectOption("orrery");
  await page.getByRole("table").getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL((url) =>
    ["q=er", "status=active", "universe=orrery", "sort=name"].every((part) => url.search.includes(part)),
  );
  const rows = page.getByRole("table", { name: "Roster of harbor/lighthouse" }).getByRole("rowheader");
  await expect(rows).not.toHaveCount(0);
  await expect(rows.filter({ hasText: "Bosun" })).toHaveCount(0);
  const shown = await rows.allTextContents();
  const same = async () => {
    await expect(rows).toHaveText(shown);
    await expect(page.getByRole("searchbox", { name: "Name or ID" })).toHaveValue("er");
    await expect(page.getByRole("button", { name: /^Active/ })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("combobox", { name: "Universe" })).toHaveValue("orrery");
  };
  await page.reload();
  await same();
  await rows.first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Life line" })).toBeVisible();
  await page.goBack();
  await same();
});

test("a filtered address gives the filtered view in the server's own HTML", async ({ page }) => {
  const html = await (await page.request.get(`${LIGHTHOUSE}/roster?q=kepler`)).text();
  const body = html.slice(html.indexOf("<tbody"), html.indexOf("</tbody>"));
  expect(body).toContain("runtime-engineer");
  expect(body).not.toContain("docs-keeper");
});

test("opening the drawer is a step that Back undoes and Forward does again", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/roster?status=active`);
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await page.getByRole("link", { name: /evidence for runtime-engineer/ }).click();
  await expect(drawer).toContainText('"runtime-engineer": {');
  await expect(page).toHaveURL(/\?status=active&evidence=registry:\/agents\/runtime-engineer$/);
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\?status=active$/);
  await page.goForward();
  await expect(drawer).toContainText('"runtime-engineer": {');
  await page.reload();
  await expect(drawer).toContainText('"runtime-engineer": {');
  await drawer.getByRole("link", { name: "Close evidence" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\?status=active$/);
});

test("opening and closing the drawer asks the server for the piece alone", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/roster`);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "script"].includes(request.resourceType())) asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole("link", { name: /evidence for runtime-engineer/ }).click();
  await expect(page.getByRole("dialog", { name: "Evidence" })).toContainText('"runtime-engineer": {');
  // The status and the list of repositories are asked on a schedule of their own.
  expect(asked.filter((path) => !path.endsWith("/status") && path !== "/api/repos")).toEqual([
    `/api${LIGHTHOUSE}/evidence`,
  ]);
});

test("Work keeps outcome, turn, order and words in the address", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/work`);
  await page.getByRole("button", { name: "By agent" }).click();
  await page.getByRole("button", { name: /^Resolved/ }).click();
  await page.getByRole("combobox", { name: "Sort" }).selectOption("number");
  await page.getByRole("searchbox", { name: "Issue, title, name or ID" }).fill("cache");
  await expect(page).toHaveURL((url) =>
    ["by=agent", "outcome=resolved", "sort=number", "q=cache"].every((part) => url.search.includes(part)),
  );
  const heads = page.getByRole("table").getByRole("rowheader");
  await expect(heads.filter({ hasText: "#119" })).toHaveCount(1);
  await expect(heads.filter({ hasText: "#131" })).toHaveCount(0);
  const shown = await heads.allTextContents();
  await page.reload();
  await expect(heads).toHaveText(shown);
  await expect(page.getByRole("button", { name: "By agent" })).toHaveAttribute("aria-pressed", "true");
});

test("nonsense in the address is no filter", async ({ page }) => {
  await page.goto(`${LIGHTHOUSE}/roster?status=%00&sort=--&universe=`);
  await expect(page.getByRole("button", { name: "All 17" })).toHaveAttribute("aria-pressed", "true");
  await page.goto(`${LIGHTHOUSE}/work?outcome=everything&by=nobody&sort=1`);
  await expect(page.getByRole("button", { name: "By goal" })).toHaveAttribute("aria-pressed", "true");
});

test.describe("what the drawer gives away", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });
  const at = `${LIGHTHOUSE}/roster?status=active&evidence=registry:/agents/runtime-engineer`;
  const clipboard = "navigator.clipboard.readText()";

  test("Copy link gives an address that opens the same drawer for anybody", async ({ page, context, demo }) => {
    await page.goto(at);
    const drawer = page.getByRole("dialog", { name: "Evidence" });
    await drawer.getByRole("button", { name: "Copy link" }).click();
    await expect(drawer.getByText("Copied")).toBeVisible();
    const link = String(await page.evaluate(clipboard));
    expect(link).toBe(`${demo.url}${at}`);
    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByRole("dialog", { name: "Evidence" })).toContainText('"runtime-engineer": {');
  });

  test("Copy JSON gives the document of the piece, as the API does", async ({ page }) => {
    await page.goto(at);
    await page.getByRole("button", { name: "Copy JSON" }).click();
    await expect(page.getByRole("dialog", { name: "Evidence" }).getByText("Copied")).toBeVisible();
    const copied: unknown = JSON.parse(String(await page.evaluate(clipboard)));
    const api = await page.request.get(`/api${LIGHTHOUSE}/evidence?address=registry:/agents/runtime-engineer`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(copied).toEqual(await api.json());
    expect(copied).toMatchObject({
      schema: 1,
      repository: "harbor/lighthouse",
      data: { address: "registry:/agents/runtime-engineer" },
    });
  });

  test("Download saves the exact bytes of the file", async ({ page }) => {
    await page.goto(at);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("registry.json");
    expect(await readFile(await download.path())).toEqual(readFileSync(registryPath("harbor/lighthouse")));
  });

  test("an agent's ID is copied from its page", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/agents/runtime-engineer`);
    await page.getByRole("button", { name: "Copy the ID" }).click();
    await expect.poll(() => page.evaluate(clipboard)).toBe("runtime-engineer");
  });
});

import type { Page } from "@playwright/test";
import { allRead, expect, sideways, watched as test } from "./fixtures";
import { AGENTS, brokenSquad, HOSTILE_IDS as ids, hostileSquad, IMAGE, LINK, LONG, SCRIPT } from "./hostile";
import { startMuster, type Muster } from "./serve";
import type { Squad } from "./squad";

let whole: Squad;
let broken: Squad;
let muster: Muster;
let partial: Muster;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  whole = hostileSquad();
  broken = brokenSquad();
  [muster, partial] = await Promise.all([
    startMuster({ config: whole.config }),
    startMuster({ config: broken.config }),
  ]);
  await Promise.all([allRead(muster.url), allRead(partial.url)]);
});
test.afterAll(async () => {
  await Promise.all([muster.stop(), partial.stop()]);
  whole.remove();
  broken.remove();
});

/** Nothing ran, nothing was built out of a text, and no link leads anywhere but to Muster's own pages. */
async function harmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (window as { hit?: number }).hit,
    built: document.querySelectorAll("[onerror], [onload], main script, main iframe, img[src='x']").length,
    links: [...document.querySelectorAll("a[href], area[href], form[action]")]
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => !/^(\/(?!\/)|\?|#)/.test(href)),
  }));
  expect(found).toEqual({ hit: undefined, built: 0, links: [] });
}

/** Characters on the page that turn or hide what stands around them. */
async function hiddenCharacters(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const hidden = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style") === null && hidden.test(textContent ?? ""))
        found.push(parentElement.outerHTML.slice(0, 120));
    }
    for (const element of document.body.querySelectorAll("[title], [aria-label], [alt], [placeholder]"))
      for (const name of ["title", "aria-label", "alt", "placeholder"])
        if (hidden.test(element.getAttribute(name) ?? "")) found.push(`${name} of ${element.tagName}`);
    if (hidden.test(document.title)) found.push("the title");
    return found;
  });
}

const repository = "/repos/owner/repository";
const VIEWS = [
  ["roster", `${repository}/roster`],
  ["work by goal", `${repository}/work`],
  ["work by agent", `${repository}/work?by=agent`],
  ["tombstones", `${repository}/tombstones`],
  ["evidence", `${repository}/evidence`],
  ...Object.keys(AGENTS).map((id) => [`page of ${id}`, `${repository}/agents/${id}`] as const),
  ["drawer of a record", `${repository}/roster?evidence=registry:/agents/long-name`],
  ["drawer of a name", `${repository}/agents/turned-name?evidence=registry:/agents/turned-name/display_name`],
  ["drawer of a comment", `${repository}/work?evidence=comment:11:/0`],
  ["drawer of a refused row", `${repository}/work?evidence=comment:21:/0/agent_id`],
  ["drawer of a look-alike", `${repository}/evidence?evidence=comment:12:`],
] as const;

for (const [name, path] of VIEWS) {
  test(`hostile text runs nothing, leads nowhere, turns nothing and breaks no layout: ${name}`, async ({ page }) => {
    page.on("dialog", (dialog) => expect.soft(dialog.message()).toBe("no dialog"));
    await page.goto(`${muster.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    if (path.includes("evidence=")) await expect(page.getByRole("heading", { name: "Source" })).toBeVisible();
    await harmless(page);
    expect(await hiddenCharacters(page)).toEqual([]);
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sideways(page), `${width} px`).toEqual([]);
      // What a record states is shown in full on its agent's page; nowhere else does one text take the screen from the others.
      const heights = await page
        .locator("main [role=row], main header")
        .evaluateAll((all) => all.map((one) => (one.closest(".record") ? 0 : one.getBoundingClientRect().height)));
      expect(Math.max(0, ...heights), `${width} px`).toBeLessThan(900);
    }
  });
}

test("every hostile name is read as it is written, with what cannot be seen named", async ({ page }) => {
  await page.goto(`${muster.url}${repository}/roster`);
  const name = (id: string) =>
    page
      .getByRole("row")
      .filter({ has: page.getByText(id, { exact: true }) })
      .getByRole("rowheader");
  await expect(name("script-name")).toHaveText(SCRIPT);
  await expect(name("image-name")).toHaveText(IMAGE);
  await expect(name("link-name")).toHaveText(LINK);
  await expect(name("turned-name")).toHaveText("KepU+202ElerU+202C");
  await expect(name("hidden-name")).toHaveText("ZeU+200BrU+FEFFo");
  await expect(name("bell-name")).toHaveText("AU+0007BU+0000CU+009BD");
  await expect(name("hebrew-name")).toHaveText("שלום עולם");
  await expect(name("template-name")).toHaveText("{{7*7}} ${7*7} <%= 7*7 %> %s %d");
  await expect(name("constructor")).toHaveText("__proto__");
  await expect(name("long-name").locator("bdi")).toHaveAttribute("title", LONG);
  const turned = name("turned-name").getByText("U+202E", { exact: true });
  await expect(turned).toBeVisible();
  const around = name("turned-name").locator("bdi");
  expect(await around.evaluate((one) => getComputedStyle(one).unicodeBidi)).toMatch(/isolate/);
});

test("a name of 10,000 characters makes no row higher than any other", async ({ page }) => {
  await page.goto(`${muster.url}${repository}/roster`);
  const heights = await page
    .getByRole("table")
    .getByRole("row")
    .evaluateAll((all) => all.slice(1).map((one) => Math.round(one.getBoundingClientRect().height)));
  expect(heights).toHaveLength(ids.length);
  expect(new Set(heights).size).toBe(1);
});

test("the ID stands beside every name, so that a turned or borrowed one deceives nobody", async ({ page }) => {
  await page.goto(`${muster.url}${repository}/work`);
  for (const id of ids) await expect(page.getByRole("cell", { name: id }).first()).toBeVisible();
});

test("excluded records with hostile keys are listed with them visible, and cost the layout nothing", async ({
  page,
}) => {
  await page.goto(`${partial.url}${repository}/roster`);
  const banner = page.getByRole("region", { name: "Identity incomplete" });
  await expect(banner).toContainText(`${ids.length} of ${ids.length + 4} records valid.`);
  await expect(banner.getByText("U+202E").first()).toBeVisible();
  await expect(banner).toContainText("an empty ID");
  await harmless(page);
  expect(await hiddenCharacters(page)).toEqual([]);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page), `${width} px`).toEqual([]);
  }
});

test("what an address asks for is text as well", async ({ page, faults }) => {
  faults.expects(/40[04]/);
  const bad = encodeURIComponent(`${IMAGE}\u202E${"x".repeat(300)}`);
  await page.goto(`${muster.url}${repository}/roster?q=${bad}&role=${bad}&status=${bad}&sort=${bad}`);
  await expect(page.getByText("No name or ID here contains")).toBeVisible();
  await harmless(page);
  expect(await hiddenCharacters(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
  for (const address of [bad, "javascript:window.hit=5", encodeURIComponent("//evil.example/x")]) {
    await page.goto(`${muster.url}${repository}/roster?evidence=${address}`);
    await expect(page.getByRole("dialog", { name: "Evidence" })).toContainText("Not an evidence address");
    await harmless(page);
    expect(await hiddenCharacters(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  }
  await page.goto(`${muster.url}${repository}/agents/${bad}`);
  await expect(page.getByRole("main")).toContainText("Unknown ID");
  await harmless(page);
  expect(await hiddenCharacters(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
});

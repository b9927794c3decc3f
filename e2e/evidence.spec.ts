import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expected, registryPath } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

const LIGHTHOUSE = "/repos/harbor/lighthouse";
const drawer = (page: Page) => page.getByRole("dialog", { name: "Evidence" });

/** The marked lines of the bytes in the drawer, as people read them. */
async function marked(page: Page): Promise<{ n: number; text: string; bad: boolean; codes: string[] }[]> {
  const bytes = drawer(page).getByRole("group", { name: /^Bytes/ });
  await expect(bytes).toBeVisible();
  return bytes.locator(".in").evaluateAll((lines) =>
    lines.map((line) => ({
      n: Number(line.querySelector("i")?.textContent),
      text: (line.querySelector("span")?.textContent ?? "").replace(/\n$/, ""),
      bad: line.classList.contains("bad"),
      codes: [...line.querySelectorAll("em code")].map((code) => code.textContent ?? ""),
    })),
  );
}

/** The facts under Source, by their name. */
async function facts(page: Page): Promise<ReadonlyMap<string, string>> {
  const pairs = await drawer(page)
    .locator("dl.facts > div")
    .evaluateAll((all) =>
      all.map((one) => [one.children[0]?.textContent ?? "", one.children[1]?.textContent ?? ""] as const),
    );
  return new Map(pairs);
}

const fileLines = (repository: string) => readFileSync(registryPath(repository), "utf8").split("\n");

test.describe("the drawer", () => {
  test("of a record: its own lines marked, commit, blob, size, times, and every rule that holds", async ({
    page,
    demo,
  }) => {
    await page.goto(`${LIGHTHOUSE}/roster`);
    await page.getByRole("link", { name: /evidence for runtime-engineer/ }).click();
    await expect(page).toHaveURL(/\?evidence=registry:\/agents\/runtime-engineer$/);
    const lines = await marked(page);
    const file = fileLines("harbor/lighthouse");
    for (const { n, text } of lines) expect(text).toBe(file[n - 1]);
    expect(lines[0]?.text).toContain('"runtime-engineer": {');
    const { pin } = (await (await page.request.get(`${demo.url}/api${LIGHTHOUSE}/status`)).json()) as {
      pin: { sha: string };
    };
    const said = await facts(page);
    expect(said.get("Commit")).toBe(pin.sha);
    expect(said.get("Path")).toBe(".squad/casting/registry.json");
    expect(said.get("Blob")).toMatch(/^[0-9a-f]{40}$/);
    expect(said.get("SHA-256")).toMatch(/^[0-9a-f]{64}$/);
    const size = readFileSync(registryPath("harbor/lighthouse")).byteLength;
    expect(said.get("Size")?.replace(",", "")).toBe(`${size} bytes`);
    expect(said.get("Asked")).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? UTC/);
    await expect(drawer(page).getByRole("heading", { name: /^Passed \d+/ })).toBeVisible();
    await expect(drawer(page).getByRole("heading", { name: /^Failed/ })).toHaveCount(0);
    await expect(page.getByRole("row", { name: /runtime-engineer/ })).toHaveClass(/\bsel\b/);
  });

  test("of a member: the line that states it", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/agents/runtime-engineer`);
    await page.getByRole("link", { name: /evidence for role of runtime-engineer/ }).click();
    const lines = await marked(page);
    expect(lines.map(({ text }) => text.trim())).toEqual(['"role": "Runtime Engineer",']);
    await expect(drawer(page)).toContainText("Runtime Engineer");
  });

  test("of an excluded record: the rule that failed, at its line, and what would mend it", async ({ page }) => {
    await page.goto("/repos/harbor/tidewater/roster");
    await page.getByRole("link", { name: /evidence for gauge-reader/ }).click();
    await expect(drawer(page).getByRole("heading", { name: "Failed 1" })).toBeVisible();
    const lines = await marked(page);
    const file = fileLines("harbor/tidewater");
    for (const { n, text } of lines) expect(text).toBe(file[n - 1]);
    expect(lines.filter(({ bad }) => bad).flatMap(({ codes }) => codes)).toContain("agent-name-collision");
    await expect(drawer(page)).toContainText("Rename all but one of these agents, each under its own ID.");
  });

  test("of a bound row: the comment, its author, and that the file states him", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/work`);
    await page.getByRole("link", { name: "/0, evidence for #113" }).click();
    const text = (await marked(page)).map((line) => line.text).join("\n");
    expect(JSON.parse(text.trim().replace(/,$/, ""))).toMatchObject({ issue: "#113", agent_id: "runtime-engineer" });
    const said = await facts(page);
    expect(said.get("Comment")).toBe("2231907 on issue #45");
    expect(said.get("Author")).toContain("account 41898282 (Bot)");
    expect(said.get("Author")).toContain("as stated in the exported file");
    expect(said.get("Edited")).toBe("never");
  });

  test("of a refused row: every failing rule, where it is written", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/work`);
    await page.getByRole("link", { name: "/3/issue, evidence for goal #91" }).click();
    await expect(drawer(page).getByRole("heading", { name: /^Failed/ })).toBeVisible();
    const lines = await marked(page);
    expect(
      lines.some(({ bad, text, codes }) => bad && text.includes("#aw_task4") && codes.includes("binding-issue")),
    ).toBe(true);
    await expect(drawer(page)).toContainText("was never created");
  });

  test("of a look-alike: that it was ignored, never parsed, and who wrote it", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    await page.getByRole("link", { name: "show, evidence for comment 2230066" }).click();
    await expect(drawer(page)).toContainText(/ignored/i);
    expect((await facts(page)).get("Author")).toContain("account 88120417 (User)");
    await expect(drawer(page).getByRole("heading", { name: /^Passed/ })).toHaveCount(0);
  });

  test("of an avatar: the picture, its path and blob", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    await page.getByRole("link", { name: "show, evidence for .squad/agents/runtime-engineer/avatar.png" }).click();
    const picture = drawer(page).locator("img");
    await expect(picture).toHaveCount(1);
    await expect
      .poll(() => picture.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
      .toBe(64);
    expect((await facts(page)).get("Path")).toBe(".squad/agents/runtime-engineer/avatar.png");
  });

  test("of an avatar that cannot be shown: the reason, and no picture", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence?evidence=avatar:migration-pilot`);
    await expect(drawer(page)).toContainText("avatar-svg");
    await expect(drawer(page).locator("img")).toHaveCount(0);
    await expect(drawer(page).getByRole("group", { name: /^Bytes/ })).toContainText("<svg");
    expect((await facts(page)).get("Blob")).toMatch(/^[0-9a-f]{40}$/);
  });

  test("of an avatar that cannot be shown: its bytes can be had, as an attachment that nothing runs", async ({
    page,
  }) => {
    await page.goto(`${LIGHTHOUSE}/evidence?evidence=avatar:migration-pilot`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      drawer(page).getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("migration-pilot.bin");
    const file = readFileSync("demo/harbor/lighthouse/.squad/agents/migration-pilot/avatar.svg");
    expect(readFileSync(await download.path())).toEqual(file);
  });

  test("of an address that names nothing: says so, with its code, and the view stays", async ({ page, faults }) => {
    faults.expects(/404/);
    await page.goto(`${LIGHTHOUSE}/roster?evidence=registry:/agents/nobody`);
    await expect(drawer(page).getByRole("heading", { name: "No such evidence" })).toBeVisible();
    await expect(drawer(page)).toContainText("unknown-evidence");
    await expect(page.getByRole("table", { name: "Roster of harbor/lighthouse" })).toBeVisible();
  });

  test("a shared link shows its drawer in the server's own HTML, before any script", async ({ browser, demo }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.url });
    const page = await context.newPage();
    await page.goto(`${LIGHTHOUSE}/roster?evidence=registry:/agents/runtime-engineer`);
    await expect(drawer(page)).toContainText('"runtime-engineer": {');
    await page.getByRole("link", { name: "Close evidence" }).click();
    await expect(drawer(page)).toHaveCount(0);
    await page.getByRole("link", { name: /evidence for docs-keeper/ }).click();
    await expect(drawer(page)).toContainText('"docs-keeper": {');
    await context.close();
  });
});

test.describe("the page", () => {
  test("lists every file that was read, and the pictures that could not be shown with why", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    const rows = await rowsOf(page.getByRole("table", { name: "Files that were asked for" }));
    const { shown, withheld } = expected("harbor/lighthouse").avatars;
    expect(rows).toHaveLength(1 + Object.keys(shown).length + Object.keys(withheld).length);
    expect(rows[0]?.cells[0]).toBe(".squad/casting/registry.json");
    for (const [id, type] of Object.entries(shown)) {
      const row = rows.find(({ cells }) => cells[0]?.startsWith(`.squad/agents/${id}/`));
      expect(row?.cells[2]).toContain(type);
    }
    for (const id of Object.keys(withheld))
      expect(rows.find(({ cells }) => cells[0]?.startsWith(`.squad/agents/${id}/`))?.cells[1]).toBe("No avatar");
  });

  test("lists every thread with what it came to, its artifacts, and which of them counts", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    const table = page.getByRole("table", { name: "Threads and their activation artifacts" });
    const rows = await rowsOf(table);
    for (const { issue, goal, counted, history } of expected("harbor/lighthouse").goals) {
      const not = goal === "conflict" ? /none of the newest counts$/ : /does not count$/;
      expect(rows.filter(({ cells }) => cells[0]?.startsWith(`#${issue} `))).toHaveLength(1);
      for (const id of [counted, ...history].filter((one) => one !== null)) {
        const row = rows.find(({ cells }) => cells[0]?.startsWith(`comment ${id}`));
        const newest = goal === "bound" ? /[^t] counts$/ : /the newest, binds nobody$/;
        expect(row?.cells[1], `comment ${id}`).toMatch(id === counted ? newest : not);
      }
    }
  });

  test("says which file states the titles, with its hash", async ({ page }) => {
    const file = readFileSync("demo/threads/harbor/lighthouse/issues.json");
    await page.goto(`${LIGHTHOUSE}/evidence`);
    const said = page.getByText("Titles and states are as stated in issues.json");
    await expect(said).toContainText(createHash("sha256").update(file).digest("hex"));
    await expect(said).toContainText("No task depends on them.");
  });

  test("lists the ignored comments apart, with the accounts of their authors", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    const rows = await rowsOf(page.getByRole("table", { name: "Comments that were ignored" }));
    const wanted = expected("harbor/lighthouse").goals.flatMap(({ lookAlikes }) => lookAlikes);
    expect(rows.map(({ cells }) => cells[0]?.match(/\d+/)?.[0])).toEqual(wanted.map(String));
    expect(rows[0]?.cells[2]).toContain("account 88120417 (User)");
  });

  test("says who may speak, and what is never read", async ({ page }) => {
    await page.goto(`${LIGHTHOUSE}/evidence`);
    const ground = page.getByRole("region", { name: "What this stands on" });
    await expect(ground).toContainText("account 41898282 (Bot)");
    await expect(ground).toContainText("Assignees, reviewers, labels, branches, workflow actors, roster files.");
  });

  for (const [repository, word] of [
    ["harbor/tidewater", "Partial"],
    ["harbor/causeway", "Older format"],
    ["orchard/quince", "Refused"],
  ] as const) {
    test(`${repository}: gives the registry's verdict as ${word.toLowerCase()}`, async ({ page }) => {
      await page.goto(`/repos/${repository}/evidence`);
      const row = page.getByRole("row", { name: /registry\.json/ }).first();
      await expect(row).toContainText(new RegExp(word, "i"));
    });
  }
});

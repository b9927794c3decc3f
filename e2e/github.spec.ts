import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { EXPECTED, expected, records, registryPath, tasksOf } from "./expected";
import { allRead, expect, watched } from "./fixtures";
import { DEMO_TOKEN, demoGitHub, type DemoGitHub } from "./github";
import { startGitHubMuster, type GitHubMuster } from "./github-squads";
import { rowsOf } from "./read";
import { startMuster, type Muster } from "./serve";

const test = watched;

const STATES: Readonly<Record<string, string>> = {
  unavailable: "Unavailable",
  conflict: "Conflict",
  incomplete: "Incomplete",
  complete: "Complete",
};
const OUTCOMES = {
  resolved: "Resolved",
  retired: "Retired",
  omitted: "Omitted",
  unresolved: "Unresolved",
  conflict: "Conflict",
} as const;
const TITLES = {
  causeway: "The registry is in the older format",
  sandbar: "There is no registry in this repository",
  pippin: "The registry has an older shape without IDs",
  quince: "The registry is refused",
} as const;

let demo: DemoGitHub;
let muster: GitHubMuster;
/** The same demo, read from folders. */
let folders: Muster;

test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  demo = await demoGitHub();
  // An export names no editor, so the demo's edited artifact is refused. GitHub names none either where the account is gone.
  for (const repository of demo.repositories.values())
    for (const { id, body, edited, updatedAt } of repository.comments())
      if (edited !== null) repository.editComment(id, body, { editor: null, at: updatedAt });
  // Every exported thread is a goal; of issues on GitHub only those with an artifact are, and those that are named.
  const named = EXPECTED.filter(({ goals }) => goals.length > 0);
  const entries = Object.fromEntries(
    named.map(({ repository, goals }) => [repository, { goals: goals.map(({ issue }) => issue) }]),
  );
  [muster, folders] = await Promise.all([
    startGitHubMuster(demo.github, demo.repositories.keys(), { token: DEMO_TOKEN, entries }),
    startMuster(),
  ]);
  await allRead(folders.url);
  await judged("harbor/lighthouse");
});
test.afterAll(async () => {
  await Promise.all([muster.stop(), folders.stop()]);
  await demo.github.stop();
});

/** Pictures are read for the first who opens a repository, and may be on their way for a moment. */
async function judged(repository: string): Promise<void> {
  const registry = async () => (await fetch(`${muster.url}/api/repos/${repository}/registry`)).text();
  await expect.poll(registry, { intervals: [100] }).not.toContain('"unread"');
}

const open = (page: Page, path: string) => page.goto(`${muster.url}${path}`);

test("the overview gives every repository the state and the counts that the demo must give", async ({ page }) => {
  await open(page, "/");
  const table = page.getByRole("table", { name: "All repositories and what to do next" });
  const rows = (await rowsOf(table)).filter(({ cells }) => cells.length > 1);
  expect(rows).toHaveLength(EXPECTED.length);
  for (const { repository, registry, states, tasks, goals } of EXPECTED) {
    const cells = rows.find((row) => row.cells[0]?.split(" ")[0] === repository)?.cells ?? [];
    expect(cells[1]?.split(" ")[0], repository).toBe(STATES[states.repository]);
    const { active, inactive, retired } = registry.counts ?? {};
    const known = goals.length > 0 && registry.counts !== null;
    const counts = [
      active,
      inactive,
      retired,
      ...(known ? [tasks.resolved, tasks.unresolved] : [undefined, undefined]),
    ];
    expect(cells.slice(2, 7), repository).toEqual(counts.map((n) => (n === undefined ? "not known" : String(n))));
  }
});

for (const { repository, registry, tasks, goals } of EXPECTED) {
  test(`${repository}: the documents say the same as those from folders, and nothing was exported`, async ({
    request,
  }) => {
    const data = async (from: string, kind: string) =>
      (
        (await (await request.get(`${from}/api/repos/${repository}/${kind}`)).json()) as {
          data: Record<string, unknown>;
        }
      ).data;
    await judged(repository);
    const [mine, theirs] = [await data(muster.url, "registry"), await data(folders.url, "registry")];
    const without = goals.length === 0 ? { tasksUnknown: null } : {};
    expect({ ...mine, ...without }).toEqual({ ...theirs, ...without });
    const [work, other] = [await data(muster.url, "work"), await data(folders.url, "work")];
    const there = { exported: false, issuesUrl: null };
    const own = goals.length === 0 ? { ...there, statement: null } : there;
    expect({ ...work, ...own }).toEqual({ ...other, ...own });
    for (const kind of ["status", "registry", "work", "evidence"]) {
      const text = JSON.stringify(await data(muster.url, kind)).replaceAll('"exported":false', "");
      expect(text, kind).not.toMatch(/\bexported\b|as stated in the file|issues\.json|working directory/i);
    }
  });

  // The documents of all are the same; of these the pages are opened too, one of each kind.
  if (!["harbor/lighthouse", "harbor/tidewater", "harbor/causeway", "orchard/quince"].includes(repository)) continue;

  test(`${repository}: roster, work and tombstones are those of the same demo in folders`, async ({ page }) => {
    await open(page, `/repos/${repository}/roster`);
    const counts = Object.entries(registry.counts ?? {});
    for (const [status, n] of counts)
      await expect(
        page.getByRole("button", { name: `${status[0]?.toUpperCase()}${status.slice(1)} ${n}`, exact: true }),
      ).toHaveCount(registry.valid.length > 0 ? 1 : 0);
    const title = TITLES[repository.split("/")[1] as keyof typeof TITLES] as string | undefined;
    if (registry.outcome === "partial")
      await expect(page.getByRole("region", { name: "Identity incomplete" })).toContainText(
        `${registry.valid.length} of ${registry.total} records valid.`,
      );
    if (title !== undefined) await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (registry.valid.length === 0) await expect(page.locator("main img")).toHaveCount(0);

    await open(page, `/repos/${repository}/work`);
    if (goals.length === 0)
      await expect(page.getByRole("region", { name: "No goals are known" })).toContainText(
        "comments of the repository",
      );
    else await expect(page.getByRole("button", { name: `All ${tasks.total}`, exact: true })).toBeVisible();
    const table = page.getByRole("table", { name: "Goals, epics, tasks and their agents" });
    let goal = 0;
    const shown = new Map<string, readonly string[]>();
    for (const { cells } of goals.length === 0 ? [] : await rowsOf(table)) {
      const issue = /^#\d+/.exec(cells[0] ?? "")?.[0] ?? "";
      if (issue !== "" && cells.length === 4) goal = Number(issue.slice(1));
      if (issue !== "" && cells.length === 6) shown.set(`${goal}${issue}`, cells);
    }
    const wanted = tasksOf(repository);
    expect([...shown.keys()].sort()).toEqual(wanted.map((task) => `${task.goal}${task.issue}`).sort());
    for (const task of wanted) {
      const [, , who = "", outcome] = shown.get(`${task.goal}${task.issue}`) ?? [];
      expect(outcome).toBe(OUTCOMES[task.outcome]);
      if (task.agent !== null) {
        expect(who.startsWith(records(repository)[task.agent]?.display_name ?? "?")).toBe(true);
        expect(who.endsWith(` ${task.agent}`)).toBe(true);
      }
    }

    const retired = registry.counts?.retired ?? 0;
    if (retired === 0) return;
    await open(page, `/repos/${repository}/tombstones`);
    expect(await rowsOf(page.getByRole("table", { name: "Retired agents", exact: true }))).toHaveLength(retired);
  });
}

test("no view speaks of an export or of a working directory, and there is no band where nothing is to be said", async ({
  page,
}) => {
  for (const path of ["lighthouse/roster", "lighthouse/work", "lighthouse/evidence", "lighthouse/tombstones"]) {
    await open(page, `/repos/harbor/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page.locator("body")).not.toContainText(/\bexport|as stated in the file|issues\.json/i);
    await expect(page.getByRole("region", { name: "About this view" })).toHaveCount(0);
  }
  await open(page, "/repos/orchard/espalier/roster");
  await expect(page.getByText("Working directory")).toHaveCount(0);
  const sha = (await demo.repositories.get("orchard/espalier")?.sha()) ?? "";
  await expect(page.getByRole("contentinfo")).toContainText(sha.slice(0, 7));
});

test("pictures that can be shown arrive from Muster's own address, and refused ones are absent", async ({ page }) => {
  const { avatars } = expected("harbor/lighthouse");
  await open(page, "/repos/harbor/lighthouse/roster");
  const pictures = page.getByRole("table", { name: /^Roster of/ }).locator("img");
  const sources = () => pictures.evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""));
  const ids = async () => (await sources()).map((source) => source.split("/").at(-2)).sort();
  await expect.poll(ids).toEqual(Object.keys(avatars.shown).sort());
  await pictures.last().scrollIntoViewIfNeeded();
  for (const source of await sources()) {
    expect(source).toMatch(/^\/api\/repos\/harbor\/lighthouse\/agents\//);
    const answer = await page.request.get(`${muster.url}${source}`);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([
      200,
      avatars.shown[source.split("/").at(-2) ?? ""],
    ]);
  }
  for (const [id, code] of Object.entries(avatars.withheld)) {
    const answer = await page.request.get(`${muster.url}/api/repos/harbor/lighthouse/agents/${id}/avatar`);
    expect([404, 415], `${id}: ${code}`).toContain(answer.status());
    expect(answer.headers()["content-type"]).toBe("application/problem+json");
  }
});

test.describe("evidence", () => {
  const drawer = (page: Page) => page.getByRole("dialog", { name: "Evidence" });
  const link = (page: Page, name: string) => drawer(page).getByRole("link", { name });

  test("of a registry fact leads to its lines at the commit on GitHub, in a tab that knows nothing of this one", async ({
    page,
  }) => {
    await open(page, "/repos/harbor/lighthouse/roster?evidence=registry:/agents/runtime-engineer");
    const sha = await demo.repositories.get("harbor/lighthouse")?.sha();
    const lines = readFileSync(registryPath("harbor/lighthouse"), "utf8").split("\n");
    const first = lines.findIndex((line) => line.includes('"runtime-engineer": {')) + 1;
    const last = first + lines.slice(first).findIndex((line) => /^ {4}\},?$/.test(line)) + 1;
    const there = link(page, "The file at this commit");
    const blob = `${demo.github.webUrl}/harbor/lighthouse/blob/${sha}/.squad/casting/registry.json`;
    await expect(there).toHaveAttribute("href", `${blob}#L${first}-L${last}`);
    await expect(there).toHaveAttribute("rel", /\bnoopener\b/);
    await expect(there).toHaveAttribute("rel", /\bnoreferrer\b/);
    await expect(there).toHaveAttribute("target", "_blank");
    await open(page, "/repos/harbor/lighthouse/roster?evidence=registry:/agents/runtime-engineer/role");
    await expect(link(page, "The file at this commit")).toHaveAttribute("href", new RegExp(`^${blob}#L\\d+$`));
  });

  test("of a picture leads to its file at the commit", async ({ page }) => {
    await open(page, "/repos/harbor/lighthouse/evidence?evidence=avatar:runtime-engineer");
    const sha = await demo.repositories.get("harbor/lighthouse")?.sha();
    await expect(link(page, "The file at this commit")).toHaveAttribute(
      "href",
      `${demo.github.webUrl}/harbor/lighthouse/blob/${sha}/.squad/agents/runtime-engineer/avatar.png`,
    );
  });

  test("of a binding leads to its comment, whose author is the one that GitHub names", async ({ page }) => {
    await open(page, "/repos/harbor/lighthouse/work?evidence=comment:2231907:/0");
    const there = link(page, "The comment");
    await expect(there).toHaveAttribute(
      "href",
      `${demo.github.webUrl}/harbor/lighthouse/issues/45#issuecomment-2231907`,
    );
    await expect(there).toHaveAttribute("rel", /\bnoopener\b/);
    const task = link(page, "#113");
    await expect(task).toHaveAttribute("href", `${demo.github.webUrl}/harbor/lighthouse/issues/113`);
    await expect(task).toHaveAttribute("rel", /\bnoopener\b/);
    await expect(drawer(page)).toContainText("account 41898282 (Bot)");
    await expect(drawer(page)).not.toContainText(/as stated/);
  });

  for (const [what, path, wanted] of [
    ["the registry", "roster?evidence=registry:", () => readFileSync(registryPath("harbor/lighthouse"))],
    [
      "a comment",
      "work?evidence=comment:2231907:",
      () => Buffer.from(demo.repositories.get("harbor/lighthouse")?.comment(2231907)?.body ?? "none"),
    ],
    [
      "a refused picture",
      "evidence?evidence=avatar:migration-pilot",
      () => readFileSync("demo/harbor/lighthouse/.squad/agents/migration-pilot/avatar.svg"),
    ],
  ] as const) {
    test(`of ${what} is downloaded byte for byte`, async ({ page }) => {
      await open(page, `/repos/harbor/lighthouse/${path}`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        drawer(page).getByRole("link", { name: "Download" }).click(),
      ]);
      expect(readFileSync(await download.path())).toEqual(wanted());
    });
  }
});

test("GitHub was asked for nothing that it does not answer, and for no more than eight things at a time", () => {
  expect(demo.github.unexpected).toEqual([]);
  expect(demo.github.mostAtOnce).toBeLessThanOrEqual(8);
});

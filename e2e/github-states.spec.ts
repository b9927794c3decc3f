import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe, expect, sideways, watched } from "./fixtures";
import { faults as github, startGitHub, type GitHub, type Permission, type Repository } from "./github";
import { activate, on, publish, SECRET, startGitHubMuster, type GitHubMuster } from "./github-squads";
import { rowsOf } from "./read";
import { record } from "./squad";

const test = watched;

const ALL: readonly Permission[] = ["contents", "issues", "metadata"];
const WEB = "https://github.example";
const SSO = `${WEB}/orgs/states/sso?authorization_request=A1B2C3`;
const AGENTS = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const NAMES = [
  ...["pushed", "removed", "deleted", "renamed", "cased", "held", "rollback", "twice", "stale", "no-issues"],
  ...["titles", "old", "stuck", "sso", "sso-http", "sso-elsewhere", "sso-user", "pictures"],
] as const;
type Name = (typeof NAMES)[number];
const full = (name: Name) => `states/${name}`;

let hub: GitHub;
let muster: GitHubMuster;
const repositories = {} as Record<Name, Repository>;
/** What the token may read; a change counts at once. */
let access: Record<string, readonly Permission[]>;
/** Lets the older comments of states/old through. */
let letThrough: () => void;

test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  hub = await startGitHub();
  // So that only the comments themselves tell which issues are goals.
  hub.searchLag = true;
  access = Object.fromEntries(NAMES.map((name) => [full(name), ALL]));
  const sso = {
    [full("sso")]: SSO,
    [full("sso-http")]: SSO.replace("https:", "http:"),
    [full("sso-elsewhere")]: "https://github.example.evil.test/orgs/states/sso",
    [full("sso-user")]: "https://somebody@github.example/orgs/states/sso",
  };
  access[full("no-issues")] = ["contents", "metadata"];
  hub.addToken(SECRET, { repositories: access, sso });
  for (const name of NAMES) {
    const repository = hub.addRepository(name === "cased" ? "States/Cased" : full(name), { private: true });
    repositories[name] = repository;
    if (name === "old") addOldComments(repository);
    else activate(repository, 45, { 101: "runtime-engineer", 102: "docs-writer" });
    if (name !== "pictures") await publish(repository, AGENTS, { revision: name === "twice" ? 5 : 4 });
  }
  const stuck = repositories.stuck;
  for (let i = 0; i < 120; i += 1) stuck.addComment(45, `Remark ${i}`);
  const firstRollback = await repositories.rollback.sha();
  await publish(repositories.rollback, AGENTS, { revision: 5 });
  await pushPictures(repositories.pictures);
  const older = (page: string | undefined, from: number) => Number(page ?? 1) >= from;
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  letThrough = open;
  hub.before(
    on(full("old"), ({ query }) => older(query["page"], 12)),
    () => opened,
    { times: Infinity },
  );
  hub.inject({
    match: on(full("stuck"), ({ query }) => older(query["page"], 2)),
    fault: github.serverError(502, "json"),
    times: Infinity,
  });
  hub.inject({
    match: on(full("titles"), ({ body }) => body?.query.startsWith("query Titles") === true),
    fault: github.graphqlErrors(),
    times: Infinity,
  });
  muster = await startGitHubMuster(hub, NAMES.map(full), { webUrl: WEB, env: { MUSTER_LOG: "debug" } });
  // What a second look finds.
  repositories.renamed.rename("states/new-name");
  access["states/new-name"] = ALL;
  const other = repositories.held.replace();
  await publish(other, { impostor: record("Impostor") }, { revision: 9 });
  await repositories.rollback.git.point("refs/heads/main", firstRollback);
  await publish(repositories.twice, { ...AGENTS, "docs-writer": record("Vesta", { revised: true }) }, { revision: 5 });
  hub.inject({ match: on(full("stale")), fault: github.serverError(), times: Infinity });
  const second = ["renamed", "held", "rollback", "twice", "stale"] as const;
  await Promise.all(second.map((name) => muster.lookAgain(full(name))));
});
test.afterAll(async () => {
  letThrough();
  await muster.stop();
  await hub.stop();
});

/** An artifact as the repository's oldest comment, and more than eleven pages after it. */
function addOldComments(repository: Repository): void {
  const minute = (n: number) => new Date(Date.UTC(2026, 1, 1, 0, n));
  activate(repository, 45, { 101: "runtime-engineer" });
  const [artifact] = repository.comments();
  if (artifact !== undefined) Object.assign(artifact, { createdAt: minute(0), updatedAt: minute(0) });
  repository.addIssue({ number: 7, title: "Long talk" });
  for (let i = 1; i <= 1_150; i += 1) repository.addComment(7, `Remark ${i}`, { at: minute(i) });
}

async function pushPictures(repository: Repository): Promise<void> {
  const folder = "demo/harbor/lighthouse/.squad/agents";
  const avatar = (path: string) => ({ avatar: { kind: "repository-path", path: `.squad/agents/${path}` } });
  const agents = {
    "runtime-engineer": record("Kepler", avatar("runtime-engineer/avatar.png")),
    "docs-writer": record("Vesta", avatar("docs-writer/avatar.svg")),
  };
  await publish(
    repository,
    agents,
    {},
    {
      ".squad/agents/runtime-engineer/avatar.png": readFileSync(`${folder}/runtime-engineer/avatar.png`),
      ".squad/agents/docs-writer/avatar.svg": readFileSync(`${folder}/migration-pilot/avatar.svg`),
    },
  );
}

const open = (page: Page, name: Name, view = "roster") => page.goto(`${muster.url}/repos/${full(name)}/${view}`);
const bands = (page: Page) => page.getByRole("region", { name: "About this view" });
const roster = (page: Page) => page.getByRole("table", { name: /^Roster of/ });
const work = (page: Page) => page.getByRole("table", { name: "Goals, epics, tasks and their agents" });
const task = (page: Page, issue: number) =>
  work(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^#${issue}\\b`) }) });
/** The page has settled when it has asked for its status once. */
const settled = (page: Page) => page.waitForRequest((request) => request.url().includes("/status"));

test("while older comments are read, a band counts them; then it goes, and their goals are there without a reload", async ({
  page,
}) => {
  await open(page, "old", "work");
  await expect(bands(page)).toContainText("Discovery running, 1,100 comments read");
  await expect(page.getByRole("region", { name: "No goal was found yet" })).toContainText("still reading");
  letThrough();
  // Where the page was slower than the patience with GitHub, the next look goes on.
  await fetch(`${muster.url}/api/repos/${full("old")}/revalidate`, { method: "POST", headers: { origin: muster.url } });
  await expect(task(page, 101)).toContainText("Kepler");
  await expect(bands(page)).toHaveCount(0);
});

test("the first to open a roster gets its pictures judged, and asks for none that cannot be shown", async ({
  page,
}) => {
  await open(page, "pictures");
  await expect(roster(page).locator("img")).toHaveCount(1);
  await expect(roster(page).locator("img")).toHaveAttribute("src", /runtime-engineer\/avatar\?v=[0-9a-f]{40}$/);
});

test("a push is on the screen after the next look, without a reload", async ({ page }) => {
  await open(page, "pushed");
  await expect(roster(page)).toContainText("Kepler");
  await settled(page);
  const sha = await publish(repositories.pushed, { ...AGENTS, newcomer: record("Ceres") }, { revision: 5 });
  await muster.lookAgain(full("pushed"));
  await expect(roster(page)).toContainText("Ceres");
  await expect(page.getByRole("contentinfo")).toContainText("registry r5");
  await expect(page.getByRole("contentinfo")).toContainText(sha.slice(0, 7));
});

test("a deleted artifact takes its bindings along at the next look", async ({ page }) => {
  await open(page, "deleted", "work");
  await expect(task(page, 101)).toContainText("Kepler");
  await settled(page);
  const [artifact] = repositories.deleted.comments();
  repositories.deleted.deleteComment(artifact?.id ?? 0);
  await muster.lookAgain(full("deleted"));
  await expect(task(page, 101)).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText("Kepler");
});

test("a permission that is taken away takes everything of the old copy along, on the page and in every document", async ({
  page,
  faults,
}) => {
  faults.expects(/answered 404: .*\/evidence\?/);
  faults.expects(/console: Failed to load resource: .* 404 .*\/evidence\?/);
  await open(page, "removed", "roster?evidence=registry:/agents/runtime-engineer");
  await expect(roster(page)).toContainText("Kepler");
  await settled(page);
  access[full("removed")] = [];
  await muster.lookAgain(full("removed"));
  const statement = page.getByRole("region", { name: "Muster finds no repository here that it may read" });
  await expect(statement).toContainText("GitHub does not say which");
  await expect(statement).toContainText("Nothing of an earlier copy is shown either.");
  await expect(page.locator("body")).not.toContainText(/Kepler|Vesta|Goal 45/);
  for (const path of ["roster", "work", "tombstones", "evidence", "agents/runtime-engineer"])
    expect(await (await fetch(`${muster.url}/repos/${full("removed")}/${path}`)).text(), path).not.toMatch(
      /Kepler|Vesta/,
    );
  const rest = ["registry", "work", "evidence", "status", "agents/runtime-engineer", "evidence?address=registry:"];
  for (const path of [...rest, "evidence?address=registry:&download=1"])
    expect(await (await fetch(`${muster.url}/api/repos/${full("removed")}/${path}`)).text()).not.toMatch(
      /Kepler|Vesta/,
    );
  expect(await (await fetch(`${muster.url}/api/repos`)).text()).not.toContain("Kepler");
});

test("single sign-on is said, with a link to the sign-in on GitHub's own host", async ({ page }) => {
  await open(page, "sso");
  const statement = page.getByRole("region", { name: "Single sign-on keeps the token out" });
  const link = statement.getByRole("link", { name: "Authorise the token on GitHub" });
  await expect(link).toHaveAttribute("href", SSO);
  await expect(link).toHaveAttribute("rel", /\bnoopener\b/);
});

for (const name of ["sso-http", "sso-elsewhere", "sso-user"] as const) {
  test(`${name}: an address that is not https on exactly GitHub's host becomes no link`, async ({ page }) => {
    await open(page, name);
    await expect(page.getByRole("main")).toContainText("The organisation asks for single sign-on");
    await expect(page.locator("main a[href^=http]")).toHaveCount(0);
    for (const kind of ["registry", "status"]) {
      const text = await (await fetch(`${muster.url}/api/repos/${full(name)}/${kind}`)).text();
      expect(text).not.toMatch(/orgs\/states\/sso/);
    }
  });
}

test("a renamed repository says both names, and bindings that name the old one are refused", async ({ page }) => {
  await open(page, "renamed", "work");
  await expect(bands(page)).toContainText("Renamed to states/new-name");
  await expect(bands(page)).toContainText("The configuration still says states/renamed.");
  await expect(work(page)).toContainText("wrong-repository");
  await expect(work(page).locator("a[href*='/agents/']")).toHaveCount(0);
  await open(page, "renamed");
  await expect(roster(page)).toContainText("Kepler");
  await open(page, "renamed", "roster?evidence=registry:/agents/runtime-engineer");
  await expect(page.getByRole("link", { name: "The file at this commit" })).toHaveAttribute(
    "href",
    new RegExp(`^${WEB}/states/new-name/blob/`),
  );
});

test("a name that GitHub spells otherwise is said, since bindings must name it exactly so", async ({ page }) => {
  await open(page, "cased");
  await expect(bands(page)).toContainText("GitHub spells it States/Cased");
});

test("another repository under the name: the first one is held, and nothing of the other is taken", async ({
  page,
}) => {
  await page.goto(muster.url);
  await expect(page.getByRole("row", { name: /states\/held/ })).toContainText("Held");
  await open(page, "held");
  await expect(page.getByRole("region", { name: "Verdicts" })).toContainText("Held");
  await expect(bands(page)).toContainText("Held: another repository answers under the name");
  await expect(roster(page)).toContainText("Kepler");
  await expect(page.locator("body")).not.toContainText("Impostor");
  await open(page, "held", "work");
  await expect(task(page, 101)).toContainText("Kepler");
});

test("a force-push that takes the registry back is held, and the last accepted one is shown", async ({ page }) => {
  await open(page, "rollback");
  await expect(bands(page)).toContainText("Held: revision 5 went back to 4");
  await expect(page.getByRole("contentinfo")).toContainText("registry r5");
  await open(page, "twice");
  await expect(bands(page)).toContainText("Held: revision 5 was published twice");
});

test("while GitHub fails, the last answer stands with its age and the next try", async ({ page }) => {
  await open(page, "stale");
  await expect(bands(page)).toContainText(/Last confirmed .+ ago/);
  await expect(bands(page)).toContainText("GitHub had a fault of its own and answered 502.");
  await expect(bands(page)).toContainText(/Next try in .+\./);
  await expect(page.getByRole("region", { name: "Verdicts" })).toContainText("Stale");
  await expect(roster(page)).toContainText("Kepler");
  await open(page, "stale", "work");
  await expect(task(page, 101)).toContainText("Kepler");
});

test("without permission for issues Work is no access, and identity stands", async ({ page }) => {
  await open(page, "no-issues");
  await expect(bands(page)).toContainText("No access to the work");
  await expect(page.getByRole("region", { name: "Verdicts" })).toContainText(
    /Identity\s*Complete\s*Work\s*Unavailable/,
  );
  await expect(roster(page)).toContainText("Kepler");
  await open(page, "no-issues", "work");
  await expect(page.getByRole("region", { name: "The repository’s comments cannot be read" })).toContainText("Issues");
});

test("where titles fail, issues are shown by their number, and every verdict stands", async ({ page }) => {
  await open(page, "titles", "work");
  await expect(bands(page)).toContainText("No titles");
  const tasks = (await rowsOf(work(page))).filter(({ cells }) => cells.length === 6).map(({ cells }) => cells);
  expect(tasks.map(([issue, , who, outcome]) => [issue, who, outcome])).toEqual([
    ["#101 no title known", "Kepler runtime-engineer", "Resolved"],
    ["#102 no title known", "Vesta docs-writer", "Resolved"],
  ]);
});

test("a token that GitHub does not accept is said, and not shown", async ({ page }) => {
  const wrong = "ghp_WRONGe2eTOKENneverSHOWN00000000000000";
  const refused = await startGitHubMuster(hub, [full("pushed")], { token: wrong, env: { MUSTER_LOG: "debug" } });
  await page.goto(`${refused.url}/repos/${full("pushed")}/roster`);
  await expect(page.getByRole("region", { name: "GitHub does not accept the token" })).toBeVisible();
  expect(await page.content()).not.toContain(wrong);
  expect(refused.logs()).not.toContain(wrong);
  await refused.stop();
});

test.describe("when GitHub limits requests", () => {
  let slow: GitHub;
  let limited: GitHubMuster;
  let repository: Repository;
  const SLOW = "states/slow";

  test.beforeAll(async () => {
    slow = await startGitHub();
    slow.addToken(SECRET, { repositories: "all" });
    repository = slow.addRepository(SLOW);
    activate(repository, 45, { 101: "runtime-engineer" });
    await publish(repository, AGENTS);
    limited = await startGitHubMuster(slow, [SLOW]);
  });
  test.afterAll(async () => {
    await limited.stop();
    await slow.stop();
  });

  test("all stays on the page, with its age and the next try, as no question of permission, and comes back by itself", async ({
    page,
    faults,
  }) => {
    faults.expects(/answered 429: .*\/revalidate$/);
    faults.expects(/console: Failed to load resource: .* 429 .*\/revalidate\)$/);
    slow.inject({ match: () => true, fault: github.secondaryLimit({ retryAfter: 3 }), times: Infinity });
    await limited.lookAgain(SLOW);
    await page.goto(`${limited.url}/repos/${SLOW}/work`);
    await expect(bands(page)).toContainText(/Last confirmed .+ ago/);
    await expect(bands(page)).toContainText("GitHub is limiting requests. This is no question of permission");
    await expect(bands(page)).toContainText(/Next try in .+\./);
    await expect(page.locator("body")).not.toContainText(/no access|may not read|Contents/i);
    await expect(page.getByRole("region", { name: "Verdicts" })).toContainText("Stale");
    await expect(task(page, 101)).toContainText("Kepler");
    await expect(task(page, 101)).toContainText("Resolved");
    // Whatever is asked of Muster meanwhile, GitHub is asked for nothing before the time that it gave.
    slow.reset();
    const look = page.getByRole("button", { name: "Look again" });
    await look.click();
    await expect(page.getByText("You can ask again in", { exact: false })).toBeVisible();
    expect(slow.requests).toBe(0);
    slow.heal();
    await publish(repository, { ...AGENTS, newcomer: record("Ceres") }, { revision: 5 });
    await page.getByRole("link", { name: /^Roster/ }).click();
    await expect(roster(page)).toContainText("Vesta");
    // A look by request is made at most once in 10 s, so this one waits for its turn.
    await expect(async () => {
      await look.click();
      await expect(page.getByText("Looking again now.")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000, intervals: [500] });
    await expect(roster(page)).toContainText("Ceres");
    await expect(bands(page)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Verdicts" })).toContainText(/Identity\s*Complete/);
  });
});

test("the token is in no page, no document and no line of the log", async () => {
  const parts = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString("base64"), SECRET.slice(-20)];
  const clean = async (url: string) => {
    const answer = await fetch(url);
    const text = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
    for (const part of parts) expect(text.includes(part), url).toBe(false);
  };
  const views = ["roster", "work", "tombstones", "evidence", "agents/runtime-engineer"];
  const documents = ["status", "registry", "work", "evidence", "agents/runtime-engineer", "evidence?address=registry:"];
  for (const path of ["/", "/api/repos", "/api/health", "/nowhere"]) await clean(`${muster.url}${path}`);
  for (const name of NAMES)
    await Promise.all([
      ...views.map((view) => clean(`${muster.url}/repos/${full(name)}/${view}`)),
      ...documents.map((kind) => clean(`${muster.url}/api/repos/${full(name)}/${kind}`)),
    ]);
  expect(muster.logs()).toContain('"msg"');
  for (const part of parts) expect(muster.logs().includes(part)).toBe(false);
});

test("GitHub was asked for nothing that it does not answer", () => {
  expect(hub.unexpected).toEqual([]);
  expect(new Set(hub.log.filter(({ route }) => route === null).map(({ path }) => path))).toEqual(new Set());
});

const PLACES: readonly (readonly [what: string, name: Name, view: string])[] = [
  ["discovery that does not go on", "stuck", "work"],
  ["stale", "stale", "roster"],
  ["no access, single sign-on", "sso", "roster"],
  ["renamed", "renamed", "work"],
  ["held", "held", "roster"],
  ["went back", "rollback", "roster"],
  ["no access to the work", "no-issues", "work"],
  ["no titles", "titles", "work"],
  ["evidence of a record", "rollback", "roster?evidence=registry:/agents/runtime-engineer"],
  ["evidence of a binding", "rollback", "work?evidence=comment:{artifact}:/0"],
];

for (const [what, name, view] of PLACES) {
  test(`axe finds nothing, and nobody scrolls sideways: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    const [artifact] = repositories[name].comments();
    await open(page, name, view.replace("{artifact}", String(artifact?.id)));
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    if (view.includes("evidence="))
      await expect(page.getByRole("link", { name: /^The (file at this commit|comment)$/ })).toBeVisible();
    expect(await sideways(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
    expect(await axe(page)).toEqual([]);
  });
}

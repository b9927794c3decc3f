import type { Page } from "@playwright/test";
import { axe, chooseTheme, expect, sideways, THEMES, watched } from "./fixtures";
import { startGitHub, type GitHub, type Repository } from "./github";
import { activate, publish, SECRET, startGitHubMuster, type GitHubMuster } from "./github-squads";
import { record } from "./squad";

const test = watched;
const OPERATOR = "operator-token-for-tests-0123456789";
const NAMES = ["back", "form", "wrong", "moved", "gone", "other", "follows"] as const;
type Name = (typeof NAMES)[number];
const full = (name: Name) => `held/${name}`;
const AGENTS = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const RENAMED = { ...AGENTS, "docs-writer": record("Pallas", { updated_at: "2026-09-20T21:00:00.000Z" }) };

let hub: GitHub;
let muster: GitHubMuster;
/** The same repositories, in a server that nobody was given a token for. */
let closed: GitHubMuster;
const repositories = {} as Record<Name, Repository>;

test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  hub = await startGitHub();
  hub.addToken(SECRET, { repositories: "all" });
  const first = {} as Record<Name, string>;
  for (const name of NAMES) {
    repositories[name] = hub.addRepository(full(name));
    activate(repositories[name], 45, { 101: "runtime-engineer", 102: "docs-writer" });
    first[name] = await publish(repositories[name], AGENTS, { revision: 5 });
    await publish(repositories[name], RENAMED, { revision: 6 });
  }
  const env = { MUSTER_OPERATOR_TOKEN: OPERATOR };
  muster = await startGitHubMuster(hub, NAMES.map(full), { env });
  closed = await startGitHubMuster(hub, [full("back")]);
  for (const name of NAMES) {
    const repository = repositories[name];
    if (name === "other") repositories[name] = repository.replace();
    if (name === "other") await publish(repositories[name], { impostor: record("Impostor") }, { revision: 9 });
    else if (name === "gone")
      await publish(repository, { "docs-writer": record("Pallas", { role: "critic" }) }, { revision: 7 });
    else await repository.git.point("refs/heads/main", first[name]);
  }
  await Promise.all([...NAMES.map((name) => muster.lookAgain(full(name))), closed.lookAgain(full("back"))]);
});
test.afterAll(async () => {
  await muster.stop();
  await closed.stop();
  await hub.stop();
});

const open = (page: Page, name: Name, view = "held") => page.goto(`${muster.url}/repos/${full(name)}/${view}`);
const form = (page: Page) => page.getByRole("region", { name: "Accept it" });
const decisions = (page: Page) => page.getByRole("region", { name: /^Past decisions/ });
const button = (page: Page) => form(page).getByRole("button", { name: /^Accept / });

/** Lets Muster look as soon as it may, and waits until it holds this revision (null: none). */
async function lookAgain(name: Name, held: number | null): Promise<void> {
  const api = `${muster.url}/api/repos/${full(name)}`;
  const headers = { origin: muster.url };
  const ask = async () => (await fetch(`${api}/revalidate`, { method: "POST", headers })).status;
  await expect.poll(ask, { intervals: [500] }).toBe(202);
  const found = async () => {
    const { data } = (await (await fetch(`${api}/baseline`)).json()) as Baseline;
    return data.held?.found.revision ?? null;
  };
  await expect.poll(found, { intervals: [100] }).toBe(held);
}

interface Baseline {
  readonly data: { readonly held: { readonly found: { readonly revision: number } } | null };
}

async function fill(page: Page, token = OPERATOR): Promise<void> {
  await form(page).getByLabel("Your name").fill("Ada of operations");
  await form(page).getByLabel("Why").fill("The push was meant:\nrevision 6 named the wrong person.");
  await form(page).getByLabel("Operator token").fill(token);
}

test("a rollback is held: the band leads to both sides, and what was accepted stays on every other screen", async ({
  page,
}) => {
  await page.goto(muster.url);
  await expect(page.getByRole("row", { name: /held\/back/ })).toContainText("Held");
  await open(page, "back", "roster");
  await expect(page.getByRole("region", { name: "Verdicts" })).toContainText("Held");
  await expect(page.locator("table.roll")).toContainText("Pallas");
  await expect(page.getByRole("contentinfo")).toContainText("registry r6");
  const band = page.locator(".band", { hasText: "Held: revision 6 went back to 5" });
  await band.getByRole("link", { name: "See both sides" }).click();
  await expect(page).toHaveURL(/\/repos\/held\/back\/held$/);
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Held/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("heading", { name: "Revision 6 went back to 5" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Why it is held/ })).toContainText("continuity-revision-lower");
  const sides = page.getByRole("table", { name: /^The accepted registry beside/ });
  await expect(sides.getByRole("row", { name: /^Revision/ })).toContainText("differs");
  const diff = page.getByRole("region", { name: /^What differs/ });
  await expect(diff).toContainText("docs-writer");
  await expect(diff.locator("del").filter({ hasText: "Pallas" }).first()).toBeVisible();
  await expect(diff.locator("ins").filter({ hasText: "Vesta" }).first()).toBeVisible();
  await expect(decisions(page)).toContainText("Nobody has decided anything here");
});

test("the bytes of both sides can be seen and downloaded", async ({ page }) => {
  await open(page, "back", "held?evidence=found:/revision");
  const drawer = page.getByRole("dialog", { name: "Evidence" });
  await expect(drawer).toContainText("Held");
  await expect(drawer).toContainText('"revision": 5');
  await expect(drawer).toContainText(await repositories.back.sha());
  const bytes = async (address: string) =>
    (await page.request.get(`${muster.url}/api/repos/held/back/evidence?address=${address}&download=1`)).json();
  expect(await bytes("registry:")).toMatchObject({ revision: 6 });
  expect(await bytes("found:")).toMatchObject({ revision: 5 });
});

test("an agent that is gone and a role that changed are said with what follows from them, and marked as holding", async ({
  page,
}) => {
  await open(page, "gone");
  const why = page.getByRole("region", { name: /^Why it is held/ });
  await expect(why).toContainText("Work that is bound to the ID would belong to nobody");
  await expect(why).toContainText("continuity-role-changed");
  const diff = page.getByRole("region", { name: /^What differs/ });
  await expect(diff.getByRole("row", { name: /^Gone runtime-engineer Kepler holds/ })).toBeVisible();
  await expect(diff.getByRole("row", { name: /^role holds/ })).toContainText('"critic"');
});

test("a decision through the form is recorded, and the roster follows", async ({ page }) => {
  await open(page, "form");
  await expect(form(page)).toContainText("Revision 6 is shown no more.");
  await expect(form(page)).toContainText("It can be undone only by another decision.");
  const token = form(page).getByLabel("Operator token");
  await expect(token).toHaveAttribute("type", "password");
  await expect(token).toHaveAttribute("autocomplete", "off");
  await expect(button(page)).toHaveText("Accept revision 5 in place of 6");
  await fill(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const done = page.getByRole("status").filter({ hasText: "Revision 5 is accepted" });
  await expect(done).toBeFocused();
  await expect(form(page)).toHaveCount(0);
  await expect(decisions(page)).toContainText("Ada of operations accepted revision 5");
  await expect(decisions(page)).toContainText("The push was meant: revision 6 named the wrong person.");
  expect(page.url()).toBe(`${muster.url}/repos/held/form/held`);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept + (await page.content())).not.toContain(OPERATOR);
  expect(muster.logs()).not.toContain(OPERATOR);
  await open(page, "form", "roster");
  await expect(page.locator("table.roll")).toContainText("Vesta");
  await expect(page.getByRole("contentinfo")).toContainText("registry r5");
  await expect(page.locator(".band", { hasText: "Held:" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Held/ })).toHaveCount(0);
  await open(page, "form");
  await expect(page.getByRole("heading", { name: "Nothing is held" })).toBeVisible();
  await expect(decisions(page)).toContainText("Ada of operations");
});

test("another repository is accepted by its number, and its first complete registry is taken", async ({ page }) => {
  await open(page, "other");
  await expect(page.getByRole("heading", { name: "Another repository answers under the name" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("Impostor");
  await expect(form(page)).toContainText("whatever it holds");
  await expect(button(page)).toHaveText(new RegExp(`^Accept repository ${repositories.other.id} in place of \\d+$`));
  await fill(page);
  await button(page).click();
  await expect(page.getByRole("status").filter({ hasText: "is accepted" })).toBeFocused();
  await expect
    .poll(async () => {
      await page.goto(`${muster.url}/repos/${full("other")}/roster`);
      return page.locator("main").textContent();
    })
    .toContain("Impostor");
});

test("a wrong token decides nothing, is said beside its field, and is not kept there", async ({ page, faults }) => {
  faults.expects(/401/);
  await open(page, "wrong");
  await fill(page, "not-the-token-of-anybody");
  await button(page).click();
  const token = form(page).getByLabel("Operator token");
  await expect(form(page).getByRole("alert")).toContainText(
    "The token is not the one that this server was started with.",
  );
  await expect(token).toBeFocused();
  await expect(token).toHaveValue("");
  await expect(token).toHaveAttribute("aria-invalid", "true");
  await expect(form(page).getByLabel("Your name")).toHaveValue("Ada of operations");
  await expect(decisions(page)).toContainText("Nobody has decided anything here");
  await form(page).getByLabel("Operator token").fill(OPERATOR);
  await button(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Revision 5 is accepted" })).toBeFocused();
});

test("a difference that is another one by now is not accepted before it was seen", async ({ page, faults }) => {
  faults.expects(/409/);
  await open(page, "moved");
  await fill(page);
  // The page does not hear of the change.
  await page.route("**/status*", (route) => route.abort());
  faults.expects(/ERR_FAILED/);
  await publish(repositories.moved, { "docs-writer": record("Mallory") }, { revision: 4 });
  await lookAgain("moved", 4);
  await button(page).click();
  const alert = form(page).getByRole("alert");
  await expect(alert).toContainText("It is another difference now");
  await expect(alert).toBeFocused();
  await expect(page.getByRole("heading", { name: /^Revision 6 went back to 4/ })).toBeVisible();
  await expect(decisions(page)).toContainText("Nobody has decided anything here");
  // Nothing can be sent before it was seen.
  await form(page).getByLabel("Operator token").fill(OPERATOR);
  await expect(button(page)).toBeDisabled();
  await form(page).getByRole("button", { name: "I have seen it" }).click();
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveText("Accept revision 4 in place of 6");
  await expect(button(page)).toBeEnabled();
  await button(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Revision 4 is accepted" })).toBeFocused();
});

test("what follows again is taken by itself, and no decision is needed", async ({ page }) => {
  await open(page, "follows");
  await expect(form(page)).toBeVisible();
  await publish(repositories.follows, RENAMED, { revision: 7 });
  await lookAgain("follows", null);
  await expect(page.getByRole("heading", { name: "Nothing is held" })).toBeVisible();
});

test("where nobody was given a token the form says so, and how to give one", async ({ page }) => {
  await page.goto(`${closed.url}/repos/held/back/held`);
  await expect(form(page)).toContainText("Nobody can decide here yet.");
  await expect(form(page)).toContainText("MUSTER_OPERATOR_TOKEN");
  await expect(form(page).locator("input, textarea, button")).toHaveCount(0);
  const answer = await page.request.post(`${closed.url}/api/repos/held/back/baseline`, {
    headers: { origin: closed.url, authorization: "Bearer " },
    data: {},
  });
  expect([answer.status(), ((await answer.json()) as { code: string }).code]).toEqual([403, "operator-off"]);
});

test("a page elsewhere cannot decide, whatever it knows", async ({ page }) => {
  const answer = await page.request.post(`${muster.url}/api/repos/held/back/baseline`, {
    headers: { origin: "https://elsewhere.example", authorization: `Bearer ${OPERATOR}` },
    data: {},
  });
  expect([answer.status(), ((await answer.json()) as { code: string }).code]).toEqual([403, "wrong-origin"]);
});

for (const theme of THEMES) {
  for (const name of ["back", "gone"] as const) {
    test(`axe finds nothing on the screen of held/${name}, and nobody scrolls sideways: ${theme}`, async ({ page }) => {
      await chooseTheme(page, muster.url, theme);
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, name);
        await expect(button(page)).toBeEnabled();
        expect(await sideways(page)).toEqual([]);
        expect(await axe(page)).toEqual([]);
      }
    });
  }
}

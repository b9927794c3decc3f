import { existsSync, readFileSync } from "node:fs";
import { EXPECTED, records, tasksOf } from "./expected";
import { expect, test } from "./fixtures";
import { rowsOf } from "./read";

interface Issue {
  readonly number: number;
  readonly user: { readonly login: string };
  readonly labels: readonly { readonly name: string }[];
  readonly assignees: readonly { readonly login: string }[];
}

function issuesOf(repository: string): readonly Issue[] {
  const path = `demo/threads/${repository}/issues.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Issue[]) : [];
}

/** Every word that somebody could take an agent from and must not: logins of assignees and authors, labels, a hand-written roster. */
function misleading(repository: string): readonly string[] {
  const words = issuesOf(repository).flatMap(({ user, labels, assignees }) => [
    user.login,
    ...assignees.map(({ login }) => login),
    ...labels.map(({ name }) => name).filter((name) => name.startsWith("squad:")),
  ]);
  const known = new Set(Object.entries(records(repository)).flatMap(([id, { display_name: name }]) => [id, name]));
  return [...new Set(words)].filter((word) => !known.has(word));
}

const withWork = EXPECTED.filter(({ goals, registry }) => goals.length > 0 && registry.outcome === "complete");

for (const { repository } of withWork) {
  test(`${repository}: an assignee, a label and an author that point elsewhere change nothing on Work`, async ({
    page,
  }) => {
    await page.goto(`/repos/${repository}/work`);
    const rows = await rowsOf(page.getByRole("table", { name: "Goals, epics, tasks and their agents" }));
    const issues = new Map(issuesOf(repository).map((issue) => [`#${issue.number}`, issue]));
    let checked = 0;
    for (const { issue, agent } of tasksOf(repository)) {
      const elsewhere = issues.get(issue);
      for (const { cells, links } of rows.filter(
        (row) => row.cells.length === 6 && row.cells[0]?.startsWith(`${issue} `),
      )) {
        const named = links.filter((link) => link.includes("/agents/")).map((link) => link.split("/").at(-1));
        for (const { login } of elsewhere?.assignees ?? []) {
          expect(named, issue).not.toContain(login);
          expect(cells[2]?.split(" "), issue).not.toContain(login);
        }
        if (agent !== null) expect(named, issue).toEqual([agent]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(10);
    const text = await page.locator("body").innerText();
    const words = misleading(repository).filter((word) => !word.startsWith("lighthouse-squad-bot"));
    expect(words.length).toBeGreaterThan(2);
    for (const word of words) expect(text, word).not.toContain(word);
  });
}

test("no page of an agent, a tombstone or the roster holds a misleading login, label or name", async ({ page }) => {
  const repository = "harbor/lighthouse";
  const agents = ["runtime-engineer", "interface-drafter", "storage-engineer", "queue-tender"];
  for (const view of ["roster", "tombstones", ...agents.map((id) => `agents/${id}`)]) {
    await page.goto(`/repos/${repository}/${view}`);
    const text = await page.locator("body").innerText();
    for (const word of misleading(repository)) expect(text, `${view}: ${word}`).not.toContain(word);
    // Names of the roster that was written by hand, which are no names of the registry.
    for (const name of ["Johannes", "Corvid"]) expect(text, view).not.toContain(name);
  }
});

test("an agent is bound only where an artifact names its ID, whoever the issues are assigned to", async ({ page }) => {
  const repository = "harbor/lighthouse";
  const assigned = issuesOf(repository).filter(({ assignees }) =>
    assignees.some(({ login }) => login === "interface-drafter"),
  );
  expect(assigned.length).toBeGreaterThan(0);
  await page.goto(`/repos/${repository}/agents/interface-drafter`);
  const shown = (await rowsOf(page.getByRole("table", { name: "Bound tasks" }))).map(
    ({ cells }) => cells[0]?.split(" ")[0],
  );
  for (const { number } of assigned) expect(shown).not.toContain(`#${number}`);
});

test("every page says what is never read", async ({ page }) => {
  await page.goto("/repos/harbor/lighthouse/agents/runtime-engineer");
  await expect(
    page.getByText(
      "Assignees, reviewers, labels, branches, workflow actors, roster files. Who wrote a comment decides whether it is trusted, never whom it names.",
    ),
  ).toBeVisible();
});

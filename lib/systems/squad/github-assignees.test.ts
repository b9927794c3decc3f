import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, faults, ROUTES, type Account, type Entry } from "../../../e2e/github";
import { artifact, GitHubSquad, MAINTAINER, ROWS, STRANGER } from "./testing/github-squad";
import { asking, kindOf, KINDS, type Kind } from "./testing/kinds";
import { record } from "./test-squad";

const ASSIGNED: Account = { id: 7_000_777, login: "somebody-assigned", type: "User" };
const OPENED: Account = { id: 7_000_778, login: "somebody-opened", type: "User" };
const AVATAR = ".squad/agents/docs-writer/pictures/small/a.gif";

let squad: GitHubSquad;
let log: Entry[] = [];

async function begin(): Promise<void> {
  squad = await GitHubSquad.start({ goals: [46] });
  log = [];
}

async function end(): Promise<void> {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
}

/** Looks with everything on, and keeps what was asked. */
async function look(): Promise<void> {
  squad.tick(11 * 60_000);
  squad.github.reset();
  await squad.look({ titles: true, pictures: true });
  log.push(...squad.github.log);
}

/** Everything that a squad's life holds: read, changed, renamed, failed, refused, limited, taken over. */
async function life(): Promise<void> {
  const avatar = { kind: "repository-path", path: AVATAR };
  const agents = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta", { avatar }) };
  await squad.repository.push({ [AVATAR]: "no picture" });
  await squad.registry(agents);
  for (const number of [45, 46, 101, 102, 1045])
    squad.repository.addIssue({ number, title: `Issue ${number}`, author: OPENED, assignees: [ASSIGNED, ACTIONS] });
  squad.repository.addIssue({ number: 50, title: "A change", pullRequest: true, assignees: [ASSIGNED] });
  for (let n = 0; n < 230; n += 1)
    squad.repository.addComment(45, `Talk ${n}`, { at: new Date(squad.now - (300 - n) * 60_000) });
  squad.activate(45, ROWS);
  await look();
  await look();
  squad.activate(50, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
  const newer = squad.activate(45, ROWS);
  squad.repository.addComment(101, artifact(101, ROWS), { author: STRANGER });
  await look();
  squad.repository.editComment(newer, artifact(45, ROWS), { editor: MAINTAINER });
  await squad.registry(agents, { revision: 5 });
  await look();
  squad.repository.deleteComment(newer);
  await look();
  for (const kind of ["head", "listing", "blob", "feed", "thread", "comment", "accounts", "titles"] as const)
    for (const fault of [faults.serverError(), faults.status(404), faults.secondaryLimit({ retryAfter: 60 })]) {
      squad.github.inject({ match: asking(kind), fault });
      await look();
    }
  squad.github.heal();
  squad.repository.rename("owner/renamed");
  await look();
  squad.repository.deleteIssue(46);
  squad.tick(7 * 3_600_000);
  await look();
  squad.repository = squad.github.addRepository("owner/repository");
  await squad.registry(agents);
  await look();
  squad.restart();
  await look();
  squad.github.removeToken(squad.token);
  await look();
}

describe("what is asked of GitHub", () => {
  beforeAll(async () => {
    await begin();
    await life();
  });
  afterAll(end);

  it("uses these routes and these questions alone, and each of them", () => {
    expect(new Set(log.map(({ route }) => route))).toEqual(
      new Set([ROUTES.commit, ROUTES.tree, ROUTES.blob, ROUTES.feed, ROUTES.thread, ROUTES.comment, ROUTES.graphql]),
    );
    const kinds = new Set<Kind>(KINDS.filter((kind) => kind !== "other"));
    expect(new Set(log.filter(({ route }) => route !== ROUTES.tree).map(kindOf))).toEqual(kinds);
  });

  it("never names assignees, nor anything else that is no identity: no path, no query, no GraphQL text", () => {
    expect(log.length).toBeGreaterThan(100);
    const forbidden = /assign|label|reviewer|participant|mention|milestone|blame|history|collaborator|permission/i;
    for (const { path, query, body, accept } of log) {
      const text = [
        path,
        ...Object.entries(query).flat(),
        body?.query ?? "",
        JSON.stringify(body?.variables ?? {}),
        accept,
      ];
      expect(text.filter((part) => forbidden.test(part))).toEqual([]);
    }
    // What is looked through is not empty.
    expect(log.filter(({ body }) => body !== null && body.query.length > 40).length).toBeGreaterThan(10);
  });

  it("never is an issue itself, whose answer would hold its assignees", () => {
    const issues = /\/issues(?:\/\d+)?$|^\/search\/|\/pulls|\/assignees|\/timeline$|\/events$/;
    expect(log.filter(({ path }) => issues.test(path)).map(({ path }) => path)).toEqual([]);
    expect(issues.test("/repos/owner/repository/issues/45")).toBe(true);
  });

  it("asks of accounts for their names and numbers, and only of a comment's author and editor", () => {
    const asked = log.flatMap(({ body }) => (body === null ? [] : [body.query]));
    const actors = asked.flatMap((text) =>
      [...text.matchAll(/(\w+)\s*\{\s*__typename login/g)].map(([, field]) => field),
    );
    expect(new Set(actors)).toEqual(new Set(["author", "editor"]));
    for (const text of asked.filter((one) => one.includes("__typename login"))) expect(text).toMatch(/^query Accounts/);
  });
});

describe("what is kept", () => {
  beforeAll(begin);
  afterAll(end);

  it("holds nobody who was assigned to an issue or opened it", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 46, title: "Another", author: OPENED, assignees: [ASSIGNED] });
    squad.repository.addIssue({ number: 103, title: "Third", author: OPENED, assignees: [ASSIGNED] });
    squad.activate(46, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    await look();
    expect(squad.goals()).toEqual({ "#45": "bound", "#46": "bound" });
    const kept = inspect(squad.state, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });
    expect(kept).toContain("github-actions[bot]");
    for (const { id, login } of [ASSIGNED, OPENED]) {
      expect(kept).not.toContain(login);
      expect(kept).not.toContain(String(id));
    }
  });
});

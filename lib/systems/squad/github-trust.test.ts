import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS, faults, PERSON, type Account } from "../../../e2e/github";
import { artifact, GitHubSquad, ROWS, STRANGER } from "./testing/github-squad";
import { asking, kindOf, type Kind } from "./testing/kinds";
import type { TestRow } from "./test-squad";

let squad: GitHubSquad;

beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  await squad.stop();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RESOLVED = { "#101": "runtime-engineer", "#102": "docs-writer" };
const NEWER: readonly TestRow[] = [{ task: "1.1", issue: 101, agent: "docs-writer" }];
const asked = (kind: Kind) => squad.github.log.filter((entry) => kindOf(entry) === kind).length;
const thread = (issue: number) => squad.state.standings.threads.get(issue);

/** From now on GitHub says that this account wrote the comment; its text and times stay. */
const attribute = (comment: number, author: Account | null) =>
  void Object.assign(squad.repository.comment(comment) ?? {}, { author });

/** GitHub's REST answers name these authors for every comment. */
const byRest = (user: unknown) =>
  faults.changed((genuine) => {
    const list: unknown = JSON.parse(genuine.body.toString());
    if (!Array.isArray(list)) return genuine;
    return { ...genuine, body: Buffer.from(JSON.stringify(list.map((one: object) => ({ ...one, user })))) };
  });

/** GitHub's answer to who wrote the artifacts names this one. */
const byGraphql = (
  author: { readonly __typename: string; readonly login: string; readonly databaseId: number } | null,
) =>
  faults.changed((genuine) => {
    const body = JSON.parse(genuine.body.toString()) as { data: { nodes: object[] } };
    const nodes = body.data.nodes.map((node) => ({ ...node, author }));
    return { ...genuine, body: Buffer.from(JSON.stringify({ data: { nodes } })) };
  });

describe("an artifact's author", () => {
  it.each([
    ["another account", STRANGER],
    ["nobody", null],
    ["an account of another type", { ...ACTIONS, type: "User" as const }],
  ])("is believed as GitHub names it now: given to %s, the artifact does not count any more", async (_, author) => {
    const { comment } = await squad.usual();
    await squad.look();
    expect(squad.resolved()).toEqual(RESOLVED);
    attribute(comment, author);
    await squad.later();
    expect(squad.resolved()).toEqual({});
    const shown = thread(45)?.answered?.result;
    expect(shown !== undefined && "value" in shown ? shown.value.comments[0]?.author?.type : "").toBe(author?.type);
  });

  it("that the list of comments failed to name once is asked for again when it names one", async () => {
    await squad.usual();
    squad.github.inject({ match: asking("thread"), fault: byRest(null), times: 1 });
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "none" });
    squad.repository.addComment(45, "Talk");
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("about whom GitHub contradicted itself once is asked for again in time, and not at every look", async () => {
    await squad.usual();
    squad.github.inject({ match: asking("accounts"), fault: byGraphql(null), times: 1 });
    await squad.look();
    expect(squad.resolved()).toEqual({});
    squad.github.reset();
    await squad.later();
    expect(asked("accounts")).toBe(0);
    await squad.later(10 * MINUTE);
    expect(asked("accounts")).toBe(1);
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("must have one type in both of GitHub's answers", async () => {
    await squad.usual();
    const fault = byGraphql({ __typename: "User", login: ACTIONS.login, databaseId: ACTIONS.id });
    squad.github.inject({ match: asking("accounts"), fault, times: Infinity });
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "none" });
  });

  it("has the same type in any letter case", async () => {
    await squad.usual();
    const fault = byGraphql({ __typename: "BOT", login: ACTIONS.login, databaseId: ACTIONS.id });
    squad.github.inject({ match: asking("accounts"), fault, times: Infinity });
    await squad.look();
    expect(squad.resolved()).toEqual(RESOLVED);
  });
});

describe("times in the future", () => {
  /** Comments that GitHub dates a year ahead. */
  const ahead = (count: number) => {
    for (let n = 0; n < count; n += 1)
      squad.repository.addComment(101, `Talk ${n}`, { at: new Date(squad.now + 365 * DAY + n * 1_000) });
  };
  const seenTo = () => Date.parse(squad.state.standings.live?.feed.seenTo ?? "");

  it.each([1, 99, 100, 250])("of %i comments hide no newer artifact and no new goal", async (count) => {
    await squad.usual();
    squad.repository.addIssue({ number: 46, title: "Another goal" });
    await squad.look();
    await squad.later();
    ahead(count);
    await squad.later();
    await squad.later();
    expect(seenTo()).toBeLessThanOrEqual(squad.now);
    squad.tick(MINUTE);
    squad.activate(45, NEWER);
    squad.activate(46, [{ task: "2.1", issue: 103, agent: "docs-writer" }]);
    await squad.later();
    expect(squad.resolved()).toEqual({ "#101": "docs-writer", "#103": "docs-writer" });
  });

  it("that stand there before the first look are never taken for how far one has seen", async () => {
    await squad.usual();
    ahead(120);
    await squad.look();
    expect(seenTo()).toBeLessThanOrEqual(squad.now);
    squad.tick(MINUTE);
    squad.activate(45, NEWER);
    await squad.later();
    expect(squad.resolved()).toEqual({ "#101": "docs-writer" });
  });

  it("that cannot be read are not either", async () => {
    await squad.usual();
    const unreadable = faults.changed((genuine) => ({
      ...genuine,
      body: Buffer.from(genuine.body.toString().replaceAll(/"updated_at":\s*"[^"]*"/g, '"updated_at":"soon"')),
    }));
    squad.github.inject({ match: asking("feed"), fault: unreadable, times: 1 });
    await squad.look();
    expect(squad.state.standings.live?.feed.seenTo).not.toBe("soon");
  });
});

describe("what strangers write", () => {
  const LONG = "A long talk. ".repeat(1_000);

  it("does not stay in memory, is counted, and an edit of it is still noticed", async () => {
    await squad.usual();
    const talk = squad.repository.addComment(45, LONG, { author: PERSON });
    await squad.look();
    const held = () => JSON.stringify([squad.state.standings.live?.threads.get(45)?.pages, thread(45)]);
    expect(held()).not.toContain("A long talk");
    expect(squad.state.squad.work.goals[0]?.thread?.read).toBe(2);
    const before = squad.state.squad.threads[0]?.bytes?.sha256;
    // Within the second of its creation, so only its text tells.
    squad.repository.editComment(talk, artifact(45, ROWS));
    await squad.look();
    expect(squad.state.squad.threads[0]?.bytes?.sha256).not.toBe(before);
    expect(squad.state.squad.work.goals[0]?.thread?.comments).toHaveLength(2);
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("costs nothing to compare while it does not change, and look-alikes keep their text", async () => {
    await squad.usual();
    squad.repository.addComment(45, LONG, { author: PERSON });
    squad.repository.addComment(45, artifact(45, NEWER), { author: STRANGER });
    await squad.look();
    expect(JSON.stringify(thread(45))).toContain("Activation bindings:");
    squad.repository.addComment(101, "Talk");
    squad.github.reset();
    await squad.later();
    expect(asked("thread")).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS, faults, PERSON, startGitHub, type Account, type Entry } from "../../../e2e/github";
import { artifact, GitHubSquad, MAINTAINER, ROWS, STRANGER, type GitHubSquadOptions } from "./testing/github-squad";
import { asking, kindOf, KINDS, type Kind } from "./testing/kinds";
import { record, type TestRow } from "./test-squad";

let squad: GitHubSquad;

beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const HOUR = 3_600_000;
const RESOLVED = { "#101": "runtime-engineer", "#102": "docs-writer" };
const AGENTS = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const FORGED: readonly TestRow[] = [{ task: "1.1", issue: 101, agent: "docs-writer" }];
const FORGED_RESOLVED = { "#101": "docs-writer" };
/** A picture of one pixel whose colour is these three letters. */
const picture = (colour: string) =>
  Buffer.concat([
    Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00", "latin1"),
    Buffer.from(colour),
    Buffer.from("\0\0\0!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;", "latin1"),
  ]);

async function again(options: GitHubSquadOptions): Promise<void> {
  await squad.stop();
  squad = await GitHubSquad.start(options);
}

const kinds = () => squad.github.log.map(kindOf);
const asked = (kind: Kind) => kinds().filter((one) => one === kind).length;
const codes = (issue: number) =>
  squad.state.squad.work.goals.find((goal) => goal.issue === issue)?.diagnostics.map(({ code }) => code);
const thread = (issue: number) => squad.state.standings.threads.get(issue);

/** Comments of people, one a minute, older than what is posted after them. */
function talk(issue: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) =>
    squad.repository.addComment(issue, `Talk ${n}`, { at: new Date(squad.now - (count - n) * 60_000) }),
  );
}

/** Some seconds pass, as they do between what people do. */
const pass = () => squad.tick(5_000);

describe("a comment that only looks like an artifact", () => {
  const authors: [string, Account | null][] = [
    ["a stranger", PERSON],
    ["a stranger who calls themselves github-actions", STRANGER],
    ["a stranger with the bot's own login", { id: 7_000_009, login: "github-actions[bot]", type: "User" }],
    ["another app with that login", { id: 7_000_010, login: "github-actions[bot]", type: "Bot" }],
    ["a person with the trusted number", { ...ACTIONS, type: "User" }],
    ["an organisation with the trusted number", { ...ACTIONS, type: "Organization" }],
    ["an account that is gone", null],
  ];

  it.each(authors)("by %s makes no goal, also where it comes first", async (_, author) => {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    squad.repository.addComment(45, artifact(45, ROWS), { author });
    await squad.look();
    await squad.later();
    expect(squad.goals()).toEqual({});
    expect(squad.resolved()).toEqual({});
  });

  it.each(authors)("by %s changes nothing of a goal, however new it is, and is listed", async (_, author) => {
    await squad.usual();
    await squad.look();
    pass();
    const fake = squad.repository.addComment(45, artifact(45, FORGED), { author });
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
    const [goal] = squad.state.squad.work.goals;
    const listed = goal?.thread?.comments.find(({ id }) => id === fake);
    expect(listed?.verdict.verdict).toBe("look-alike");
  });

  it("costs no thread and makes no goal, in whatever number strangers post them", async () => {
    await squad.usual();
    await squad.later();
    await squad.later();
    for (let issue = 300; issue < 340; issue += 1) {
      squad.repository.addIssue({ number: issue, title: "Flood" });
      for (let n = 0; n < 6; n += 1)
        squad.repository.addComment(issue, artifact(issue, FORGED), { author: n % 2 === 0 ? STRANGER : PERSON });
    }
    squad.tick(60_000);
    squad.github.reset();
    await squad.later();
    await squad.later();
    expect(asked("thread")).toBe(0);
    expect(asked("accounts")).toBe(0);
    expect(squad.goals()).toEqual({ "#45": "bound" });
    expect(squad.resolved()).toEqual(RESOLVED);
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
  });

  it("that the search finds is read once at the first look, makes no goal, and costs nothing after", async () => {
    for (let issue = 300; issue < 330; issue += 1) {
      squad.repository.addIssue({ number: issue, title: "Flood" });
      squad.repository.addComment(issue, artifact(issue, FORGED), { author: STRANGER });
    }
    squad.tick(60_000);
    await squad.usual();
    await squad.look();
    expect(asked("thread")).toBe(31);
    expect(squad.goals()).toEqual({ "#45": "bound" });
    await squad.later();
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
  });
});

describe("an edit", () => {
  it.each([
    ["an account that is not trusted", MAINTAINER, "edited-by-untrusted"],
    ["somebody whom GitHub does not name", null, "edited-editor-unknown"],
  ])("of the bot's artifact by %s refuses it", async (_, editor, code) => {
    const { comment } = await squad.usual();
    await squad.look();
    pass();
    squad.repository.editComment(comment, artifact(45, FORGED), { editor });
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "refused" });
    expect(codes(45)).toContain(code);
    expect(squad.resolved()).toEqual({});
  });

  it.each([
    ["an account that is not trusted", MAINTAINER, "edited-by-untrusted"],
    ["somebody whom GitHub does not name", null, "edited-editor-unknown"],
  ])("from before the first look by %s refuses it too", async (_, editor, code) => {
    const { comment } = await squad.usual();
    pass();
    squad.repository.editComment(comment, artifact(45, FORGED), { editor });
    await squad.later();
    expect(codes(45)).toContain(code);
    expect(squad.resolved()).toEqual({});
  });

  it("by the trusted account itself counts", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    pass();
    squad.repository.editComment(comment, artifact(45, FORGED), { editor: ACTIONS });
    await squad.later();
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
  });

  it("within the second of its creation is found by its editor, although the times are equal", async () => {
    const { comment } = await squad.usual();
    squad.repository.editComment(comment, artifact(45, FORGED), { editor: MAINTAINER });
    await squad.look();
    expect(codes(45)).toContain("edited-by-untrusted");
    expect(squad.resolved()).toEqual({});
  });

  it("within the second in which it was read is found by its text", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    expect(squad.resolved()).toEqual(RESOLVED);
    squad.repository.editComment(comment, artifact(45, FORGED), { editor: MAINTAINER });
    await squad.look();
    expect(codes(45)).toContain("edited-by-untrusted");
    expect(squad.resolved()).toEqual({});
  });

  it("between the page and the question for the editor leaves the thread unread, and refused at the next look", async () => {
    const { comment } = await squad.usual();
    squad.github.before(asking("accounts"), () => {
      pass();
      squad.repository.editComment(comment, artifact(45, FORGED), { editor: MAINTAINER });
    });
    await squad.look();
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(codes(45)).toContain("edited-by-untrusted");
  });

  it("that the trusted account undoes while it is read does not count under its name", async () => {
    const { comment } = await squad.usual();
    pass();
    squad.repository.editComment(comment, artifact(45, FORGED), { editor: MAINTAINER });
    squad.github.before(asking("accounts"), () => {
      pass();
      squad.repository.editComment(comment, artifact(45, ROWS), { editor: ACTIONS });
    });
    await squad.look();
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("between two pages of a thread leaves it unread, and refused at the next look", async () => {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    talk(45, 150);
    const comment = squad.activate(45, ROWS);
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
    pass();
    squad.repository.addComment(45, "More");
    squad.github.before(pageOf("thread", 1), () => {
      pass();
      squad.repository.editComment(comment, artifact(45, FORGED), { editor: MAINTAINER });
    });
    await squad.later();
    expect(squad.resolved()).not.toEqual(FORGED_RESOLVED);
    await squad.later();
    expect(codes(45)).toContain("edited-by-untrusted");
    expect(squad.resolved()).toEqual({});
  });
});

const pageOf = (kind: Kind, page: number) => (entry: Entry) =>
  kindOf(entry) === kind && entry.query["page"] === String(page);

describe("an old artifact that is posted again", () => {
  it("by a stranger is a look-alike", async () => {
    await squad.usual();
    pass();
    squad.activate(45, FORGED);
    await squad.look();
    pass();
    squad.repository.addComment(45, artifact(45, ROWS), { author: STRANGER });
    await squad.later();
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
  });

  it("by the trusted account is simply the newest", async () => {
    await squad.usual();
    pass();
    squad.activate(45, FORGED);
    await squad.look();
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
    pass();
    squad.activate(45, ROWS);
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("from another issue refuses the goal, and binds nothing here or there", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 46, title: "Another goal" });
    await squad.look();
    pass();
    squad.repository.addComment(46, artifact(45, FORGED), { author: ACTIONS });
    await squad.later();
    expect(squad.goals()).toEqual({ "#46": "refused", "#45": "bound" });
    expect(codes(46)).toContain("envelope-origin");
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("from another repository refuses the goal", async () => {
    await squad.usual();
    await squad.look();
    pass();
    const foreign = artifact(45, ROWS).replaceAll("owner/repository", "owner/another");
    squad.repository.addComment(45, foreign, { author: ACTIONS });
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "refused" });
    expect(codes(45)).toContain("wrong-repository");
    expect(squad.resolved()).toEqual({});
  });
});

describe("a registry that does not follow the accepted one", () => {
  const codesHeld = () => squad.state.squad.held?.findings.map(({ code }) => code);
  const expectAccepted = (revision: number, name: string) => {
    const { squad: seen } = squad.state;
    expect(seen.verdict).toMatchObject({ verdict: "complete", registry: { revision } });
    expect(seen.roster?.agents.get("docs-writer")?.displayName).toBe(name);
  };

  it("because a force-push took it back is held, and the last accepted one is shown", async () => {
    const first = await squad.registry(AGENTS);
    await squad.look();
    await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 5 });
    await squad.later();
    const accepted = squad.state.squad.file?.sha256;
    await squad.repository.push({ "README.md": "Back" }, { force: first });
    for (let n = 0; n < 2; n += 1) {
      await squad.later();
      expect(codesHeld()).toContain("continuity-revision-lower");
      expectAccepted(5, "Pallas");
    }
    expect(squad.state.squad.held?.facts?.revision).toBe(4);
    expect(squad.state.baseline?.facts?.sha256).toBe(accepted);
    await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 6 });
    await squad.later();
    expect(squad.state.squad.held).toBeNull();
    expectAccepted(6, "Pallas");
  });

  it("because it has the same revision and other bytes is held, and the first one is shown", async () => {
    await squad.registry(AGENTS);
    await squad.look();
    const first = squad.state.squad.file?.sha256;
    await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 4 });
    await squad.later();
    expect(codesHeld()).toContain("continuity-revision-reused");
    expectAccepted(4, "Vesta");
    expect(squad.state.squad.file?.sha256).toBe(first);
  });

  it.each([
    ["an ID is gone", { "runtime-engineer": record("Kepler") }, "continuity-agent-gone"],
    [
      "a role changed",
      { ...AGENTS, "docs-writer": record("Vesta", { role: "somebody else" }) },
      "continuity-role-changed",
    ],
    [
      "a time of creation changed",
      { ...AGENTS, "docs-writer": record("Vesta", { created_at: "2026-09-19T20:00:00Z" }) },
      "continuity-created-at-changed",
    ],
  ])("because %s is held, and work resolves against the last accepted one", async (_, agents, code) => {
    await squad.usual();
    await squad.look();
    await squad.registry(agents);
    await squad.later();
    expect(codesHeld()).toContain(code);
    expectAccepted(4, "Vesta");
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("is not forgotten while the registry is broken in between", async () => {
    await squad.usual();
    await squad.look();
    const { baseline } = squad.state;
    for (const broken of ["{}", null]) {
      await squad.repository.push({ ".squad/casting/registry.json": broken });
      await squad.later();
      expect(squad.state.squad.held).toBeNull();
      expect(squad.state.squad.roster).toBeNull();
      expect(squad.state.baseline).toBe(baseline);
    }
    await squad.registry({ "docs-writer": record("Pallas") }, { revision: 9 });
    await squad.later();
    expect(codesHeld()).toContain("continuity-agent-gone");
    expectAccepted(4, "Vesta");
  });
});

describe("a GitHub that answers 304 for ever", () => {
  const conditional = ({ ifNoneMatch }: Entry) => ifNoneMatch !== null;

  it("is found out after six hours by a plain question, and not believed about anything it hid", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    squad.github.inject({ match: conditional, fault: faults.notModified(), times: Infinity });
    await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 5 });
    squad.repository.deleteComment(comment);
    squad.repository.addIssue({ number: 46, title: "Hidden goal" });
    squad.activate(46, [{ task: "2.1", issue: 103, agent: "docs-writer" }]);
    await squad.later(HOUR);
    expect(squad.resolved()).toEqual(RESOLVED);
    for (let hour = 1; hour < 7; hour += 1) await squad.later(HOUR);
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Pallas");
    expect(squad.goals()).toEqual({ "#45": "none", "#46": "bound" });
    expect(squad.resolved()).toEqual({ "#103": "docs-writer" });
  });

  it("to whoever asks it nothing of the kind is a failure, and shows nothing", async () => {
    await squad.usual();
    squad.github.inject({ match: () => true, fault: faults.notModified(), times: 20 });
    await squad.look();
    expect(squad.state.squad.outcome).toBe("reading");
    expect(squad.state.standings.registry.failing).not.toBeNull();
    expect(squad.resolved()).toEqual({});
    squad.github.heal();
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });
});

describe("a push while a look is on its way", () => {
  const path = ".squad/agents/docs-writer/a.gif";
  const pictured = (revision: number, name: string, colour: string) => {
    const avatar = { kind: "repository-path", path };
    const agents = { ...AGENTS, "docs-writer": record(name, { avatar }) };
    return { agents, more: { revision }, bytes: picture(colour) };
  };
  const publish = async ({ agents, more, bytes }: ReturnType<typeof pictured>) => {
    await squad.repository.push({ [path]: bytes });
    return squad.registry(agents, more);
  };

  it.each(["listing", "blob", "feed", "search", "thread", "accounts"] as const)(
    "before the %s changes nothing of it: all of it is of one commit",
    async (kind) => {
      squad.repository.addIssue({ number: 45, title: "The goal" });
      squad.activate(45, ROWS);
      const first = await publish(pictured(4, "Vesta", "aaa"));
      let second = "";
      squad.github.before(asking(kind), async () => {
        second = await publish(pictured(5, "Pallas", "bbb"));
      });
      const seen: unknown[] = [];
      const see = () => {
        const { squad: now, pictures } = squad.state;
        const picture = pictures.get("docs-writer");
        const oid = typeof picture === "object" && picture.shown ? picture.picture.oid : null;
        const revision = now.verdict?.verdict === "complete" ? now.verdict.registry.revision : null;
        seen.push([now.pin, now.file?.pin, revision, now.roster?.agents.get("docs-writer")?.displayName]);
        return oid;
      };
      await squad.look({ pictures: true });
      const one = see();
      await squad.later(10_000, { pictures: true });
      const two = see();
      const at = (sha: string) => ({ kind: "commit", sha });
      expect(seen).toEqual([
        [at(first), at(first), 4, "Vesta"],
        [at(second), at(second), 5, "Pallas"],
      ]);
      expect(new Set([one, two, null]).size).toBe(3);
    },
  );

  it("before the pictures are read shows those of the registry's own commit", async () => {
    await publish(pictured(4, "Vesta", "ccc"));
    squad.github.before(
      asking("blob"),
      async () => {
        await publish(pictured(5, "Pallas", "ddd"));
      },
      { skip: 1 },
    );
    await squad.look({ pictures: true });
    const picture = squad.state.pictures.get("docs-writer");
    const oid = typeof picture === "object" && picture.shown ? picture.picture.oid : "";
    const bytes = await squad.repository.git.read(oid);
    expect(bytes?.content.includes("ccc")).toBe(true);
    expect(squad.state.squad.verdict).toMatchObject({ registry: { revision: 4 } });
  });

  it("that a binding waits for is found by one immediate new look", async () => {
    await squad.usual();
    await squad.look();
    pass();
    const ahead = artifact(45, FORGED).replaceAll('"registry_revision":4', '"registry_revision":5');
    squad.repository.addComment(45, ahead, { author: ACTIONS });
    squad.github.before(asking("feed"), async () => {
      await squad.registry(AGENTS, { revision: 5 });
    });
    const { asked: all } = await squad.cost();
    expect(all.filter((kind) => kind === "head")).toHaveLength(2);
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
  });

  it("that never comes is waited for with one new look, not with one each time", async () => {
    await squad.usual();
    await squad.look();
    pass();
    const ahead = artifact(45, FORGED).replaceAll('"registry_revision":4', '"registry_revision":9');
    squad.repository.addComment(45, ahead, { author: ACTIONS });
    const first = await squad.cost();
    expect(first.asked.filter((kind) => kind === "head")).toHaveLength(2);
    expect(squad.resolved()).toEqual({});
    expect((await squad.cost()).asked).toEqual(["head", "feed", "comment"]);
  });
});

describe("another repository under the name", () => {
  const others = { "docs-writer": record("Impostor"), "runtime-engineer": record("Impostor Two") };

  /** Puts another repository with a registry and a goal of its own in the place of the first. */
  async function takeOver(): Promise<number> {
    const old = squad.repository;
    squad.repository = old.replace();
    await squad.registry(others, { revision: 9 });
    squad.repository.addIssue({ number: 45, title: "Not the goal" });
    squad.repository.addIssue({ number: 77, title: "Another goal" });
    squad.activate(45, FORGED);
    squad.activate(77, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    return squad.repository.id;
  }
  const expectHeld = (id: number) => {
    const { squad: seen, standings } = squad.state;
    expect(standings.live?.replacedBy?.id).toBe(id);
    expect(seen.replacedBy).toBe(id);
    expect(seen.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
    expect(seen.verdict).toMatchObject({ registry: { revision: 4 } });
    expect(squad.goals()).toEqual({ "#45": "bound" });
    expect(squad.resolved()).toEqual(RESOLVED);
  };

  it("is held against: what was accepted stays, and nothing of the other one is taken", async () => {
    await squad.usual();
    await squad.look();
    const id = await takeOver();
    await squad.later();
    expectHeld(id);
    squad.github.reset();
    for (let n = 0; n < 3; n += 1) await squad.later();
    expectHeld(id);
    expect(kinds().filter((kind) => kind !== "head" && kind !== "listing")).toEqual([]);
  });

  it("stays held against while looks fail, and when they succeed again", async () => {
    await squad.usual();
    await squad.look();
    const id = await takeOver();
    await squad.later();
    for (const kind of ["head", "listing"] as const) {
      squad.github.inject({ match: asking(kind), fault: faults.serverError(), times: Infinity });
      await squad.registry(others, { revision: kind === "head" ? 10 : 11 });
      for (let n = 0; n < 2; n += 1) {
        await squad.later();
        expectHeld(id);
      }
      squad.github.heal();
      await squad.later();
      expectHeld(id);
    }
  });

  it("is not read while it cannot be told which one answers", async () => {
    await squad.usual();
    await squad.look();
    const id = await takeOver();
    squad.github.inject({ match: asking("head"), fault: faults.serverError(), times: Infinity });
    for (let n = 0; n < 2; n += 1) {
      await squad.later();
      expect(squad.goals()).toEqual({ "#45": "bound" });
      expect(squad.resolved()).toEqual(RESOLVED);
      expect(thread(45)?.failing?.cause).toBe("moved");
    }
    squad.github.heal();
    await squad.later();
    expectHeld(id);
  });

  it("is accepted where there was nothing complete to hold", async () => {
    await squad.repository.push({ ".squad/casting/registry.json": "{}" });
    await squad.look();
    await takeOver();
    await squad.later();
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Impostor");
    expect(squad.resolved()).toEqual({ "#101": "docs-writer", "#103": "docs-writer" });
    expect(squad.state.baseline?.repositoryId).toBe(squad.repository.id);
  });

  it("that gives the same commit but other comments is caught by the question for accounts", async () => {
    await squad.usual();
    await squad.look();
    const old = squad.repository;
    squad.repository = old.replace({ copyOf: old.git.gitDir });
    squad.repository.addIssue({ number: 45, title: "Not the goal" });
    squad.repository.addIssue({ number: 77, title: "Another goal" });
    squad.activate(45, FORGED);
    squad.activate(77, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    await squad.later();
    expect(thread(45)?.failing?.cause).toBe("moved");
    expect(squad.resolved()).toEqual(RESOLVED);
    // From the next look on it is known who answers, and held against.
    for (const wait of [1, 1, 25 * HOUR]) {
      squad.tick(wait);
      await squad.later();
      expect(squad.state.standings.live?.replacedBy?.id).toBe(squad.repository.id);
      expect(squad.goals()).toEqual({ "#45": "bound" });
      expect(squad.resolved()).toEqual(RESOLVED);
    }
  });

  it("that comes while a binding waits for a new revision is not taken either", async () => {
    await squad.usual();
    await squad.look();
    pass();
    const ahead = artifact(45, FORGED).replaceAll('"registry_revision":4', '"registry_revision":9');
    squad.repository.addComment(45, ahead, { author: ACTIONS });
    squad.github.before(asking("head"), async () => void (await takeOver()), { skip: 1 });
    await squad.later();
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
    expect(squad.state.squad.replacedBy).toBe(squad.repository.id);
  });

  it("after the first was removed is held too; while nothing can be read, nothing of the first is shown", async () => {
    await squad.usual();
    await squad.look({ titles: true });
    const { id } = squad.repository;
    squad.repository.remove();
    await squad.later(10_000, { titles: true });
    const { squad: gone } = squad.state;
    expect([gone.outcome, gone.held, gone.roster, gone.titles.cards.size]).toEqual(["no-access", null, null, 0]);
    expect([squad.goals(), squad.resolved()]).toEqual([{}, {}]);
    squad.repository = squad.github.addRepository("owner/repository");
    await squad.registry(others, { revision: 2 });
    for (let n = 0; n < 2; n += 1) {
      await squad.later();
      const { squad: seen } = squad.state;
      expect(seen.held?.repositoryId).toBe(squad.repository.id);
      expect(seen.held?.baseline.repositoryId).toBe(id);
      expect(seen.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
      expect([squad.goals(), squad.resolved()]).toEqual([{}, {}]);
    }
  });
});

describe("an answer that points elsewhere", () => {
  const questions = KINDS.filter((kind) => kind !== "other");

  it.each(questions)("for the %s never takes the token to another host", async (kind) => {
    const other = await startGitHub();
    try {
      await squad.usual();
      squad.github.inject({ match: asking(kind), fault: faults.redirect(`${other.apiUrl}/steal`), times: Infinity });
      await squad.look({ titles: true });
      await squad.later(10_000, { titles: true });
      expect(other.requests).toBe(0);
      expect(squad.github.log.some(({ fault }) => fault !== null)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it.each(["thread", "comment", "feed"] as const)(
    "for the %s to another repository on the same host is not believed",
    async (kind) => {
      const comment = (await squad.usual()).comment;
      await squad.look();
      const other = squad.github.addRepository("owner/other");
      other.addIssue({ number: 45, title: "Moved here" });
      other.addIssue({ number: 77, title: "Another goal" });
      other.addComment(45, artifact(45, FORGED), { author: ACTIONS });
      const seven = [{ task: "1.1", issue: 103, agent: "docs-writer" }];
      other.addComment(77, artifact(77, seven), { author: ACTIONS });
      const below = { thread: "/45/comments", comment: `/comments/${comment}`, feed: "/comments" }[kind];
      const to = `${squad.github.apiUrl}/repositories/${other.id}/issues${below}`;
      squad.github.inject({ match: asking(kind), fault: faults.redirect(to, 301), times: Infinity });
      if (kind === "thread") {
        // Moved away: its comments are not found here any more, and the issue leads to its new place.
        squad.repository.deleteComment(comment);
      }
      for (let n = 0; n < 3; n += 1) {
        await squad.later();
        expect(squad.resolved()).not.toHaveProperty("#103");
        expect(squad.resolved()["#101"]).not.toBe("docs-writer");
        expect(squad.goals()).not.toHaveProperty("#77");
      }
      if (kind === "thread") {
        squad.tick(25 * HOUR);
        await squad.later();
        expect(squad.goals()).toEqual({ "#45": "unread" });
      }
    },
  );
});

describe("a token without access", () => {
  beforeEach(async () => {
    await again({ hosted: { private: true } });
    squad.github.addToken("token-two", { repositories: {} });
    await squad.usual();
    await squad.look({ titles: true, pictures: true });
    expect(squad.resolved()).toEqual(RESOLVED);
    squad.token = "token-two";
    squad.github.reset();
  });
  const expectNothing = () => {
    const { squad: seen, pictures } = squad.state;
    expect([seen.roster, seen.file, seen.titles.cards.size, pictures.size]).toEqual([null, null, 0, 0]);
    expect([squad.goals(), squad.resolved()]).toEqual([{}, {}]);
  };

  it("shows nothing of the copy that another one read, and sends nothing along that another one was given", async () => {
    await squad.later(10_000, { titles: true, pictures: true });
    expect(squad.state.squad.outcome).toBe("no-access");
    expectNothing();
    expect(squad.github.log.filter(({ ifNoneMatch }) => ifNoneMatch !== null)).toEqual([]);
    squad.token = "token-one";
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("is not believed when it is answered 304", async () => {
    squad.github.inject({ match: () => true, fault: faults.notModified(), times: 10 });
    await squad.later(10_000, { titles: true, pictures: true });
    expectNothing();
  });

  it("shows nothing while GitHub cannot be reached either", async () => {
    squad.github.inject({ match: () => true, fault: faults.cut(), times: Infinity });
    await squad.later(10_000, { titles: true, pictures: true });
    expect(squad.state.squad.outcome).toBe("reading");
    expectNothing();
  });
});

describe("a name", () => {
  it("that was changed leads to the same repository, and bindings that name the old one are refused", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.rename("owner/renamed");
    await squad.later();
    expect(squad.state.squad.name).toBe("owner/renamed");
    expect(squad.state.squad.outcome).toBe("complete");
    expect(squad.state.squad.roster?.agents.size).toBe(2);
    expect(squad.goals()).toEqual({ "#45": "refused" });
    expect(codes(45)).toContain("wrong-repository");
    expect(squad.resolved()).toEqual({});
    pass();
    squad.repository.addComment(45, artifact(45, ROWS).replaceAll("owner/repository", "owner/renamed"), {
      author: ACTIONS,
    });
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
    expect(squad.state.standings.live?.replacedBy).toBeNull();
  });

  it("that a stranger took after the change is another repository, and held against", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.rename("owner/renamed");
    await squad.later();
    squad.repository = squad.github.addRepository("owner/repository");
    await squad.registry({ "docs-writer": record("Impostor") }, { revision: 9 });
    await squad.later();
    expect(squad.state.squad.replacedBy).toBe(squad.repository.id);
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
  });

  it("that is configured in another letter case is shown as GitHub spells it, and only that spelling binds", async () => {
    await again({ repository: "Owner/REPOSITORY" });
    await squad.usual();
    squad.repository.addIssue({ number: 46, title: "Another goal" });
    const rows = [{ task: "1.1", issue: 103, agent: "docs-writer" }];
    squad.repository.addComment(46, artifact(46, rows).replaceAll("owner/repository", "Owner/REPOSITORY"), {
      author: ACTIONS,
    });
    await squad.look();
    expect(squad.state.squad.name).toBe("owner/repository");
    expect(squad.goals()).toEqual({ "#46": "refused", "#45": "bound" });
    expect(squad.resolved()).toEqual(RESOLVED);
  });
});

describe("a comment that was deleted", () => {
  it("binds nothing from the next look on", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    squad.repository.deleteComment(comment);
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "none" });
    expect(squad.resolved()).toEqual({});
  });

  it("leaves the older artifact to count", async () => {
    await squad.usual();
    pass();
    const newer = squad.activate(45, FORGED);
    await squad.look();
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
    squad.repository.deleteComment(newer);
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("with its issue leaves a goal that cannot be read", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.deleteIssue(45);
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "unread" });
    expect(thread(45)?.answered?.result).toEqual({ because: "absent", what: "issue" });
    expect(squad.resolved()).toEqual({});
  });

  it("between the page and the question for accounts resolves nothing", async () => {
    const { comment } = await squad.usual();
    squad.github.before(asking("accounts"), () => squad.repository.deleteComment(comment));
    await squad.look();
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.resolved()).toEqual({});
    expect(squad.goals()["#45"] ?? "none").toBe("none");
  });

  it("between two pages of its thread resolves nothing", async () => {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    talk(45, 150);
    const comment = squad.activate(45, ROWS);
    squad.github.before(pageOf("thread", 1), () => squad.repository.deleteComment(comment));
    await squad.look();
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.resolved()).toEqual({});
  });

  it("beside an artifact at the edge of two pages does not make the artifact slip through", async () => {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    const [first = 0] = talk(45, 100);
    squad.activate(45, ROWS);
    squad.github.before(pageOf("thread", 1), () => squad.repository.deleteComment(first));
    await squad.look();
    expect(squad.resolved()).toEqual(RESOLVED);
  });
});

describe("two newest artifacts of the same instant", () => {
  it("are a conflict until one of them is deleted", async () => {
    const { comment } = await squad.usual();
    squad.activate(45, FORGED);
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "conflict" });
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "conflict" });
    squad.repository.deleteComment(comment);
    await squad.later();
    expect(squad.resolved()).toEqual(FORGED_RESOLVED);
  });
});

describe("an artifact on a pull request", () => {
  it("is read as every other: a pull request has a number like an issue, and a thread", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 50, title: "A change", pullRequest: true });
    const comment = squad.activate(50, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "bound", "#50": "bound" });
    expect(squad.resolved()).toEqual({ ...RESOLVED, "#103": "docs-writer" });
    pass();
    squad.repository.editComment(comment, artifact(50, FORGED), { editor: MAINTAINER });
    await squad.later();
    expect(codes(50)).toContain("edited-by-untrusted");
  });
});

describe("a goal", () => {
  /** An artifact so old that the comments after it fill 13 pages. */
  async function buried(): Promise<void> {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    squad.repository.addComment(45, artifact(45, ROWS), { author: ACTIONS, at: new Date(squad.now - 9_000 * 60_000) });
    talk(7, 1_280);
  }
  const discovery = () => squad.state.standings.live?.feed.discovery;

  it("that only the feed shows is found", async () => {
    squad.github.searchLag = true;
    await squad.usual();
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "bound" });
  });

  it("that only the search finds is found", async () => {
    await buried();
    await squad.look();
    expect(discovery()?.state).toBe("reading");
    expect(squad.goals()).toEqual({ "#45": "bound" });
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("that only the configuration names is found", async () => {
    await again({ goals: [45] });
    squad.github.searchLag = true;
    await buried();
    await squad.look();
    expect(discovery()?.state).toBe("reading");
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("that nothing names is found as the old comments are read, a few pages a look, each gone over twice", async () => {
    squad.github.searchLag = true;
    await buried();
    await squad.look();
    expect(squad.goals()).toEqual({});
    expect(squad.state.squad.discovering).toBe(true);
    expect(discovery()).toMatchObject({ state: "reading", page: 12, read: 1_100 });
    await squad.later();
    expect(discovery()).toMatchObject({ state: "checking", page: 2, read: 1_281 });
    expect(squad.resolved()).toEqual(RESOLVED);
    const third = await squad.cost();
    expect(third.asked.filter((kind) => kind === "feed")).toHaveLength(11);
    expect(third.points).toBe(1);
    expect(discovery()).toMatchObject({ state: "checking", page: 12, read: 1_281 });
    await squad.later();
    expect(discovery()).toMatchObject({ state: "done", read: 1_281 });
    expect(squad.state.squad.discovering).toBe(false);
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
  });

  it("goes on being looked for where a page failed, and says why it does not go on", async () => {
    squad.github.searchLag = true;
    await buried();
    squad.github.inject({ match: pageOf("feed", 5), fault: faults.serverError(), times: 1 });
    await squad.look();
    expect(discovery()).toMatchObject({ state: "reading", page: 5 });
    expect(discovery()?.failing).not.toBeNull();
    await squad.later();
    await squad.later();
    expect(discovery()?.failing).toBeNull();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("is not lost where a deletion moves it over the edge of two pages while old comments are read", async () => {
    squad.github.searchLag = true;
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    talk(7, 50);
    const old = new Date(squad.now);
    squad.repository.addComment(45, artifact(45, ROWS), { author: ACTIONS, at: old });
    squad.tick(300 * 60_000);
    const newer = talk(7, 200);
    // The artifact is the first of the third page until a comment above it goes.
    squad.github.before(pageOf("feed", 3), () => squad.repository.deleteComment(newer[50] ?? 0));
    await squad.look();
    expect(squad.goals()).toEqual({});
    await squad.later();
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("is not lost where a deletion moves it over the edge of two pages of what is new", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    squad.repository.addIssue({ number: 46, title: "Another goal" });
    await squad.look();
    await squad.later();
    squad.tick(60_000);
    squad.activate(46, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    squad.tick(300 * 60_000);
    const newer = talk(7, 200);
    // The artifact is the first of the third page until a comment of the second one goes; the first page never changes.
    squad.github.before(pageOf("feed", 3), () => squad.repository.deleteComment(newer[50] ?? 0));
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "bound" });
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "bound", "#46": "bound" });
    await squad.later();
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment", "comment"], points: 0 });
  });

  it("is found where the walk along what is new breaks off in the middle", async () => {
    await squad.usual();
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    squad.repository.addIssue({ number: 46, title: "Another goal" });
    await squad.look();
    squad.tick(60_000);
    squad.activate(46, [{ task: "1.1", issue: 103, agent: "docs-writer" }]);
    squad.tick(200 * 60_000);
    talk(7, 150);
    squad.github.inject({ match: pageOf("feed", 2), fault: faults.serverError(), times: 2 });
    await squad.later();
    expect(squad.state.standings.origins.failing).not.toBeNull();
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "bound" });
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "bound", "#46": "bound" });
  });
});

describe("pages without an end", () => {
  const promising = faults.changed((genuine) => ({
    ...genuine,
    headers: { ...genuine.headers, link: '<https://example.org/?page=2>; rel="next"' },
  }));

  it.each(["feed", "thread"] as const)("of the %s are not followed for ever, and nothing is lost", async (kind) => {
    await squad.usual();
    await squad.look();
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    squad.tick(60_000);
    for (let n = 0; n < 100; n += 1) squad.repository.addComment(7, "Talk");
    squad.repository.addComment(45, "Talk");
    // Whatever page is asked for, it is this one, and there is always one more.
    const first = faults.frozen();
    const endless = {
      name: "endless pages",
      deliver: async (context: Parameters<typeof promising.deliver>[0]) => {
        const { entry } = context;
        const one = { ...entry, query: { ...entry.query, page: "1" } };
        const { answer } = await first.deliver({ ...context, entry: { ...one, path: "" } });
        return promising.deliver({ ...context, genuine: () => Promise.resolve(answer) });
      },
    };
    squad.github.inject({ match: asking(kind), fault: endless, times: Infinity });
    // Requests are spread in time, and so that none waits for its turn the clock goes on with each.
    squad.github.before(asking(kind), () => squad.tick(200), { times: Infinity });
    squad.github.reset();
    await squad.later();
    expect(asked(kind)).toBeLessThan(250);
    const { origins, threads } = squad.state.standings;
    expect(kind === "feed" ? origins.failing : threads.get(45)).not.toBeNull();
    squad.github.heal();
    squad.tick(60_000);
    await squad.later();
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
    expect(squad.state.standings.origins.failing).toBeNull();
  });
});

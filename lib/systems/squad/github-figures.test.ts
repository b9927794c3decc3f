import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { artifact, GitHubSquad, ROWS } from "./testing/github-squad";
import { kindOf } from "./testing/kinds";
import { record } from "./test-squad";

let squad: GitHubSquad;

beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const RESOLVED = { "#101": "runtime-engineer", "#102": "docs-writer" };
const AGENTS = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };

/** Comments of people, one a minute, older than whatever is posted after them. */
function talk(issue: number, count: number): void {
  for (let n = 0; n < count; n += 1)
    squad.repository.addComment(issue, `Talk ${n}`, { at: new Date(squad.now - (count - n) * 60_000) });
}

/** Goals with one task each, every thread with so many comments. */
async function goals(count: number, comments: number): Promise<void> {
  await squad.registry(AGENTS);
  for (let n = 0; n < count; n += 1) {
    const issue = 200 + n;
    squad.repository.addIssue({ number: issue, title: `Goal ${n}` });
    talk(issue, comments - 1);
    squad.activate(issue, [{ task: "1.1", issue: 600 + n, agent: "docs-writer" }]);
  }
}

/** Looks until everything old was read, and read over again. */
async function settled(): Promise<void> {
  for (let n = 0; n < 12; n += 1) await squad.later();
  expect(squad.state.squad.discovering).toBe(false);
}

describe("the cost of an idle look", () => {
  const sizes = [1, 3, 10].flatMap((count) => [1, 150, 300].map((comments) => [count, comments] as const));

  it.each(sizes)(
    "with %i goals and threads of %i comments is 2 requests and one a goal, and no points",
    async (...size) => {
      const [count, comments] = size;
      await goals(count, comments);
      await settled();
      const { asked, points } = await squad.cost();
      expect(asked.toSorted()).toEqual([...Array<string>(count).fill("comment"), "feed", "head"]);
      expect(points).toBe(0);
      expect(Object.keys(squad.resolved())).toHaveLength(count);
    },
  );

  it("is nothing for a goal without an artifact", async () => {
    await squad.stop();
    squad = await GitHubSquad.start({ goals: [45, 46, 47] });
    await squad.usual();
    for (const issue of [46, 47]) squad.repository.addIssue({ number: issue, title: "No artifact" });
    talk(46, 5);
    await settled();
    expect(squad.goals()).toEqual({ "#45": "bound", "#46": "none", "#47": "none" });
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
  });

  it("stays so for hours, but for one plain question to each every six hours", async () => {
    await squad.usual();
    await settled();
    for (let hour = 0; hour < 5; hour += 1) {
      squad.tick(3_600_000);
      expect((await squad.cost()).points).toBe(0);
    }
    squad.tick(3_600_000);
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 3 });
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
  });

  it("is no higher with titles on within ten minutes, and no higher at all while Work is closed", async () => {
    await squad.usual();
    await settled();
    squad.tick(3_600_000);
    expect(await squad.cost({ titles: false })).toEqual({ asked: ["head", "feed", "comment"], points: 0 });
    expect(await squad.cost({ titles: true })).toEqual({ asked: ["head", "feed", "comment", "titles"], points: 1 });
    squad.tick(9 * 60_000);
    expect((await squad.cost({ titles: true })).points).toBe(0);
    squad.tick(60_000);
    expect(await squad.cost({ titles: true })).toEqual({ asked: ["head", "feed", "comment", "titles"], points: 1 });
  });

  it("is one point for all titles of a new goal, once, although Work is closed", async () => {
    await goals(3, 1);
    await settled();
    squad.repository.addIssue({ number: 45, title: "The goal" });
    squad.activate(45, ROWS);
    const { asked } = await squad.cost({ titles: false });
    expect(asked.filter((kind) => kind === "titles")).toHaveLength(1);
    expect((await squad.cost({ titles: false })).asked).not.toContain("titles");
  });
});

describe("the cost of a change", () => {
  it("of the registry is two requests more than nothing: its commit, its listing and its bytes", async () => {
    await squad.usual();
    await settled();
    await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 5 });
    const { asked, points } = await squad.cost();
    expect(asked).toEqual(["head", "listing", "blob", "feed", "comment"]);
    expect(points).toBe(3);
    expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Pallas");
    expect((await squad.cost()).points).toBe(0);
  });

  it("that leaves the registry as it is, is one request more: the bytes are known by their name", async () => {
    await squad.usual();
    await settled();
    const sha = await squad.repository.push({ "README.md": "Something else" });
    expect(await squad.cost()).toEqual({ asked: ["head", "listing", "feed", "comment"], points: 2 });
    expect(squad.state.squad.pin).toEqual({ kind: "commit", sha });
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("in a long thread is what is new of it: pages that have not changed cost nothing", async () => {
    await goals(1, 300);
    await settled();
    squad.repository.addComment(200, "One more");
    const { asked, points } = await squad.cost();
    // The third page is full, so there may be a fourth; pages are then read from the last to the first.
    expect(asked).toEqual(["head", "feed", "thread", "thread", "thread", "thread", "thread"]);
    expect(points).toBe(2);
    expect(squad.state.standings.threads.get(200)?.answered?.result).toMatchObject({
      value: { comments: { length: 301 } },
    });
    expect((await squad.cost()).points).toBe(0);
  });

  it("by an artifact is the thread's page, and one question for whose it is", async () => {
    await squad.usual();
    await settled();
    squad.activate(45, [{ task: "2.1", issue: 101, agent: "docs-writer" }]);
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "thread", "accounts"], points: 3 });
    expect(squad.resolved()).toEqual({ "#101": "docs-writer" });
  });

  it("by a person on an issue that is no goal is the feed alone", async () => {
    await squad.usual();
    await settled();
    squad.repository.addComment(101, "I work on it");
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "comment"], points: 1 });
  });
});

describe("the cost of the first read", () => {
  it.each([
    [1, 1],
    [100, 1],
    [101, 2],
    [300, 3],
  ])("of a repository with %i comments is its %i pages twice over, and six", async (comments, pages) => {
    await squad.registry(AGENTS);
    squad.repository.addIssue({ number: 45, title: "The goal" });
    talk(45, comments - 1);
    squad.activate(45, ROWS);
    const { asked, points } = await squad.cost({ titles: true });
    const count = (kind: string) => asked.filter((one) => one === kind).length;
    expect([count("feed"), count("thread")]).toEqual([pages, pages]);
    expect(asked.filter((kind) => kind !== "feed" && kind !== "thread").toSorted()).toEqual([
      "accounts",
      "blob",
      "head",
      "listing",
      "search",
      "titles",
    ]);
    expect(points).toBe(2 * pages + 6);
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("goes over the older pages once more in later looks, at no points", async () => {
    await goals(1, 300);
    await squad.look();
    expect(squad.state.squad.discovering).toBe(true);
    expect(await squad.cost()).toEqual({ asked: ["head", "feed", "feed", "feed", "comment"], points: 1 });
    expect(squad.state.squad.discovering).toBe(false);
  });

  it("of far more comments is done a few pages a look, and what is known meanwhile resolves", async () => {
    await goals(1, 1);
    squad.repository.addIssue({ number: 7, title: "A long talk" });
    talk(7, 2_500);
    const first = await squad.cost();
    expect(first.asked.filter((kind) => kind === "feed")).toHaveLength(11);
    expect(squad.resolved()).toEqual({ "#600": "docs-writer" });
    expect(first.asked.filter((kind) => kind === "thread")).toHaveLength(1);
  });
});

describe("another token", () => {
  it("pays for every target at most once, and never shows a wrong state meanwhile", async () => {
    await goals(3, 150);
    await settled();
    const before = squad.resolved();
    squad.github.addToken("token-two", { repositories: "all" });
    squad.token = "token-two";
    squad.github.reset();
    await squad.later();
    expect(squad.resolved()).toEqual(before);
    const paid = squad.github.log.filter(({ points }) => points > 0);
    const targets = paid.map((entry) => `${kindOf(entry)} ${entry.path} ${entry.query["page"] ?? ""}`);
    expect(new Set(targets).size).toBe(targets.length);
    // Nothing of another token's is sent along.
    expect(squad.github.log.filter(({ ifNoneMatch }) => ifNoneMatch !== null)).toEqual([]);
    expect(new Set(squad.github.log.map(({ token }) => token))).toEqual(new Set(["-two"]));
    await settled();
    expect((await squad.cost()).points).toBe(0);
    expect(squad.resolved()).toEqual(before);
  });

  it("changes nothing of what an artifact's text is: it is read anew and says the same", async () => {
    await squad.usual();
    await settled();
    const { id } = squad.state.squad;
    squad.github.addToken("token-two", { repositories: "all" });
    squad.token = "token-two";
    await squad.later();
    expect(squad.state.squad.id).toBe(id);
    expect(squad.state.standings.threads.get(45)?.answered?.result).toMatchObject({
      value: { comments: [{ body: artifact(45, ROWS) }] },
    });
  });
});

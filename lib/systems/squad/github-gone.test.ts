import { afterEach, beforeEach, expect, describe, it } from "vitest";
import { faults } from "../../../e2e/github";
import { GitHubSquad } from "./testing/github-squad";
import { asking, kindOf, type Kind } from "./testing/kinds";

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
const asked = (kind: Kind) => squad.github.log.filter((entry) => kindOf(entry) === kind).length;
const thread = (issue: number) => squad.state.standings.threads.get(issue);

describe("what is gone", () => {
  it("is asked for again after 10 minutes, then twice as long each time, and is dropped after a day", async () => {
    await squad.usual();
    await squad.look();
    squad.repository.deleteIssue(45);
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "unread" });
    squad.github.reset();
    for (let n = 0; n < 5; n += 1) await squad.later();
    expect([asked("thread"), squad.github.points]).toEqual([0, 0]);
    expect(thread(45)?.answered?.result).toMatchObject({ because: "absent" });
    await squad.later(10 * MINUTE);
    expect(asked("thread")).toBe(1);
    await squad.later(10 * MINUTE);
    expect(asked("thread")).toBe(1);
    await squad.later(10 * MINUTE);
    expect(asked("thread")).toBe(2);
    await squad.later(DAY);
    expect(squad.goals()).toEqual({});
    expect(squad.state.standings.live?.threads.size).toBe(0);
  });

  it("is kept for longer than a day where the configuration names it", async () => {
    await squad.stop();
    squad = await GitHubSquad.start({ goals: [45] });
    await squad.registry({});
    await squad.look();
    await squad.later(DAY);
    await squad.later(DAY);
    expect(squad.goals()).toEqual({ "#45": "unread" });
    squad.github.reset();
    await squad.later();
    expect(asked("thread")).toBe(0);
  });

  it("is read at once when the feed shows a comment of it", async () => {
    await squad.stop();
    squad = await GitHubSquad.start({ goals: [45] });
    await squad.registry({});
    await squad.look();
    expect(squad.goals()).toEqual({ "#45": "unread" });
    await squad.usual();
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("binds nothing at once where a person deleted the comment, for one question who this is", async () => {
    const { comment } = await squad.usual();
    await squad.look();
    squad.repository.deleteComment(comment);
    squad.github.reset();
    await squad.later();
    expect(squad.goals()).toEqual({ "#45": "none" });
    expect([asked("listing"), asked("accounts")]).toEqual([1, 0]);
    const { asked: next, points } = await squad.cost();
    expect([next, points]).toEqual([["head", "feed"], 0]);
  });
});

describe("another repository with the same commit", () => {
  const replace = () => {
    const old = squad.repository;
    squad.repository = old.replace({ copyOf: old.git.gitDir });
  };

  it.each([true, false])("and without the comments (issues: %s) takes no binding away, and is held", async (issues) => {
    await squad.usual();
    await squad.look();
    replace();
    squad.repository.setIssues(issues);
    // In the look that finds it, what was read before stands and is marked as not confirmed.
    await squad.later();
    expect(squad.resolved()).toEqual(RESOLVED);
    expect(thread(45)?.failing?.cause).toBe("moved");
    await squad.later();
    expect(squad.state.squad.replacedBy).toBe(squad.repository.id);
    expect(squad.resolved()).toEqual(RESOLVED);
  });

  it("is found at the next look where the question who this is fails; until then nothing is bound", async () => {
    await squad.usual();
    await squad.look();
    replace();
    squad.github.inject({ match: asking("listing"), fault: faults.serverError(), times: 1 });
    await squad.later();
    expect(squad.resolved()).toEqual({});
    await squad.later();
    expect(squad.state.squad.replacedBy).toBe(squad.repository.id);
  });
});

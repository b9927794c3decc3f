import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faults } from "../../../e2e/github";
import { aboutDecision, baselineAfter, readAbout } from "./decision";
import { settle } from "./squad";
import { GitHubSquad } from "./testing/github-squad";
import { asking } from "./testing/kinds";
import { record } from "./test-squad";

const HOUR = 3_600_000;
const BOTH = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const LATER = { generated_at: "2026-09-22T20:00:00.000Z" };

let squad: GitHubSquad;
beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const accepted = () => squad.state.baseline?.facts?.revision;
const held = () => squad.state.squad.held;
const shown = () => squad.state.squad.roster?.revision ?? null;

/** What an operator's decision does to the state, as the server makes it. */
function decide(): void {
  const now = held();
  if (now === null) throw new Error("Nothing is held.");
  const { standings, pictures } = squad.state;
  const baseline = baselineAfter(now, squad.now, "decision-1");
  squad.state = settle(squad.plan, squad.state, { standings, pictures, baseline }, squad.now);
}

describe("the baseline of a squad", () => {
  it("is the first complete registry as it is, whatever came before it", async () => {
    await squad.repository.push({ ".squad/casting/registry.json": "{}" });
    await squad.look();
    expect(squad.state.baseline).toBeNull();
    await squad.registry(BOTH, { revision: 3 });
    await squad.later();
    expect(squad.state.baseline).toMatchObject({ seq: 1, repositoryId: squad.repository.id, decision: null });
    expect([accepted(), shown(), held()]).toEqual([3, 3, null]);
  });

  it("moves with every registry that follows, and keeps what was unusual about it", async () => {
    await squad.registry(BOTH, { revision: 3 });
    await squad.look();
    await squad.registry(BOTH, { revision: 4, ...LATER });
    await squad.later();
    expect(squad.state.baseline).toMatchObject({ seq: 2, warnings: [] });
    await squad.registry(BOTH, { revision: 6, generated_at: "2026-09-23T20:00:00.000Z" });
    await squad.later();
    expect(squad.state.baseline?.warnings.map(({ code }) => code)).toEqual(["continuity-revision-jumped"]);
    await squad.later();
    expect(squad.state.baseline).toMatchObject({ seq: 3 });
  });

  it("stays while something is held, and while the registry is partial or missing in between", async () => {
    await squad.registry(BOTH, { revision: 6 });
    await squad.look();
    const { baseline } = squad.state;
    await squad.registry(BOTH, { revision: 5 });
    await squad.later();
    expect([shown(), held()?.facts?.revision]).toEqual([6, 5]);
    await squad.registry({ ...BOTH, "bad-agent": {} }, { revision: 7 });
    await squad.later();
    expect([squad.state.squad.outcome, held()]).toEqual(["partial", null]);
    await squad.repository.push({ ".squad/casting/registry.json": null });
    await squad.later();
    expect([squad.state.squad.outcome, held()]).toEqual(["missing", null]);
    await squad.registry(BOTH, { revision: 4 });
    await squad.later();
    expect([shown(), held()?.facts?.revision]).toEqual([6, 4]);
    expect(squad.state.baseline).toBe(baseline);
  });

  it("lets an agent come back under its ID and role", async () => {
    const at = "2026-09-20T22:00:00.000Z";
    const gone = record("Vesta", { status: "retired", updated_at: at, retired_at: at });
    await squad.registry({ ...BOTH, "docs-writer": gone }, { revision: 4 });
    await squad.look();
    const back = record("Vesta", { updated_at: "2026-09-20T23:00:00.000Z" });
    await squad.registry({ ...BOTH, "docs-writer": back }, { revision: 5, ...LATER });
    await squad.later();
    expect([held(), accepted(), squad.state.baseline?.warnings]).toEqual([null, 5, []]);
  });
});

describe("a decision", () => {
  it("makes what was found the baseline, and what follows is compared with that", async () => {
    await squad.registry(BOTH, { revision: 6 });
    await squad.look();
    await squad.registry({ "docs-writer": record("Vesta") }, { revision: 5 });
    await squad.later();
    const about = readAbout(aboutDecision(held() ?? expect.fail("Nothing is held.")));
    expect(about).toMatchObject({ before: { revision: 6, agents: 2 }, after: { revision: 5, agents: 1 } });
    expect(about?.findings).toEqual(["continuity-revision-lower", "continuity-agent-gone"]);
    decide();
    await squad.later();
    expect([shown(), held(), accepted()]).toEqual([5, null, 5]);
    expect(squad.state.baseline).toMatchObject({ seq: 2, decision: "decision-1", warnings: [] });
    await squad.registry(BOTH, { revision: 6, ...LATER });
    await squad.later();
    expect([shown(), held()]).toEqual([6, null]);
  });

  it("for another repository lets exactly that number in, and takes its first complete registry", async () => {
    await squad.registry(BOTH, { revision: 6 });
    await squad.look();
    squad.repository = squad.repository.replace();
    await squad.repository.push({ "README.md": "No registry yet" });
    await squad.later();
    const other = squad.repository.id;
    expect(held()).toMatchObject({ repositoryId: other, facts: null });
    decide();
    expect(squad.state.baseline).toMatchObject({ seq: 2, repositoryId: other, facts: null, pin: null });
    // A third one comes before the second was read: it is not the one that was decided on.
    const second = squad.repository;
    squad.repository = second.replace();
    await squad.registry({ impostor: record("Impostor") }, { revision: 1 });
    await squad.later();
    expect(held()?.repositoryId).toBe(squad.repository.id);
    expect([squad.state.squad.outcome, squad.state.squad.roster]).toEqual(["held", null]);
    decide();
    await squad.later();
    expect([held(), shown(), accepted()]).toEqual([null, 1, 1]);
    expect(squad.state.baseline).toMatchObject({ repositoryId: squad.repository.id, decision: null });
  });

  it("is read back only where it is whole", () => {
    for (const text of ["", "null", "[]", "{}", '{"before":{},"after":{},"findings":[]}', '{"findings":["x"]}'])
      expect(readAbout(text), text).toBeNull();
  });
});

describe("what comes before held", () => {
  beforeEach(async () => {
    await squad.registry(BOTH, { revision: 6 });
    await squad.look();
    await squad.registry(BOTH, { revision: 5 });
    await squad.later();
    expect(held()).not.toBeNull();
  });

  it("is no access: nothing of either side is shown", async () => {
    squad.github.inject({ match: asking("head"), fault: faults.status(403), times: Infinity });
    await squad.later();
    expect([squad.state.squad.outcome, held(), shown()]).toEqual(["no-access", null, null]);
    squad.github.heal();
    await squad.later();
    expect([shown(), held()?.facts?.revision]).toEqual([6, 5]);
  });

  it("is expired: what nobody could confirm for too long is not shown either", async () => {
    squad.github.inject({ match: () => true, fault: faults.serverError(), times: Infinity });
    await squad.later(25 * HOUR);
    expect([squad.state.squad.outcome, held(), shown()]).toEqual(["expired", null, null]);
  });

  it("is another credential: it is held to the same baseline, and shown nothing of it", async () => {
    squad.github.addToken("token-two", { repositories: "all" });
    squad.token = "token-two";
    await squad.later();
    expect([squad.state.squad.outcome, shown(), squad.state.squad.file]).toEqual(["held", null, null]);
    expect(held()?.facts?.revision).toBe(5);
    expect(accepted()).toBe(6);
  });
});

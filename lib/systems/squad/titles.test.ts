import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evidenceDocument } from "./documents/evidence";
import { statusDocument } from "./documents/status";
import { lookAtSquad, unreadSquad, type SquadPlan, type SquadState } from "./squad";
import { activation, record, registryOf, TestSquad } from "./test-squad";

let squad: TestSquad;
let now: number;

beforeEach(() => {
  squad = new TestSquad();
  now = Date.parse("2026-10-01T00:00:00Z");
});
afterEach(() => squad.done());

const look = (plan: SquadPlan, prior: SquadState = unreadSquad(plan, now)) => lookAtSquad(plan, prior, {}, () => now);
const bandsOf = (state: SquadState) =>
  statusDocument(state, { now, next: now + 4_000, open: false }).data.bands.map(({ code, title }) => [code, title]);

describe("titles and states of issues", () => {
  it("are read from issues.json, and nothing else of it", async () => {
    squad.registry(registryOf({}));
    squad.cards([{ number: 7, title: "Keep the light", state: "closed", assignees: [{ login: "somebody" }] }]);
    const state = await look(squad.plan());
    expect([...state.squad.titles.cards.values()]).toEqual([{ number: 7, title: "Keep the light", state: "closed" }]);
  });

  it("says why there are no titles where issues.json cannot be read, and changes nothing about the work", async () => {
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    squad.cards([{ number: 7, title: "Keep the light", state: "merged" }]);
    const state = await look(squad.plan());
    expect(state.squad.titles).toMatchObject({ file: null, fault: { code: "issue-titles-unreadable" } });
    expect(state.squad.titles.fault?.message).toContain("/0/state");
    expect(bandsOf(state)).toContainEqual(["titles", "No titles"]);
    expect(evidenceDocument(state.squad).data.titles?.fault?.code).toBe("issue-titles-unreadable");
    expect(state.squad.work.state).toBe("complete");
  });

  it("keeps the last titles while issues.json cannot be read, says so, and withholds them when they are too old", async () => {
    const plan = squad.plan({ staleMillis: 60_000 });
    squad.registry(registryOf({}));
    squad.cards([{ number: 7, title: "Keep the light", state: "open" }]);
    const before = await look(plan);
    expect(evidenceDocument(before.squad).data.titles).toMatchObject({ path: "issues.json", issues: 1, fault: null });
    expect(bandsOf(before).map(([code]) => code)).not.toContain("titles");
    squad.cards("[{ not json");
    const after = await look(plan, before);
    expect(after.squad.titles.cards.get(7)?.title).toBe("Keep the light");
    expect(bandsOf(after)).toContainEqual(["titles", "Titles may have changed"]);
    now = Math.max(now, Date.now()) + 120_000;
    const late = await look(plan, after);
    expect(late.squad.titles.cards.size).toBe(0);
    expect(late.squad.titles.fault?.code).toBe("issue-titles-expired");
    expect(late.squad.id).not.toBe(after.squad.id);
  });
});

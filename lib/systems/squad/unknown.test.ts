import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentDocument } from "./documents/agent";
import { nextStep } from "./documents/next-step";
import { registryDocument } from "./documents/registry";
import { stateLines, staleThreads, statusDocument } from "./documents/status";
import { lookAtSquad, unreadSquad, type SquadPlan, type SquadState } from "./squad";
import { activation, record, registryOf, TestSquad } from "./test-squad";

let squad: TestSquad;
let now: number;

beforeEach(() => {
  squad = new TestSquad();
  now = Date.parse("2026-10-01T00:00:00Z");
  squad.registry(registryOf({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") }));
});
afterEach(() => squad.done());

const look = (plan: SquadPlan, prior: SquadState = unreadSquad(plan, now)) => lookAtSquad(plan, prior, {}, () => now);
const bind = (issue: number, agent: string) =>
  squad.thread(issue, [activation(issue, issue, [{ task: "1", issue: issue + 100, agent }])]);
const tasksOf = ({ squad: judged }: SquadState) =>
  registryDocument(judged).data.agents.map(({ id, tasks }) => [id, tasks]);

describe("what is not known of work", () => {
  it("is how many tasks an agent has, where no thread was given to read it from", async () => {
    const state = await look(squad.plan());
    expect(tasksOf(state)).toEqual([
      ["runtime-engineer", null],
      ["docs-writer", null],
    ]);
    expect(registryDocument(state.squad).data.tasksUnknown).toMatch(/no thread/);
    expect(agentDocument(state.squad, "docs-writer").data).toMatchObject({
      work: [],
      unknown: expect.stringMatching(/no thread/) as unknown,
    });
  });

  it("is that nothing more is bound, while one of the threads is unread; what is bound for certain still shows", async () => {
    bind(45, "runtime-engineer");
    const state = await look(squad.plan({ goals: [45, 46] }));
    expect(tasksOf(state).map(([, tasks]) => tasks)).toEqual([null, null]);
    const { work, unknown } = agentDocument(state.squad, "runtime-engineer").data;
    expect(work?.map(({ task }) => task.issue)).toEqual([145]);
    expect(unknown).toBe("1 of 2 threads could not be read.");
    expect(state.squad.work.goals[0]?.diagnostics[0]?.message).toBe("The folder of exported threads has no 46.json.");
  });

  it("is nothing, where every thread was read: then none is none", async () => {
    bind(45, "runtime-engineer");
    const state = await look(squad.plan());
    expect(tasksOf(state)).toEqual([
      ["runtime-engineer", 1],
      ["docs-writer", 0],
    ]);
    expect(registryDocument(state.squad).data.tasksUnknown).toBeNull();
  });

  it("is whom a task was meant for that does not resolve: the agent's page says how many there are", async () => {
    bind(45, "nobody-known");
    const state = await look(squad.plan());
    expect(agentDocument(state.squad, "docs-writer").data).toMatchObject({ work: [], unknown: null, unresolved: 1 });
  });
});

describe("what to do next", () => {
  it("names an artifact that counts and does not hold, with its reason, before goals that nobody has activated", async () => {
    bind(45, "nobody-known");
    squad.thread(46, []);
    const { squad: judged } = await look(squad.plan());
    const next = nextStep(judged);
    expect(next?.text).toBe("Mend what keeps goal #45 from resolving; activate goal #46");
    expect(next?.detail).toContain("Goal #45: The registry has no agent with the ID “nobody-known”.");
  });

  it("is to export a thread again that can no longer be read, although nothing that is shown is wrong", async () => {
    const plan = squad.plan();
    bind(45, "runtime-engineer");
    const before = await look(plan);
    expect(nextStep(before.squad, staleThreads(before, now))).toBeNull();
    squad.thread(45, "[{ cut sho");
    now = Math.max(now, Date.now()) + 5_000;
    const after = await look(plan, before);
    expect(nextStep(after.squad, staleThreads(after, now))?.text).toBe("Export goal #45 again");
    expect(stateLines(after, now).work).toMatchObject({ state: "complete", text: "1 of 1 threads stale" });
    expect(statusDocument(after, { now, next: now, open: false }).data.threads.stale).toMatchObject([{ issue: 45 }]);
  });

  it("tells a place where nothing is from one that may not be read", async () => {
    const plan = squad.plan();
    rmSync(join(squad.root, "repository"), { recursive: true });
    const { squad: judged } = await look(plan);
    expect(nextStep(judged)?.text).toBe("Correct the directory in the configuration");
    expect(registryDocument(judged).data.statement?.title).toBe("There is no repository in this place");
  });
});

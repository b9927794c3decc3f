import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commentPiece } from "./documents/piece-comment";
import { stateLines } from "./documents/status";
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
const outcomes = ({ squad: { work } }: SquadState) =>
  work.goals.flatMap(({ tasks }) => tasks.map(({ row, outcome, agent }) => [row.issue, outcome, agent?.id ?? null]));

describe("a squad in a directory", () => {
  it("is being read, never missing, before the first look", () => {
    expect(unreadSquad(squad.plan(), now).squad).toMatchObject({
      outcome: "reading",
      roster: null,
      work: { state: null },
    });
  });

  it("resolves the tasks of a trusted artifact against its complete registry", async () => {
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const state = await look(squad.plan());
    expect(state.squad.outcome).toBe("complete");
    expect(outcomes(state)).toEqual([[7, "resolved", "runtime-engineer"]]);
    expect(state.squad.work.state).toBe("complete");
  });

  it("resolves nothing while one record is invalid, and again once it is mended", async () => {
    const plan = squad.plan();
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    squad.registry(
      registryOf({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta", { status: "dormant" }) }),
    );
    const partial = await look(plan);
    expect(partial.squad.outcome).toBe("partial");
    expect(outcomes(partial)).toEqual([[7, "unresolved", null]]);
    expect(partial.squad.work.goals[0]?.tasks[0]?.reason?.code).toBe("identity-incomplete");
    squad.registry(registryOf({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") }));
    const mended = await look(plan, partial);
    expect(outcomes(mended)).toEqual([[7, "resolved", "runtime-engineer"]]);
  });

  it("is missing at once when its registry goes, and nothing of the old copy is left", async () => {
    const plan = squad.plan();
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const before = await look(plan);
    squad.remove(".squad/casting/registry.json");
    const after = await look(plan, before);
    expect(after.squad).toMatchObject({ outcome: "missing", roster: null, file: null });
    expect(outcomes(after)).toEqual([[7, "unresolved", null]]);
    expect(after.squad.id).not.toBe(before.squad.id);
  });

  it("drops a goal at once when its thread goes", async () => {
    const plan = squad.plan();
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const before = await look(plan);
    const { rmSync } = await import("node:fs");
    rmSync(`${squad.threads}/45.json`);
    const after = await look(plan, before);
    expect(before.squad.work.goals).toHaveLength(1);
    expect(after.squad.work.goals).toHaveLength(0);
  });

  it("lists a configured goal without a thread as unread, with the reason", async () => {
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    const state = await look(squad.plan({ goals: [9] }));
    expect(state.squad.work.goals.map(({ issue, goal, diagnostics }) => [issue, goal, diagnostics[0]?.code])).toEqual([
      [9, "unread", "thread-missing"],
    ]);
    expect(state.squad.work.state).toBe("unavailable");
  });

  it("keeps a thread's last answer while its file cannot be read, and says that it is stale", async () => {
    const plan = squad.plan();
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const before = await look(plan);
    squad.thread(45, "[{ not json");
    const after = await look(plan, before);
    expect(outcomes(after)).toEqual([[7, "resolved", "runtime-engineer"]]);
    expect(after.standings.threads.get(45)?.failing?.cause).toBe("malformed");
    expect(after.squad.id).toBe(before.squad.id);
  });

  it("withholds a thread that could not be confirmed within the configured time", async () => {
    const plan = squad.plan({ staleMillis: 1_000 });
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const before = await look(plan);
    squad.thread(45, "[{ not json");
    now = Math.max(now, Date.now()) + 10_000;
    const after = await look(plan, before);
    expect(after.squad.work.goals.map(({ goal, diagnostics }) => [goal, diagnostics[0]?.code])).toEqual([
      ["unread", "thread-expired"],
    ]);
    expect(outcomes(after)).toEqual([]);
  });

  it("is the same snapshot while nothing changed, and the same object", async () => {
    const plan = squad.plan();
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    const first = await look(plan);
    const second = await look(plan, first);
    expect(second.squad).toBe(first.squad);
    squad.registry(registryOf({ "runtime-engineer": record("Kepler", { role: "Other" }) }));
    expect((await look(plan, second)).squad.id).not.toBe(first.squad.id);
  });

  it("has another snapshot when other accounts are trusted: the same bytes then mean something else", async () => {
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const trusted = await look(squad.plan());
    const nobody = await look(squad.plan({ trust: [] }));
    expect(nobody.squad.id).not.toBe(trusted.squad.id);
    expect(nobody.squad.work.goals.map(({ goal }) => goal)).toEqual(["none"]);
  });

  it("says that its threads cannot be listed instead of showing no work as nothing to do", async () => {
    const plan = squad.plan();
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    const before = await look(plan);
    const { rmSync } = await import("node:fs");
    rmSync(squad.threads, { recursive: true });
    const after = await look(plan, before);
    expect(after.squad.threadsFault?.code).toBe("threads-unreadable");
    expect(after.squad.work.goals.map(({ issue, goal, diagnostics }) => [issue, goal, diagnostics[0]?.code])).toEqual([
      [45, "unread", "threads-unreadable"],
    ]);
    const fresh = await look(plan);
    expect(fresh.squad.work.goals).toEqual([]);
    expect(stateLines(fresh, now).repository).toMatchObject({ state: "unavailable", cause: "work" });
  });

  it("resolves neither of two threads that hold the same comment", async () => {
    squad.registry(registryOf({ "runtime-engineer": record("Kepler") }));
    squad.thread(45, [activation(45, 1, [{ task: "1", issue: 7, agent: "runtime-engineer" }])]);
    squad.thread(46, [activation(46, 1, [{ task: "1", issue: 8, agent: "runtime-engineer" }])]);
    const state = await look(squad.plan());
    expect(state.squad.work.goals.map(({ issue, goal, diagnostics }) => [issue, goal, diagnostics[0]?.code])).toEqual([
      [45, "unread", "thread-comment-repeated"],
      [46, "unread", "thread-comment-repeated"],
    ]);
  });
});

describe("the evidence for a comment", () => {
  const rows = [
    { task: "1", issue: 7, agent: "runtime-engineer" },
    { task: "2", issue: 8, agent: "docs-writer" },
  ];
  const two = () =>
    squad.registry(registryOf({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") }));

  it("marks the row itself where all rows stand on one line", async () => {
    two();
    squad.thread(45, [activation(45, 1, rows)]);
    const piece = commentPiece((await look(squad.plan())).squad, 1, "/1");
    const line = piece?.bytes?.lines.find(({ mark }) => mark === "in");
    const row = JSON.parse(line?.text.slice(line.fact?.from, line.fact?.to) ?? "null");
    expect(row).toMatchObject({ task: "2", issue: "#8", agent_id: "docs-writer" });
  });

  it("names the hash of the comment's own bytes, and that of its thread beside it", async () => {
    two();
    const comment = activation(45, 1, rows);
    squad.thread(45, [comment]);
    const piece = commentPiece((await look(squad.plan())).squad, 1, "");
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(piece?.source.sha256).toBe(sha256(String(comment["body"])));
    expect(piece?.source.comment?.thread?.sha256).toBe(sha256(JSON.stringify([comment])));
  });

  it("leads from each side of a conflict to the other, and from an older artifact to the one that counts", async () => {
    two();
    squad.thread(45, [activation(45, 1, rows), activation(45, 2, rows, { created_at: "2026-09-21T10:00:00Z" })]);
    squad.thread(46, [activation(46, 3, [{ task: "1", issue: 8, agent: "docs-writer" }])]);
    const state = await look(squad.plan());
    const from = (id: number, pointer: string) =>
      commentPiece(state.squad, id, pointer)?.related.map(({ address }) => address);
    expect(from(1, "/1")).toEqual(["comment:3:/0"]);
    expect(from(3, "/0/agent_id")).toEqual(["comment:1:/1"]);
    expect(from(1, "/0")).toEqual([]);
    expect(from(2, "")).toEqual(["comment:1:#comment"]);
    expect(from(1, "")).toEqual([]);
  });

  it("says of each of two newest artifacts that none of them counts", async () => {
    two();
    squad.thread(45, [activation(45, 1, rows), activation(45, 2, rows)]);
    const state = await look(squad.plan());
    for (const id of [1, 2]) {
      const piece = commentPiece(state.squad, id, "");
      expect(piece?.claim).toMatchObject({ state: "conflict", word: "Conflict" });
      expect(piece?.failed.map(({ code }) => code)).toEqual(["newest-artifacts-tie"]);
      expect(piece?.related.map(({ address }) => address)).toEqual([`comment:${3 - id}:#comment`]);
    }
  });
});

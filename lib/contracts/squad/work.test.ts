import { describe, expect, it } from "vitest";
import { diagnose } from "../core/diagnostic";
import { selectArtifact } from "./thread";
import { settleWork } from "./work";
import { REGISTRY_UNAVAILABLE, RESOLUTION_RULES, THREAD_RULES, WORK_RULES } from "./work-rules";
import type { Goal, ThreadVerdict } from "./work-types";
import {
  bodyOf,
  comment,
  context,
  envelope,
  envelopeBlock,
  findings,
  registryOf,
  row,
  type Row,
} from "./testing/activation";

const agents = { "runtime-engineer": "active", "docs-writer": "retired" } as const;
const registry = registryOf(agents);
const AT = "2026-09-22T10:00:00Z";

function thread(issue: number, bodies: readonly string[], times: readonly string[] = []): ThreadVerdict {
  const comments = bodies.map((body, at) => {
    const when = times[at] ?? AT;
    return comment(body, { id: issue * 1_000 + at, createdAt: when, updatedAt: when });
  });
  return selectArtifact(comments, { ...context, issue });
}
const goal = (issue: number, ...rows: Row[]): Goal => {
  const named = rows.map((each) => ({ ...each, origin_issue: issue }));
  return { issue, thread: thread(issue, [bodyOf(named, envelope({ origin_issue: issue }))]) };
};
const body = (issue: number, rows: readonly unknown[]): string => bodyOf(rows, envelope({ origin_issue: issue }));
const settle = (...goals: Goal[]) => settleWork(goals, registry, null);
const outcomes = (work: ReturnType<typeof settle>) =>
  work.goals.map(({ issue, tasks }) => [issue, ...tasks.map(({ outcome }) => outcome)]);
const docs: Row = { agent_id: "docs-writer", epic_agent_ids: ["docs-writer"] };
const omitted: Row = {
  agent_id: null,
  identity_omission_reason: "non-roster",
  epic_agent_ids: [],
  epic_identity_omission_reason: "partial",
};
const of = (task: number, epic: number, changes: Row = {}): Row =>
  row({ task: `${task}`, issue: `#${task}`, epic: `e${epic}`, epic_issue: `#${epic}`, ...changes });

describe("the work of a repository", () => {
  it("is blank without goals", () => {
    const counts = { resolved: 0, retired: 0, omitted: 0, unresolved: 0, conflict: 0, total: 0 };
    expect(settle()).toEqual({ state: null, goals: [], counts });
  });

  it("is complete where every goal resolves, tombstones and omissions included", () => {
    const work = settle(goal(45, of(1, 100), of(2, 200, docs), of(3, 300, omitted)));
    expect(work).toMatchObject({
      state: "complete",
      counts: { resolved: 2, retired: 1, omitted: 1, unresolved: 0, conflict: 0, total: 3 },
      goals: [
        { issue: 45, goal: "bound", resolves: true, declared: 3, diagnostics: [], artifact: { commentId: 45_000 } },
      ],
    });
    expect(
      work.goals[0]?.tasks.map(({ outcome, agent, reason, claims }) => [outcome, agent?.id, reason, claims]),
    ).toEqual([
      ["resolved", "runtime-engineer", null, []],
      ["retired", "docs-writer", null, []],
      ["omitted", undefined, null, []],
    ]);
    expect(work.goals[0]?.epics).toHaveLength(3);
  });

  it("is incomplete where some goals resolve, and unavailable where none does", () => {
    const none: Goal = { issue: 46, thread: thread(46, []) };
    expect(settle(goal(45, of(1, 100)), none).state).toBe("incomplete");
    expect(settle(none).state).toBe("unavailable");
    expect(settle(none)).toMatchObject({
      goals: [{ goal: "none", declared: 0, tasks: [], epics: [], artifact: null, diagnostics: [] }],
    });
  });

  it("lists goals worst first, then by number, and counts what they declare", () => {
    const older = { task: "1", issue: 1, epic: "1", epic_issue: 2 };
    const unread = diagnose(REGISTRY_UNAVAILABLE, "", "not read");
    const work = settle(
      goal(60, of(1, 100)),
      goal(50, of(2, 200)),
      { issue: 61, thread: thread(61, []) },
      { issue: 62, thread: thread(62, [body(62, [older, older])]) },
      { issue: 63, thread: null, unread },
      { issue: 64, thread: null },
      { issue: 65, thread: thread(65, [body(65, [1, 2, 3])]) },
      { issue: 66, thread: thread(66, [body(66, [row({ origin_issue: 66 })]), body(66, [1, 2])]) },
      {
        issue: 67,
        thread: thread(
          67,
          Array.from({ length: 2_001 }, () => "words"),
        ),
      },
      {
        issue: 68,
        thread: thread(68, [envelopeBlock(envelope({ origin_issue: 68 })), body(68, [row({ origin_issue: 68 })])]),
      },
    );
    expect(work.goals.map(({ issue, goal: state, declared, resolves }) => [issue, state, declared, resolves])).toEqual([
      [66, "conflict", 2, false],
      [68, "conflict", 1, false],
      [65, "refused", 3, false],
      [63, "unread", 0, false],
      [64, "unread", 0, false],
      [67, "unread", 0, false],
      [62, "pre-provenance", 2, false],
      [61, "none", 0, false],
      [50, "bound", 1, true],
      [60, "bound", 1, true],
    ]);
    expect(work.counts).toEqual({ resolved: 2, retired: 0, omitted: 0, unresolved: 8, conflict: 0, total: 10 });
    expect(work.state).toBe("conflict");
    const said = new Map(work.goals.map((each) => [each.issue, findings(each)]));
    expect(said.get(66)).toEqual(["newest-artifacts-tie #comment/66001", "newest-artifacts-tie #comment/66000"]);
    expect(said.get(65)).toEqual(["binding-not-object /0", "binding-not-object /1", "binding-not-object /2"]);
    expect(said.get(63)).toEqual(["registry-unavailable "]);
    expect(said.get(64)).toEqual([]);
    expect(said.get(67)).toEqual(["thread-too-many-comments "]);
    expect(work.goals.find(({ issue }) => issue === 65)?.thread?.goal).toBe("refused");
    expect(work.goals.find(({ issue }) => issue === 63)?.thread).toBeNull();
  });

  it("says of a goal whose times cannot be read why it is refused", () => {
    const work = settle({ issue: 45, thread: thread(45, [body(45, [row()])], ["yesterday"]) });
    expect(work.goals[0]).toMatchObject({ goal: "refused", declared: 1 });
    expect(findings(work.goals[0] ?? { diagnostics: [] })).toEqual([
      "newest-artifact-unknown #comment/45000",
      "comment-time-unreadable #comment",
    ]);
  });

  it("keeps the notes of the artifact that counts", () => {
    const both = { epic_agent_ids: ["runtime-engineer", "docs-writer"] };
    const work = settle(goal(45, of(1, 100, both), of(2, 100, { ...both, agent_id: "docs-writer" })));
    expect(findings(work.goals[0] ?? { diagnostics: [] })).toEqual([
      "epic-agent-ids-unsorted /0/epic_agent_ids",
      "epic-agent-ids-unsorted /1/epic_agent_ids",
    ]);
    expect(work.state).toBe("complete");
  });
});

describe("work without a complete registry", () => {
  const blocked = diagnose(REGISTRY_UNAVAILABLE, "", "The registry is partial.");
  it("lists every bound task as unresolved, without agents and with the reason", () => {
    const goals = [goal(45, of(1, 100), of(2, 200, omitted))];
    for (const known of [registry, null]) {
      const work = settleWork(goals, known, blocked);
      expect(work.state).toBe("unavailable");
      expect(work.goals[0]).toMatchObject({ goal: "bound", resolves: false, declared: 2, diagnostics: [blocked] });
      expect(work.goals[0]?.tasks).toMatchObject([
        { outcome: "unresolved", agent: null, reason: blocked, claims: [] },
        { outcome: "unresolved", agent: null, reason: blocked, claims: [] },
      ]);
      expect(work.counts).toMatchObject({ unresolved: 2, omitted: 0, total: 2 });
    }
    expect(settleWork(goals, null, null).goals[0]?.diagnostics).toMatchObject([
      { code: "registry-unavailable", pointer: "", message: "There is no complete registry, so no task resolves." },
    ]);
  });

  it("still shows conflicts between goals", () => {
    const work = settleWork([goal(45, of(1, 100)), goal(46, of(1, 200))], null, blocked);
    expect(work.state).toBe("conflict");
    expect(outcomes(work)).toEqual([
      [45, "conflict"],
      [46, "conflict"],
    ]);
  });

  it("gives each row its own reason, and says to the others which rows keep them from resolving", () => {
    const work = settleWork(
      [goal(45, of(1, 100), of(2, 200, docs))],
      registryOf({ "runtime-engineer": "active" }),
      null,
    );
    expect(work.goals[0]?.tasks.map(({ reason }) => [reason?.code, reason?.pointer])).toEqual([
      ["artifact-unresolved", "/0"],
      ["unknown-agent-id", "/1/agent_id"],
    ]);
    expect(work.goals[0]?.tasks[0]?.reason?.message).toBe(
      "Row /1 does not resolve, and an artifact resolves as a whole or not at all.",
    );
    const none = settleWork([goal(45, of(1, 100), of(2, 200, docs))], registryOf({ other: "active" }), null);
    expect(none.goals[0]?.tasks.map(({ reason }) => reason?.code)).toEqual(["unknown-agent-id", "unknown-agent-id"]);
    const ahead = settleWork(
      [goal(45, of(1, 100), of(2, 200, docs))],
      registryOf({ "runtime-engineer": "active" }, 3),
      null,
    );
    expect(ahead.goals[0]?.tasks.map(({ reason }) => reason?.code)).toEqual(["revision-ahead", "revision-ahead"]);
    expect(findings(ahead.goals[0] ?? { diagnostics: [] })).toEqual([
      "revision-ahead ",
      "unknown-agent-id /1/agent_id",
    ]);
    expect(ahead.goals[0]?.resolves).toBe(false);
  });
});

describe("goals that contradict each other", () => {
  it("put a task that both bind in conflict, and leave their other tasks alone", () => {
    const work = settle(goal(61, of(7, 300), of(1, 200, docs)), goal(45, of(1, 100), of(2, 100)));
    expect(work.state).toBe("conflict");
    expect(outcomes(work)).toEqual([
      [45, "conflict", "resolved"],
      [61, "resolved", "conflict"],
    ]);
    expect(work.counts).toEqual({ resolved: 2, retired: 0, omitted: 0, unresolved: 2, conflict: 2, total: 4 });
    const claims = [
      { origin: 45, commentId: 45_000, pointer: "/0", agentId: "runtime-engineer" },
      { origin: 61, commentId: 61_000, pointer: "/1", agentId: "docs-writer" },
    ];
    const message = "The goals #45 and #61 bind task issue #1 to different agents. Neither is chosen.";
    expect(work.goals[0]?.tasks[0]).toMatchObject({
      agent: null,
      claims,
      reason: { code: "task-in-several-goals", pointer: "/0/issue", message },
    });
    expect(work.goals[1]?.tasks[1]).toMatchObject({ agent: null, claims, reason: { pointer: "/1/issue", message } });
    expect(work.goals.map(({ goal: state, resolves }) => [state, resolves])).toEqual([
      ["bound", false],
      ["bound", false],
    ]);
  });

  it("say so where they name the same agent, or none", () => {
    const said = (...goals: Goal[]) => settle(...goals).goals[0]?.tasks[0]?.reason?.message;
    expect(said(goal(45, of(1, 100)), goal(61, of(1, 200)))).toBe(
      "The goals #45 and #61 bind task issue #1 to the same agent. Neither is chosen.",
    );
    expect(said(goal(45, of(1, 100, omitted)), goal(61, of(1, 200, omitted)), goal(62, of(1, 300, omitted)))).toBe(
      "The goals #45, #61 and #62 bind task issue #1 to no agent. Neither is chosen.",
    );
    expect(said(goal(45, of(1, 100, omitted)), goal(61, of(1, 200)))).toContain("to different agents");
  });

  it("put the tasks of an epic in conflict to which they give different sets", () => {
    const work = settle(goal(61, of(3, 100, docs), of(4, 200)), goal(45, of(1, 100), of(2, 100), of(5, 300)));
    expect(outcomes(work)).toEqual([
      [45, "conflict", "conflict", "resolved"],
      [61, "conflict", "resolved"],
    ]);
    const epic = (agentIds: string[]) => ({ epic: "e100", issue: 100, agentIds, partial: false });
    const claims = [
      { origin: 45, commentId: 45_000, pointer: "/0/epic_agent_ids", agentId: null, epic: epic(["runtime-engineer"]) },
      { origin: 61, commentId: 61_000, pointer: "/0/epic_agent_ids", agentId: null, epic: epic(["docs-writer"]) },
    ];
    expect(work.goals[0]?.tasks[1]).toMatchObject({
      claims,
      reason: {
        code: "epic-in-several-goals",
        pointer: "/1/epic_agent_ids",
        message: "The goals #45 and #61 give epic issue #100 different agents. Neither is chosen.",
      },
    });
    expect(work.goals[1]?.tasks[0]?.claims).toEqual(claims);
  });

  it("count a different partial marker as a different set", () => {
    const part = { epic_identity_omission_reason: "partial" };
    const set = { epic_agent_ids: ["runtime-engineer"] };
    const partial = goal(61, of(3, 100, part), of(4, 100, { ...omitted, ...set, ...part }));
    expect(outcomes(settle(goal(45, of(1, 100)), partial))).toEqual([
      [45, "conflict"],
      [61, "conflict", "conflict"],
    ]);
  });

  it("do not contradict each other where they give one epic the same set", () => {
    const work = settle(goal(45, of(1, 100)), goal(61, of(2, 100, { epic: "other" })));
    expect(work.state).toBe("complete");
  });

  it("keep a dispute about a task before one about its epic", () => {
    const work = settle(goal(45, of(1, 100), of(2, 100)), goal(61, of(1, 100, docs)));
    expect(work.goals[0]?.tasks.map(({ reason }) => reason?.code)).toEqual([
      "task-in-several-goals",
      "epic-in-several-goals",
    ]);
  });

  it("are no conflict where a task of one is a goal or an epic of another, but noted", () => {
    const work = settle(goal(45, of(61, 100), of(2, 100), of(200, 100)), goal(61, of(7, 200)), goal(62, of(8, 200)));
    expect(work.state).toBe("complete");
    expect(work.goals[0]?.diagnostics).toMatchObject([
      {
        code: "task-is-goal-elsewhere",
        severity: "note",
        pointer: "/0/issue",
        message: "Task issue #61 is itself a goal.",
      },
      {
        code: "task-is-epic-elsewhere",
        severity: "note",
        pointer: "/2/issue",
        message: "Task issue #200 is an epic of goal #61.",
      },
    ]);
    expect(work.goals[1]?.diagnostics).toEqual([]);
    const unbound = settle(goal(45, of(61, 100)), { issue: 61, thread: thread(61, []) });
    expect(unbound.goals.map(findings)).toEqual([[], ["task-is-goal-elsewhere /0/issue"]]);
  });
});

describe("the catalogues of threads and work", () => {
  it("have each code once, in words", () => {
    const rules = [...THREAD_RULES, ...RESOLUTION_RULES, ...WORK_RULES];
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
    for (const { code, sentence, mend } of rules) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(mend).toMatch(/^[A-Z].*\.$/);
    }
  });
});

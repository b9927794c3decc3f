import { describe, expect, it } from "vitest";
import { selectArtifact } from "./thread";
import { settleWork } from "./work";
import type { Goal, WorkVerdict } from "./work-types";
import { bodyOf, comment, context, envelope, findings, read, registryOf, row, type Row } from "./testing/activation";

/** Each row of cases/squad-artifact-selection.jsonl, by its ID. */
const registry = registryOf({ "runtime-engineer": "active", "docs-writer": "active" });

interface Posted {
  readonly day: number;
  readonly rows: readonly Row[];
  readonly kind?: string;
  readonly phases?: readonly number[];
}

function goalOf(issue: number, posted: readonly Posted[]): Goal {
  const comments = posted.map(({ day, rows, kind = "activated", phases = [] }, at) => {
    const when = `2026-09-${day}T12:00:00Z`;
    const named = rows.map((each) => ({ ...each, origin_issue: issue, artifact: kind }));
    const body = bodyOf(named, envelope({ squad_artifact: kind, origin_issue: issue, phases }));
    return comment(body, { id: issue * 100 + at, createdAt: when, updatedAt: when });
  });
  return { issue, thread: selectArtifact(comments, { ...context, issue }) };
}
const settle = (...goals: Goal[]): WorkVerdict => settleWork(goals, registry, null);
/** Who each issue resolves to, over all goals. */
const resolved = (work: WorkVerdict): Record<string, string> =>
  Object.fromEntries(
    work.goals.flatMap(({ tasks }) =>
      tasks.flatMap(({ row: task, agent }) => (agent === null ? [] : [[`#${task.issue}`, agent.id]])),
    ),
  );
const task = (issue: number, changes: Row = {}): Row => row({ task: `${issue}`, issue: `#${issue}`, ...changes });

describe("which artifact counts", () => {
  it("SEL-001: no binding artifact anywhere gives a goal without one", () => {
    const work = settle(goalOf(45, []));
    expect(work.goals).toMatchObject([{ goal: "none", tasks: [] }]);
    expect(work.state).toBe("unavailable");
  });

  it("SEL-002: a binding covers its own issue and says nothing of others", () => {
    const work = settle(goalOf(45, [{ day: 21, rows: [task(12)] }]), goalOf(46, []));
    expect(resolved(work)).toEqual({ "#12": "runtime-engineer" });
    expect(work.goals.map(({ goal }) => goal)).toEqual(["none", "bound"]);
  });

  it("SEL-003: artifacts that accumulate over phases supersede each other, the newest counts", () => {
    const flow: Posted[] = [
      { day: 21, rows: [task(12)], kind: "phases-activated", phases: [1] },
      { day: 22, rows: [task(12), task(13)], kind: "phases-activated", phases: [1, 2] },
      { day: 23, rows: [task(12), task(13)], kind: "activated" },
    ];
    const both = { "#12": "runtime-engineer", "#13": "runtime-engineer" };
    expect(resolved(settle(goalOf(45, flow.slice(0, 1))))).toEqual({ "#12": "runtime-engineer" });
    expect(resolved(settle(goalOf(45, flow.slice(0, 2))))).toEqual(both);
    const work = settle(goalOf(45, flow));
    expect(resolved(work)).toEqual(both);
    expect(work.goals[0]?.artifact?.kind).toBe("activated");
    expect(work.goals[0]?.thread?.comments).toHaveLength(3);
  });

  it("SEL-004: two activation comments of the same instant are a conflict", () => {
    const work = settle(
      goalOf(45, [
        { day: 22, rows: [task(12)] },
        { day: 22, rows: [task(12)] },
      ]),
    );
    expect(work.goals).toMatchObject([{ goal: "conflict", tasks: [] }]);
    expect(work.state).toBe("conflict");
  });

  it("SEL-006: two origin issues that bind one task issue to different agents are in conflict over it", () => {
    const docs = { agent_id: "docs-writer", epic_agent_ids: ["docs-writer"], epic_issue: "#200" };
    const work = settle(goalOf(45, [{ day: 21, rows: [task(48)] }]), goalOf(49, [{ day: 22, rows: [task(48, docs)] }]));
    expect(resolved(work)).toEqual({});
    expect(
      work.goals.flatMap(({ tasks }) =>
        tasks.map(({ outcome, claims }) => [outcome, claims.map(({ agentId }) => agentId)]),
      ),
    ).toEqual([
      ["conflict", ["runtime-engineer", "docs-writer"]],
      ["conflict", ["runtime-engineer", "docs-writer"]],
    ]);
  });

  it("SEL-010: an owner, assignee, label or roster row that equals an agent binds nobody", () => {
    const body = "Assigned to runtime-engineer (squad:runtime-engineer). Roster: runtime-engineer.";
    const author = { id: 41898282, type: "Bot", login: "runtime-engineer" };
    const thread = selectArtifact([comment(body, { author })], context);
    expect(resolved(settle({ issue: 45, thread }))).toEqual({});
    const labelled = row({
      agent_id: null,
      identity_omission_reason: "non-roster",
      epic_agent_ids: [],
      epic_identity_omission_reason: "partial",
      agent: "runtime-engineer",
      label: "squad:runtime-engineer",
    });
    const work = settle(goalOf(45, [{ day: 21, rows: [labelled] }]));
    expect(work.goals[0]?.tasks).toMatchObject([{ outcome: "omitted", agent: null }]);
  });

  it("SEL-016: a binding recorded under the repository's old name is refused, and says so", () => {
    const verdict = read(bodyOf([row({ repository: "old/name" })]), {}, { repository: "new/name" });
    expect(verdict.verdict).toBe("refused");
    expect(findings(verdict)).toEqual(["wrong-repository /0/repository"]);
    expect(verdict.diagnostics[0]?.message).toBe(
      "The row was recorded for “old/name”, but this repository is “new/name”.",
    );
  });
});

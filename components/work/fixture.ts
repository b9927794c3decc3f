import type { CommentLine, EpicDoc, GoalDoc, TaskDoc, WorkData, Who } from "@/lib/api/documents";

/** Synthetic documents for the tests of this folder. */
export function task(issue: number, more: Partial<TaskDoc> = {}): TaskDoc {
  const base = {
    pointer: `/${issue % 100}`,
    task: String(issue),
    issue,
    title: `Task ${issue}`,
    state: "open",
  } as const;
  return {
    ...base,
    outcome: "resolved",
    agentId: "runtime-engineer",
    omission: null,
    reason: null,
    claims: [],
    ...more,
  };
}

export function epic(issue: number, tasks: readonly TaskDoc[], more: Partial<EpicDoc> = {}): EpicDoc {
  return { epic: "1.1", issue, title: `Epic ${issue}`, agentIds: ["runtime-engineer"], partial: false, tasks, ...more };
}

export function goal(issue: number, epics: readonly EpicDoc[], more: Partial<GoalDoc> = {}): GoalDoc {
  const tasks = epics.flatMap((one) => one.tasks);
  const count = (...outcomes: string[]) => tasks.filter((one) => outcomes.includes(one.outcome)).length;
  return {
    issue,
    title: `Goal ${issue}`,
    state: "open",
    goal: "bound",
    resolves: true,
    counted: comment(issue * 1000),
    declared: tasks.length,
    failingRows: 0,
    counts: {
      resolved: count("resolved", "retired"),
      retired: count("retired"),
      omitted: count("omitted"),
      unresolved: count("unresolved", "conflict"),
      conflict: count("conflict"),
      total: tasks.length,
    },
    closed: tasks.filter((one) => one.state === "closed").length,
    epics,
    diagnostics: [],
    lookAlikes: [],
    history: [],
    ...more,
  };
}

export function comment(id: number, more: Partial<CommentLine> = {}): CommentLine {
  return {
    id,
    issue: Math.floor(id / 1000),
    author: { id: 41898282, type: "Bot", login: "github-actions[bot]" },
    createdAt: "2026-09-01T20:00:00Z",
    updatedAt: "2026-09-01T20:00:00Z",
    edited: false,
    verdict: "accepted",
    counts: true,
    tied: false,
    kind: "activated",
    revision: 41,
    phases: [],
    declared: 0,
    diagnostics: [],
    ...more,
  };
}

export function person(id: string, name: string, more: Partial<Who> = {}): Who {
  return { id, name, status: "active", picture: null, retiredAt: null, ...more };
}

export function work(
  goals: readonly GoalDoc[],
  who: readonly Who[] = [person("runtime-engineer", "Kepler")],
): WorkData {
  const sum = (key: keyof GoalDoc["counts"]) => goals.reduce((total, one) => total + one.counts[key], 0);
  return {
    state: "complete",
    exported: true,
    threads: { read: goals.length, total: goals.length, comments: goals.length },
    counts: {
      resolved: sum("resolved"),
      retired: sum("retired"),
      omitted: sum("omitted"),
      unresolved: sum("unresolved"),
      conflict: sum("conflict"),
      total: sum("total"),
    },
    goals,
    who: Object.fromEntries(who.map((one) => [one.id, one])),
    ignored: 0,
    trust: [],
    statement: null,
    issuesUrl: null,
  };
}

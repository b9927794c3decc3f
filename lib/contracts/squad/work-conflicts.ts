import { diagnose, type Diagnostic } from "../core/diagnostic";
import type { Artifact, Epic, TaskRow } from "./activation-types";
import { EPIC_TWO_SETS, TASK_IS_EPIC_ELSEWHERE, TASK_IS_GOAL, TASK_TWO_GOALS } from "./work-rules";
import type { Claim } from "./work-types";

/** Why no goal's word on a task is taken, and what each goal says. */
export interface Dispute {
  readonly reason: Diagnostic;
  /** By goal number, then by row. */
  readonly claims: readonly Claim[];
}

/** The disputed rows of every artifact, and notes on goals that touch without contradicting each other. */
export interface Conflicts {
  readonly disputes: ReadonlyMap<TaskRow, Dispute>;
  readonly notes: ReadonlyMap<Artifact, readonly Diagnostic[]>;
}

/**
 * Compares the accepted artifacts of several origin issues: "Where two origins bind the same task issue (even to the same agent; the
 * message says which), or give one epic different sets, the issues concerned are in conflict: show both sources, choose none."
 * A task of one goal that is itself a goal or an epic of another is planned in more detail there; both statements can be true, so
 * that is noted and no conflict. Linear in the rows.
 * @param goals the issue numbers of all goals, also of those without an accepted artifact
 */
export function findConflicts(artifacts: readonly Artifact[], goals: ReadonlySet<number>): Conflicts {
  const disputes = new Map<TaskRow, Dispute>();
  const rowsOf = rowsByEpic();
  for (const [issue, sides] of sidesBy(
    artifacts,
    ({ tasks }) => tasks,
    (row) => row.issue,
  ))
    disputeTask(issue, sides, disputes);
  for (const [issue, sides] of sidesBy(
    artifacts,
    ({ epics }) => epics,
    (epic) => epic.issue,
  ))
    disputeEpic(issue, sides, rowsOf, disputes);
  return { disputes, notes: noteOverlaps(artifacts, goals) };
}

interface Side<T> {
  readonly artifact: Artifact;
  readonly item: T;
}

/** What several origins say of one issue, by origin. Issues of one origin alone are left out. */
function sidesBy<T>(
  artifacts: readonly Artifact[],
  itemsOf: (artifact: Artifact) => readonly T[],
  issueOf: (item: T) => number,
): Map<number, Side<T>[]> {
  const sides = new Map<number, Side<T>[]>();
  const ordered = [...artifacts].sort((a, b) => a.originIssue - b.originIssue);
  for (const artifact of ordered) {
    for (const item of itemsOf(artifact)) {
      const side = { artifact, item };
      const others = sides.get(issueOf(item));
      if (others === undefined) sides.set(issueOf(item), [side]);
      else others.push(side);
    }
  }
  for (const [issue, each] of sides) {
    if (each.every(({ artifact }) => artifact.originIssue === each[0]?.artifact.originIssue)) sides.delete(issue);
  }
  return sides;
}

function disputeTask(issue: number, sides: readonly Side<TaskRow>[], disputes: Map<TaskRow, Dispute>): void {
  const claims = sides.map(({ artifact, item }) => claimOf(artifact, item.pointer, item.agentId));
  const agents = new Set(sides.map(({ item }) => item.agentId));
  const message = `${goals(sides)} bind task issue #${issue} ${same(agents)}. Neither is chosen.`;
  for (const { item } of sides)
    disputes.set(item, { reason: diagnose(TASK_TWO_GOALS, `${item.pointer}/issue`, message), claims });
}

function same(agents: ReadonlySet<string | null>): string {
  if (agents.size > 1) return "to different agents";
  return agents.has(null) ? "to no agent" : "to the same agent";
}

function disputeEpic(
  issue: number,
  sides: readonly Side<Epic>[],
  rowsOf: RowsOf,
  disputes: Map<TaskRow, Dispute>,
): void {
  if (new Set(sides.map(({ item }) => JSON.stringify([item.agentIds, item.partial]))).size < 2) return;
  const rows = sides.map(({ artifact, item }) => ({
    artifact,
    epic: item,
    rows: rowsOf(artifact).get(item.epic) ?? [],
  }));
  const claims = rows.map(({ artifact, epic, rows: [first] }): Claim => {
    return { ...claimOf(artifact, first === undefined ? "" : `${first.pointer}/epic_agent_ids`, null), epic };
  });
  const message = `${goals(sides)} give epic issue #${issue} different agents. Neither is chosen.`;
  for (const { rows: ofEpic } of rows) {
    for (const row of ofEpic) {
      // A dispute about the task itself says more.
      if (disputes.has(row)) continue;
      disputes.set(row, { reason: diagnose(EPIC_TWO_SETS, `${row.pointer}/epic_agent_ids`, message), claims });
    }
  }
}

type RowsOf = (artifact: Artifact) => ReadonlyMap<string, readonly TaskRow[]>;

/** The rows of an artifact by epic identifier, grouped once for each artifact that is asked for. */
function rowsByEpic(): RowsOf {
  const grouped = new Map<Artifact, Map<string, TaskRow[]>>();
  return (artifact) => {
    const known = grouped.get(artifact);
    if (known !== undefined) return known;
    const rows = new Map<string, TaskRow[]>();
    for (const row of artifact.tasks) {
      const others = rows.get(row.epic);
      if (others === undefined) rows.set(row.epic, [row]);
      else others.push(row);
    }
    grouped.set(artifact, rows);
    return rows;
  };
}

function claimOf(artifact: Artifact, pointer: string, agentId: string | null): Claim {
  return { origin: artifact.originIssue, commentId: artifact.commentId, pointer, agentId };
}

function goals(sides: readonly Side<unknown>[]): string {
  const names = [...new Set(sides.map(({ artifact }) => `#${artifact.originIssue}`))];
  return `The goals ${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

function noteOverlaps(artifacts: readonly Artifact[], goals: ReadonlySet<number>): Map<Artifact, Diagnostic[]> {
  const epics = sidesOfEpics(artifacts);
  return new Map(
    artifacts.map((artifact) => [artifact, artifact.tasks.flatMap((row) => overlapsOf(artifact, row, goals, epics))]),
  );
}

/** By epic issue, the goals that have it as an epic. */
function sidesOfEpics(artifacts: readonly Artifact[]): Map<number, Set<number>> {
  const owners = new Map<number, Set<number>>();
  for (const { originIssue, epics } of artifacts) {
    for (const { issue } of epics) owners.set(issue, (owners.get(issue) ?? new Set()).add(originIssue));
  }
  return owners;
}

function overlapsOf(
  artifact: Artifact,
  row: TaskRow,
  goals: ReadonlySet<number>,
  epics: ReadonlyMap<number, ReadonlySet<number>>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const pointer = `${row.pointer}/issue`;
  if (goals.has(row.issue)) found.push(diagnose(TASK_IS_GOAL, pointer, `Task issue #${row.issue} is itself a goal.`));
  const owner = [...(epics.get(row.issue) ?? [])].sort((a, b) => a - b)[0];
  if (owner !== undefined && owner !== artifact.originIssue) {
    found.push(diagnose(TASK_IS_EPIC_ELSEWHERE, pointer, `Task issue #${row.issue} is an epic of goal #${owner}.`));
  }
  return found;
}

import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Claim, GoalVerdict, JudgedComment, TaskVerdict } from "@/lib/contracts/squad/work-types";
import type { Epic } from "@/lib/contracts/squad/activation-types";
import type { CommentLine, EpicDoc, GoalDoc, TaskDoc, WorkData, WorkDocument, Who } from "../document-types";
import type { Squad } from "../judge";
import { documentOf, whoIs } from "./base";
import { countTasks } from "./counts";
import { issuesUrl } from "./permalink";
import { workStatement } from "./statements";

/** The work document: goal, epic, task, agent, with what is unresolved and why. */
export function workDocument(squad: Squad): WorkDocument {
  const { work, threads, settings } = squad;
  const goals = work.goals.map((goal) => goalDoc(squad, goal));
  const read = threads.filter(({ verdict }) => verdict !== null);
  const data: WorkData = {
    state: work.state,
    exported: settings.exported,
    threads: {
      read: read.length,
      total: threads.length,
      comments: read.reduce((sum, { verdict }) => sum + (verdict?.read ?? 0), 0),
    },
    counts: work.counts,
    goals,
    who: whoNamed(squad, goals),
    ignored: goals.reduce((sum, { lookAlikes }) => sum + lookAlikes.length, 0),
    trust: settings.trust,
    statement: workStatement(squad),
    issuesUrl: issuesUrl(squad),
  };
  return documentOf(squad, "work", data);
}

function goalDoc(squad: Squad, goal: GoalVerdict): GoalDoc {
  const comments = commentLines(goal);
  const counted = comments.find(({ counts }) => counts) ?? null;
  const card = squad.titles.cards.get(goal.issue);
  const tasks = goal.tasks.map((task) => taskDoc(squad, task));
  return {
    issue: goal.issue,
    title: card?.title ?? null,
    state: card?.state ?? null,
    goal: goal.goal,
    resolves: goal.resolves,
    counted,
    declared: goal.declared,
    failingRows: failingRows(goal),
    counts: countTasks(goal),
    closed: closedOf(squad, tasks),
    epics: goal.epics.map((epic) => epicDoc(squad, epic, goal.tasks, tasks)),
    diagnostics: goal.diagnostics,
    lookAlikes: comments.filter(({ verdict }) => verdict === "look-alike"),
    history: comments.filter(({ verdict, counts }) => verdict !== "look-alike" && !counts),
  };
}

function failingRows(goal: GoalVerdict): number {
  const counted = goal.thread?.comments.find(({ counts }) => counts)?.verdict;
  return counted?.verdict === "refused" ? counted.failingRows : 0;
}

/** Closed tasks among those whose state is known; null where the source says nothing of any. */
function closedOf(squad: Squad, tasks: readonly TaskDoc[]): number | null {
  if (squad.titles.cards.size === 0 || tasks.length === 0) return null;
  return tasks.filter(({ state }) => state === "closed").length;
}

function epicDoc(squad: Squad, epic: Epic, verdicts: readonly TaskVerdict[], tasks: readonly TaskDoc[]): EpicDoc {
  return {
    epic: epic.epic,
    issue: epic.issue,
    title: squad.titles.cards.get(epic.issue)?.title ?? null,
    agentIds: squad.outcome === "complete" ? epic.agentIds : [],
    partial: epic.partial,
    tasks: tasks.filter((_, index) => verdicts[index]?.row.epic === epic.epic),
  };
}

export function taskDoc(squad: Squad, task: TaskVerdict): TaskDoc {
  const { pointer, issue, omission } = task.row;
  const card = squad.titles.cards.get(issue);
  return {
    pointer,
    task: task.row.task,
    issue,
    title: card?.title ?? null,
    state: card?.state ?? null,
    outcome: task.outcome,
    agentId: task.agent?.id ?? null,
    omission,
    reason: task.reason,
    claims: task.claims.map((claim) => claimDoc(squad, claim)),
  };
}

/** Without a complete registry neither side of a conflict names anybody. */
function claimDoc(squad: Squad, { epic, ...claim }: Claim): Claim {
  const named = { ...claim, agentId: namable(squad, claim) };
  return epic === undefined || squad.outcome !== "complete" ? named : { ...named, epic };
}

/** The agents that one side of a conflict speaks of. */
function sideOf({ agentId, epic }: Claim): readonly (string | null)[] {
  return epic === undefined ? [agentId] : epic.agentIds;
}

/** Both sides of a conflict name their IDs only where a complete registry knows them. */
function namable(squad: Squad, claim: Claim): string | null {
  if (claim.agentId === null || squad.outcome !== "complete") return null;
  return squad.roster?.agents.has(claim.agentId) === true ? claim.agentId : null;
}

export function commentLines(goal: GoalVerdict): CommentLine[] {
  return (goal.thread?.comments ?? []).map((comment) => commentLine(goal, comment));
}

/** What the thread as a whole says of one of its artifacts: that it is one of several newest, or that its time cannot be read. */
export function threadFindings(goal: GoalVerdict, id: number): readonly Diagnostic[] {
  return goal.thread?.diagnostics.filter(({ pointer }) => pointer === `#comment/${id}`) ?? [];
}

export function isTied(goal: GoalVerdict, id: number): boolean {
  return goal.thread?.goal === "conflict" && goal.thread.tied.some((tied) => tied.id === id);
}

function commentLine(goal: GoalVerdict, comment: JudgedComment): CommentLine {
  const { verdict } = comment;
  const envelope = verdict.verdict === "accepted" ? verdict.artifact : "envelope" in verdict ? verdict.envelope : null;
  const accepted = verdict.verdict === "accepted" ? verdict.artifact : null;
  return {
    id: comment.id,
    issue: goal.issue,
    author: comment.author,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    edited: comment.updatedAt !== comment.createdAt,
    verdict: verdict.verdict === "nothing" ? "look-alike" : verdict.verdict,
    counts: comment.counts,
    tied: isTied(goal, comment.id),
    kind: envelope?.kind ?? null,
    revision: accepted?.revision ?? null,
    phases: envelope?.phases ?? [],
    declared: accepted?.tasks.length ?? ("declared" in verdict ? verdict.declared : 0),
    diagnostics: [...threadFindings(goal, comment.id), ...verdict.diagnostics],
  };
}

function whoNamed(squad: Squad, goals: readonly GoalDoc[]): Record<string, Who> {
  const agents = squad.outcome === "complete" ? squad.roster?.agents : undefined;
  const named = new Map<string, Who>();
  if (agents === undefined) return {};
  for (const { epics } of goals) {
    for (const { agentIds, tasks } of epics) {
      const ids = [...agentIds, ...tasks.flatMap(({ agentId, claims }) => [agentId, ...claims.flatMap(sideOf)])];
      for (const id of ids) {
        const agent = id === null ? undefined : agents.get(id);
        if (agent !== undefined && !named.has(agent.id)) named.set(agent.id, whoIs(squad, agent));
      }
    }
  }
  return Object.fromEntries(named);
}

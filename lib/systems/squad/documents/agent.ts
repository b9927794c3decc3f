import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import { joinPointer } from "@/lib/contracts/core/pointer";
import { RECORD_RULES } from "@/lib/contracts/squad/registry-rules";
import type { AgentRecord } from "@/lib/contracts/squad/registry-types";
import type { AgentData, AgentDocument, AgentTask, AvatarFacts } from "../document-types";
import type { Squad } from "../judge";
import { REGISTRY_PATH } from "../standings";
import { documentOf, tasksByAgent, whyUnknown } from "./base";
import { agentRow, fileFacts } from "./registry";
import { registryStatement } from "./statements";
import { remarksOn } from "./warnings";
import { taskDoc } from "./work";

const NOTHING: Omit<AgentData, "id" | "revision" | "generatedAt" | "rules" | "files" | "found"> = {
  agent: null,
  avatar: null,
  findings: [],
  lines: null,
  work: null,
  unknown: null,
  unresolved: 0,
  passed: 0,
  statement: null,
};

/** One agent by ID, which is compared as written: its record, or why there is nobody to show. Never a name without a valid record. */
export function agentDocument(squad: Squad, id: string): AgentDocument {
  const { roster, verdict } = squad;
  const common = {
    ...NOTHING,
    id,
    revision: roster?.revision ?? null,
    generatedAt: roster?.generatedAt ?? null,
    rules: RECORD_RULES.length,
    files: filesRead(squad, id),
  };
  if (roster === null)
    return documentOf(squad, "agent", { ...common, found: "unavailable", statement: registryStatement(squad) });
  const agent = roster.agents.get(id);
  if (agent !== undefined) return documentOf(squad, "agent", { ...common, ...ofRecord(squad, agent) });
  const excluded = verdict?.verdict === "partial" ? verdict.excluded.find((record) => record.id === id) : undefined;
  if (excluded === undefined) return documentOf(squad, "agent", { ...common, found: "unknown" });
  const { diagnostics, lines } = excluded;
  const failed = new Set(diagnostics.map(({ code }) => code)).size;
  return documentOf(squad, "agent", {
    ...common,
    found: "excluded",
    findings: diagnostics,
    lines,
    passed: RECORD_RULES.length - failed,
  });
}

function ofRecord(
  squad: Squad,
  agent: AgentRecord,
): Pick<AgentData, "found" | "agent" | "avatar" | "passed" | "findings" | "lines" | "work" | "unknown" | "unresolved"> {
  return {
    found: "record",
    agent: agentRow(squad, agent, tasksByAgent(squad)),
    avatar: avatarFacts(squad, agent),
    passed: RECORD_RULES.length,
    findings: findingsOn(squad, agent.id),
    lines: agent.lines,
    work: squad.outcome === "complete" ? tasksOf(squad, agent.id) : null,
    unknown: whyUnknown(squad),
    unresolved: squad.work.counts.unresolved - squad.work.counts.conflict,
  };
}

/** Warnings and notes on one record: those whose pointer is the record or lies below it. */
export function findingsOn(squad: Squad, id: string): Diagnostic[] {
  const own = joinPointer("/agents", id);
  return remarksOn(squad).filter(({ pointer }) => pointer === own || pointer.startsWith(`${own}/`));
}

export function avatarFacts(squad: Squad, agent: AgentRecord): AvatarFacts | null {
  if (agent.avatar === null) return null;
  const verdict = squad.pictures.get(agent.id);
  const none = { path: agent.avatar, picture: null, reason: null };
  if (verdict === undefined || verdict === "unread") return none;
  return verdict.shown ? { ...none, picture: verdict.picture } : { ...none, reason: verdict.reason };
}

function tasksOf(squad: Squad, id: string): AgentTask[] {
  return squad.work.goals.flatMap((goal) => {
    const { artifact } = goal;
    if (artifact === null) return [];
    const head = {
      issue: goal.issue,
      title: squad.titles.cards.get(goal.issue)?.title ?? null,
      revision: artifact.revision,
      commentId: artifact.commentId,
      activatedAt: artifact.createdAt,
    };
    // Of a disputed task only the goal that names this ID: what another goal says of it is somebody else's row.
    const own = goal.tasks.filter(
      ({ agent, claims }) =>
        agent?.id === id || claims.some((claim) => claim.origin === goal.issue && claim.agentId === id),
    );
    return own.map((task) => ({
      goal: head,
      epic: {
        epic: task.row.epic,
        issue: task.row.epicIssue,
        title: squad.titles.cards.get(task.row.epicIssue)?.title ?? null,
      },
      task: taskDoc(squad, task),
    }));
  });
}

function filesRead(squad: Squad, id: string): AgentData["files"] {
  const file = fileFacts(squad);
  const registry =
    file === null ? [] : [{ path: REGISTRY_PATH, size: file.size, address: `registry:${joinPointer("/agents", id)}` }];
  const picture = squad.pictures.get(id);
  const path = squad.roster?.agents.get(id)?.avatar;
  if (picture === undefined || picture === "unread" || !picture.shown || path == null) return registry;
  return [...registry, { path, size: picture.picture.size, address: `avatar:${id}` }];
}

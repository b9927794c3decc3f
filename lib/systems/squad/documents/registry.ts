import type { AgentRecord, Roster } from "@/lib/contracts/squad/registry-types";
import { countLines } from "../text";
import type { AgentRow, FileFacts, RegistryData, RegistryDocument } from "../document-types";
import type { Squad } from "../judge";
import { heldData } from "./held";
import { documentOf, pictureOf, tasksByAgent, whyUnknown } from "./base";
import { registryStatement } from "./statements";
import { remarksOn } from "./warnings";

const STATUS_ORDER = { active: 0, inactive: 1, retired: 2 } as const;

/** The registry document: the roster with what was excluded, or what to say in its place. */
export function registryDocument(squad: Squad): RegistryDocument {
  const { verdict, roster } = squad;
  const excluded = verdict?.verdict === "partial" ? verdict.excluded : [];
  const data: RegistryData = {
    outcome: squad.outcome,
    file: fileFacts(squad),
    revision: roster?.revision ?? null,
    generatedAt: roster?.generatedAt ?? null,
    total: roster === null ? null : roster.agents.size + excluded.length,
    counts: roster === null ? null : countByStatus(roster),
    agents: roster === null ? [] : agentRows(squad, roster),
    excluded: excluded.map(({ id, pointer, lines, diagnostics }) => ({ id, pointer, lines, diagnostics })),
    tasksUnknown: whyUnknown(squad),
    waiting: squad.outcome === "complete" ? 0 : squad.work.counts.unresolved,
    migration: verdict?.verdict === "legacy" ? verdict.readiness : null,
    statement: registryStatement(squad),
    held: heldData(squad),
  };
  return documentOf(squad, "registry", data, remarksOn(squad));
}

export function countByStatus(roster: Roster): { active: number; inactive: number; retired: number } {
  const counts = { active: 0, inactive: 0, retired: 0 };
  for (const { status } of roster.agents.values()) counts[status] += 1;
  return counts;
}

export function agentRow(squad: Squad, agent: AgentRecord, tasks: ReadonlyMap<string, number> | null): AgentRow {
  const { id, displayName, role, universe, status, createdAt, updatedAt, retiredAt, lines } = agent;
  const bound = tasks === null ? null : (tasks.get(id) ?? 0);
  return {
    id,
    name: displayName,
    role,
    universe,
    status,
    createdAt,
    updatedAt,
    retiredAt,
    picture: pictureOf(squad, agent),
    lines,
    tasks: bound,
  };
}

function agentRows(squad: Squad, roster: Roster): AgentRow[] {
  const tasks = tasksByAgent(squad);
  return [...roster.agents.values()].map((agent) => agentRow(squad, agent, tasks)).sort(byStatusThenName);
}

function byStatusThenName(a: AgentRow, b: AgentRow): number {
  return (
    STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
    compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
    compare(a.id, b.id)
  );
}

/** By code unit, so that no server's locale orders the roster. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function fileFacts(squad: Squad): FileFacts | null {
  if (squad.file === null) return null;
  const { path, oid, sha256, bytes } = squad.file;
  return { path, oid, sha256, size: bytes.byteLength, lines: countLines(bytes) };
}

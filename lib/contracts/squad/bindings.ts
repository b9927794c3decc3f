import { diagnose, type Diagnostic } from "../core/diagnostic";
import { quote } from "../core/text";
import type { Artifact, TaskRow } from "./activation-types";
import type { AgentId, Registry } from "./registry-types";
import { REVISION_AHEAD, UNKNOWN_ID } from "./work-rules";
import type { Resolution, TaskResolution } from "./work-types";

/**
 * Resolves an accepted artifact against a complete registry: "Historical revisions resolve through the current complete registry; a
 * revision ahead of the registry is unresolved (`revision-ahead`)." "They must not salvage valid-looking rows": one unknown ID, also
 * in an epic's set, and no row resolves. Pure, total and linear in the rows.
 * @returns all rows in their order, or every reason why none resolves; pointers are into the bindings array
 */
export function resolveBindings(artifact: Artifact, registry: Registry): Resolution {
  const diagnostics = [...judgeRevision(artifact, registry), ...judgeIds(artifact, registry)];
  if (diagnostics.length > 0) return { resolves: false, diagnostics };
  return { resolves: true, tasks: artifact.tasks.flatMap((row) => resolveRow(row, registry)) };
}

function judgeRevision(artifact: Artifact, registry: Registry): Diagnostic[] {
  if (artifact.revision <= registry.revision) return [];
  const message = `The bindings name registry revision ${artifact.revision}, but the registry is at revision ${registry.revision}.`;
  return [diagnose(REVISION_AHEAD, "", message, { value: artifact.revision })];
}

function judgeIds({ tasks, epics }: Artifact, { agents }: Registry): Diagnostic[] {
  const found: Diagnostic[] = [];
  const named = new Set<AgentId>();
  for (const { agentId, pointer } of tasks) {
    if (agentId === null || agents.has(agentId)) continue;
    named.add(agentId);
    found.push(unknown(agentId, `${pointer}/agent_id`));
  }
  const missing = epics.filter(({ agentIds }) => agentIds.some((id) => !agents.has(id) && !named.has(id)));
  if (missing.length === 0) return found;
  const firstRows = new Map<string, string>();
  for (const { epic, pointer } of tasks) if (!firstRows.has(epic)) firstRows.set(epic, pointer);
  for (const { epic, agentIds } of missing) {
    const ids = agentIds.filter((id) => !agents.has(id) && !named.has(id));
    for (const id of ids) found.push(unknown(id, `${firstRows.get(epic) ?? ""}/epic_agent_ids`));
  }
  return found;
}

function unknown(id: AgentId, pointer: string): Diagnostic {
  return diagnose(UNKNOWN_ID, pointer, `The registry has no agent with the ID ${quote(id)}.`, { value: id });
}

function resolveRow(row: TaskRow, { agents }: Registry): TaskResolution[] {
  if (row.agentId === null) return [{ row, outcome: "omitted" }];
  const agent = agents.get(row.agentId);
  // judgeIds has found every ID before.
  if (agent === undefined) return [];
  return [{ row, outcome: agent.status === "retired" ? "retired" : "resolved", agent }];
}

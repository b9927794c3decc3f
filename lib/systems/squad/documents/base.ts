import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Document, Who } from "../document-types";
import type { Squad } from "../judge";
import type { AgentRecord } from "@/lib/contracts/squad/registry-types";

/** Wraps data as a document of one snapshot. */
export function documentOf<K extends string, D>(
  squad: Squad,
  document: K,
  data: D,
  diagnostics: readonly Diagnostic[] = [],
): Document<K, D> {
  return {
    document,
    schema: 1,
    snapshot: squad.id,
    repository: squad.settings.repository,
    pin: squad.pin,
    diagnostics,
    data,
  };
}

/** The object name of a picture that may be shown for a record, "unread", or null. A tombstone has none. */
export function pictureOf(squad: Squad, agent: AgentRecord): string | null {
  const verdict = agent.status === "retired" ? undefined : squad.pictures.get(agent.id);
  if (verdict === undefined) return null;
  if (verdict === "unread") return "unread";
  return verdict.shown ? verdict.picture.oid : null;
}

export function whoIs(squad: Squad, agent: AgentRecord): Who {
  const { id, displayName, status, retiredAt } = agent;
  return { id, name: displayName, status, picture: pictureOf(squad, agent), retiredAt };
}

/**
 * Why nobody knows which tasks are bound to an agent of this squad; null: it is known. What was not read may bind anybody, so "none" is
 * said only where the registry is complete and every thread was read.
 */
export function whyUnknown(squad: Squad): string | null {
  if (squad.outcome === "held") return "the accepted registry cannot be shown here, so no binding resolves.";
  if (squad.outcome !== "complete") return "no binding resolves until every record of the registry is valid.";
  if (squad.threadsFault !== null)
    return squad.settings.exported
      ? "the folder of exported threads cannot be listed."
      : "the repository’s comments cannot be read.";
  if (squad.discovering) return "older comments of the repository are still being read.";
  if (squad.threads.length === 0 && squad.settings.exported)
    return "Muster was given no thread of a goal to read it from.";
  const unread = squad.work.goals.filter(({ goal }) => goal === "unread").length;
  return unread === 0 ? null : `${unread} of ${squad.threads.length} threads could not be read.`;
}

/** How many tasks resolve to each ID, through tombstones too; null: not known. */
export function tasksByAgent(squad: Squad): ReadonlyMap<string, number> | null {
  if (whyUnknown(squad) !== null) return null;
  const counts = new Map<string, number>();
  for (const goal of squad.work.goals) {
    for (const { agent } of goal.tasks) if (agent !== null) counts.set(agent.id, (counts.get(agent.id) ?? 0) + 1);
  }
  return counts;
}

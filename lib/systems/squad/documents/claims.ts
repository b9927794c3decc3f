import type { AgentRecord } from "@/lib/contracts/squad/registry-types";
import type { PieceData, StateWord } from "../document-types";
import type { Squad } from "../judge";
import { REGISTRY_PATH } from "../standings";
import { registryStatement } from "./statements";

type Claim = PieceData["claim"];

/** What the registry as a whole, or a member of its root, is said to be. */
export function claimOfFile(squad: Squad, pointer: string): Claim {
  const { verdict, roster } = squad;
  const subject = pointer === "" ? REGISTRY_PATH : pointer;
  if (verdict?.verdict === "complete") {
    return claim(
      subject,
      `is part of a complete registry, revision ${verdict.registry.revision}.`,
      "complete",
      "Complete",
      `${verdict.registry.agents.size} records, all valid.`,
    );
  }
  if (verdict?.verdict === "partial") {
    const valid = roster?.agents.size ?? 0;
    return claim(
      subject,
      `is part of a partial registry, revision ${roster?.revision ?? 0}.`,
      "incomplete",
      "Incomplete",
      `${valid} of ${valid + verdict.excluded.length} records are valid. No binding resolves.`,
    );
  }
  const statement = registryStatement(squad);
  return claim(subject, "identifies nobody.", "unavailable", "Unavailable", statement?.title ?? "");
}

/** What one record is said to be. Without a valid record there is no name. */
export function claimOfRecord(squad: Squad, id: string): Claim {
  const agent = squad.roster?.agents.get(id);
  if (agent !== undefined) return ofAgent(squad, agent);
  if (squad.verdict?.verdict === "partial")
    return claim(
      id,
      "is not identified.",
      "incomplete",
      "Record excluded",
      "Its name and role are shown nowhere else.",
    );
  if (squad.verdict?.verdict === "legacy")
    return claim(
      id,
      "is not identified.",
      "unavailable",
      "Older format",
      "What is said here is advice for the producer's migration, never an identity.",
    );
  return claim(
    id,
    "is not identified.",
    "unavailable",
    "Unavailable",
    "The registry as a whole is refused, so no record of it counts.",
  );
}

function ofAgent(squad: Squad, agent: AgentRecord): Claim {
  const revision = squad.roster?.revision ?? 0;
  const called = `“${agent.displayName}”`;
  if (agent.status === "retired")
    return claim(
      agent.id,
      `was last called ${called} and is retired, by revision ${revision}.`,
      "retired",
      "Retired",
      "A tombstone. The ID is never given to another agent.",
    );
  return claim(
    agent.id,
    `is ${called}, by revision ${revision}.`,
    wordOf(squad),
    "Record valid",
    `Status ${agent.status}.`,
  );
}

/** What one member of a record is said to hold. */
export function claimOfMember(squad: Squad, id: string, member: string): Claim {
  const agent = squad.roster?.agents.get(id);
  if (agent === undefined) return claimOfRecord(squad, id);
  return claim(
    id,
    `has this ${member}, by revision ${squad.roster?.revision ?? 0}.`,
    wordOf(squad),
    "Record valid",
    "",
  );
}

function wordOf(squad: Squad): StateWord {
  return squad.outcome === "complete" ? "complete" : "incomplete";
}

export function claim(subject: string, statement: string, state: StateWord | null, word: string, note: string): Claim {
  return { subject, mono: true, statement, state, word, note };
}

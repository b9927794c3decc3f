import { random } from "../parts/random.mjs";

const TASKS_PER_EPIC = 8;

/**
 * A bindings array as the producer writes it: epics of eight tasks, one task in twenty without an agent.
 * @param {number} rows @param {readonly string[]} ids the agents to bind to
 * @param {{ repository: string, origin: number, revision: number, first?: number }} target `first`: the number of the first issue
 */
export function makeBindings(rows, ids, { repository, origin, revision, first = 1_000 }) {
  const next = random(origin);
  const epics = Math.ceil(rows / TASKS_PER_EPIC);
  return Array.from({ length: epics }, (_, epic) => {
    const size = Math.min(TASKS_PER_EPIC, rows - epic * TASKS_PER_EPIC);
    const bound = Array.from({ length: size }, () => (next() < 0.05 ? null : ids[Math.floor(next() * ids.length)]));
    const known = [...new Set(bound.filter((id) => id !== null))].sort();
    return bound.map((id, task) => ({
      binding_schema: "squad-work-agent-binding/v1",
      binding_version: 1,
      producer: "squad",
      repository,
      origin_issue: origin,
      artifact: "activated",
      registry_schema: "squad-agent-provenance/v1",
      registry_revision: revision,
      task: `${epic + 1}.${task + 1}`,
      issue: `#${first + epics + epic * TASKS_PER_EPIC + task}`,
      epic: `${epic + 1}`,
      epic_issue: `#${first + epic}`,
      agent_id: id,
      epic_agent_ids: known,
      ...(id === null ? { identity_omission_reason: "external-agent" } : {}),
      ...(known.length < new Set(bound).size ? { epic_identity_omission_reason: "partial" } : {}),
    }));
  }).flat();
}

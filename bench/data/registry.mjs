import { pick, random } from "../parts/random.mjs";

const WORK =
  "docs runtime storage release schema signal locale cache build test search queue proxy index audit token".split(" ");
const CRAFT =
  "engineer writer warden pilot editor analyst keeper drafter reader smith planner scout tester rigger".split(" ");
const UNIVERSES = ["descriptive", "astronomers", "mountains", "rivers", "composers"];
const PLAIN =
  "Kepler Tycho Halley Messier Herschel Cassini Lovell Hooke Bradley Flamsteed Rubin Leavitt Cannon Payne".split(" ");
const OTHER = [
  "Žižka",
  "Łukasiewicz",
  "Åström",
  "Çelebi",
  "Ōkubo",
  "Ñandú",
  "Ægir",
  "渋川 春海",
  "Олёна",
  "Ξένη",
  "रोहिणी",
  "Søren",
];
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 8, 0, 0);

/**
 * A registry as a producer writes it: two-space JSON, a tombstone in nine, an avatar in two of three living agents, a name outside
 * ASCII in four (none where `ascii`). The same for the same arguments.
 * @param {number} count @param {{ ascii?: boolean }} [options]
 * @returns {{ text: string, ids: string[] }} the ids of all agents
 */
export function makeRegistry(count, options = {}) {
  const next = random(20_260_921);
  const agents = Object.fromEntries(Array.from({ length: count }, (_, index) => makeAgent(next, index, options)));
  const registry = {
    schema: "squad-agent-provenance/v1",
    schema_version: 1,
    revision: 4,
    transaction_id: "52ab75df-79de-44e7-b0b7-521a45b49204",
    generated_at: new Date(START + 400 * DAY).toISOString(),
    agents,
  };
  return { text: `${JSON.stringify(registry, null, 2)}\n`, ids: Object.keys(agents) };
}

function makeAgent(next, index, { ascii = false }) {
  const id = `${pick(next, WORK)}-${pick(next, CRAFT)}-${index}`;
  const name = `${pick(next, ascii || next() < 0.75 ? PLAIN : OTHER)} ${index}`;
  const created = START + Math.floor(next() * 200 * DAY);
  const updated = created + Math.floor(next() * 150 * DAY);
  const retired = index % 9 === 4;
  const record = {
    display_name: name,
    persistent_name: name,
    role: `${pick(next, WORK)} ${pick(next, CRAFT)}`,
    universe: pick(next, UNIVERSES),
    status: retired ? "retired" : next() < 0.1 ? "inactive" : "active",
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
  };
  if (retired) record.retired_at = new Date(created + Math.floor((updated - created) / 2)).toISOString();
  else if (next() < 0.66) record.avatar = { kind: "repository-path", path: `.squad/agents/${id}/avatar.png` };
  return [id, record];
}

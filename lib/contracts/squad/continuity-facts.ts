import type { JsonValue } from "../core/json-types";
import type { Millis, Sha256 } from "../core/look";
import { isCanonicalId, trimText } from "../core/text";
import { readInstant } from "../core/time";
import { canonicalText, readContent } from "./continuity-content";
import type { AgentFacts, RegistryFacts } from "./continuity-types";
import { isObject, member, type JsonObject } from "./json-values";
import { readRegistry } from "./registry";
import { MAX_AGENTS } from "./registry-rules";
import type { AgentId } from "./registry-types";

type Fields = { readonly [name: string]: unknown };

/**
 * What later registries are compared with. "Continuity is judged between complete registries."
 * @param sha256 the hash of the bytes; the caller knows it, and this module has no means to compute it
 * @returns null unless the bytes are a complete registry. Never throws.
 */
export function registryFacts(bytes: Uint8Array, sha256: Sha256): RegistryFacts | null {
  const verdict = readRegistry(bytes);
  if (verdict.verdict !== "complete") return null;
  const { revision, generatedAt } = verdict.registry;
  // The verdict trims and drops; a comparison needs what is written. What was read strictly before is read again as it is.
  const root = JSON.parse(new TextDecoder().decode(bytes)) as { readonly agents: JsonObject };
  const agents = emptyAgents();
  for (const id of verdict.registry.agents.keys()) {
    const facts = agentFacts(root.agents[id] ?? null);
    if (facts === null) return null;
    agents[id] = facts;
  }
  const generated = millisOf(generatedAt);
  return generated === null ? null : { revision, sha256, generatedAt: generated, agents };
}

/**
 * Reads facts that were kept as JSON. They are untrusted input: each agent's facts are derived again from its content,
 * and must be the kept ones.
 * @returns null where they are not whole. Members that facts do not have are left out. Never throws.
 */
export function parseFacts(json: unknown): RegistryFacts | null {
  if (!isFields(json) || !isFields(json.agents)) return null;
  const { revision, sha256, generatedAt } = json;
  if (typeof revision !== "number" || !Number.isSafeInteger(revision) || revision < 1) return null;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  if (typeof generatedAt !== "number" || !Number.isInteger(generatedAt) || Math.abs(generatedAt) > MAX_TIME)
    return null;
  const kept = Object.entries(json.agents);
  if (kept.length > MAX_AGENTS) return null;
  const agents = emptyAgents();
  for (const [id, value] of kept) {
    const facts = isCanonicalId(id) ? parseAgent(value) : null;
    if (facts === null) return null;
    agents[id] = facts;
  }
  return { revision, sha256, generatedAt, agents };
}

/** The furthest that a time can be from 1970, in milliseconds. */
const MAX_TIME = 8.64e15;

function parseAgent(kept: unknown): AgentFacts | null {
  if (!isFields(kept) || typeof kept.content !== "string") return null;
  const members = readContent(kept.content);
  const facts = members === null ? null : agentFacts(members);
  if (facts === null || facts.content !== kept.content || facts.role !== kept.role || facts.status !== kept.status)
    return null;
  return facts.createdAt === kept.createdAt && facts.updatedAt === kept.updatedAt && facts.retiredAt === kept.retiredAt
    ? facts
    : null;
}

/** The facts of a record as written; null where a member that they are made from cannot be read. */
function agentFacts(record: JsonValue): AgentFacts | null {
  if (!isObject(record)) return null;
  const role = member(record, "role");
  const status = member(record, "status");
  const createdAt = millisOf(member(record, "created_at"));
  const updatedAt = millisOf(member(record, "updated_at"));
  const retiredAt = millisOf(member(record, "retired_at"));
  if (typeof role !== "string" || trimText(role) === "" || createdAt === null || updatedAt === null) return null;
  if (status !== "active" && status !== "inactive" && status !== "retired") return null;
  if ((status === "retired") !== (retiredAt !== null)) return null;
  return { role: trimText(role), status, createdAt, updatedAt, retiredAt, content: canonicalText(record) };
}

function millisOf(written: JsonValue | undefined): Millis | null {
  return typeof written === "string" ? (readInstant(written)?.millis ?? null) : null;
}

function emptyAgents(): Record<AgentId, AgentFacts> {
  return Object.create(null) as Record<AgentId, AgentFacts>;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

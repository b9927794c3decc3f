import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import type { LineSpan } from "../core/lines";
import { joinPointer } from "../core/pointer";
import { compareCodeUnits, hasVisible, isCanonicalId, isWellFormed, quote, trimText } from "../core/text";
import { readInstant } from "../core/time";
import { nameCollisions, partners } from "./names";
import * as rules from "./registry-rules";
import type { AgentId, Readiness } from "./registry-types";

type Members = { readonly [name: string]: JsonValue };

/** How many of the agents that share a name one message lists. */
const MAX_PARTNERS = 3;

/**
 * What the producer's migration would say of each record of a legacy registry. "It is advice about a file, never an identity."
 * A record is ready with "a canonical ID, non-empty `persistent_name` (becomes both names) and `universe`, a valid
 * `status`, a readable `created_at`, and `retired_at` if retired"; `role` and `updated_at` may be absent, because the
 * migration fills them; "names must not collide; one bad record stops the whole migration".
 * @param agents the legacy file's `agents`
 * @param linesOf the lines of a record, by its ID
 */
export function assessMigration(agents: Members, linesOf: (id: string) => LineSpan): Readiness {
  const ids = Object.keys(agents).sort(compareCodeUnits);
  const findings = new Map<AgentId, Diagnostic[]>();
  const names = new Map<AgentId, string>();
  for (const id of ids) {
    const { diagnostics, name } = assess(id, agents[id] ?? null);
    findings.set(id, diagnostics);
    if (name !== null) names.set(id, name);
  }
  const collisions = nameCollisions(
    [...names].map(([id, name]) => ({ id, name })),
    ({ name }) => name,
  );
  for (const [id, groups] of collisions)
    findings.get(id)?.push(collision(id, names, partners(id, groups, MAX_PARTNERS + 1)));
  const records = ids.map((id) => {
    const pointer = joinPointer("/agents", id);
    const diagnostics = findings.get(id) ?? [];
    return { id, pointer, lines: linesOf(id), ready: diagnostics.length === 0, diagnostics };
  });
  const ready = records.filter((record) => record.ready).length;
  return { total: records.length, ready, wouldMigrate: ready === records.length, records };
}

/** One record by itself; `name` where it has one that could collide. */
function assess(id: string, value: JsonValue): { diagnostics: Diagnostic[]; name: string | null } {
  const pointer = joinPointer("/agents", id);
  const diagnostics: Diagnostic[] = [];
  if (!isCanonicalId(id))
    diagnostics.push(diagnose(rules.ID_NOT_CANONICAL, pointer, `${quote(id)} is not a canonical ID.`, { value: id }));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    diagnostics.push(diagnose(rules.RECORD_NOT_OBJECT, pointer, "The record is not an object.", { value }));
    return { diagnostics, name: null };
  }
  const members = value as Members;
  const fail = (rule: Rule, member: string, message: string): void => {
    diagnostics.push(diagnose(rule, joinPointer(pointer, member), message, { value: members[member] }));
  };
  const text = (rule: Rule, member: string): string | null => {
    const written = members[member];
    const trimmed = typeof written === "string" ? trimText(written) : "";
    if (trimmed === "") fail(rule, member, `\`${member}\` is missing, not a text, or blank.`);
    else if (!isWellFormed(trimmed)) fail(rules.TEXT_BROKEN, member, `\`${member}\` holds half of a character.`);
    return trimmed === "" ? null : trimmed;
  };
  const time = (rule: Rule, member: string): void => {
    const written = members[member];
    if (typeof written !== "string" || readInstant(written) === null)
      fail(rule, member, `\`${member}\` is missing or not a timestamp.`);
  };

  const name = text(rules.PERSISTENT_NAME_REQUIRED, "persistent_name");
  if (name !== null && !hasVisible(name))
    fail(rules.NAME_INVISIBLE, "persistent_name", "The name holds only characters that cannot be seen.");
  text(rules.UNIVERSE_REQUIRED, "universe");
  if (Object.hasOwn(members, "role")) text(rules.ROLE_REQUIRED, "role");
  const { status } = members;
  if (status !== "active" && status !== "inactive" && status !== "retired")
    fail(rules.STATUS_UNSUPPORTED, "status", "`status` is none of active, inactive, retired.");
  time(rules.CREATED_AT_INVALID, "created_at");
  if (Object.hasOwn(members, "updated_at")) time(rules.UPDATED_AT_INVALID, "updated_at");
  if (status === "retired") {
    if (Object.hasOwn(members, "retired_at")) time(rules.RETIRED_AT_INVALID, "retired_at");
    else fail(rules.RETIRED_AT_MISSING, "retired_at", "The agent is retired, and `retired_at` is missing.");
  }
  return { diagnostics, name };
}

function collision(id: AgentId, names: ReadonlyMap<AgentId, string>, others: readonly AgentId[]): Diagnostic {
  const more = others.length > MAX_PARTNERS ? " and others" : "";
  const name = names.get(id) ?? "";
  const message = `The name ${quote(name)} is also that of ${others.slice(0, MAX_PARTNERS).join(", ")}${more}.`;
  return diagnose(rules.NAME_COLLISION, joinPointer("/agents", id, "persistent_name"), message, { value: name });
}

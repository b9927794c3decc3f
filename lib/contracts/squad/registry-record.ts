import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import type { LineSpan } from "../core/lines";
import { joinPointer } from "../core/pointer";
import { hasDirectionOrFormat, hasVisible, isCanonicalId, isWellFormed, quote, trimText } from "../core/text";
import { compareInstants, readInstant, type Instant } from "../core/time";
import { judgeAvatarMember, soundAvatarPath } from "./avatar-reference";
import * as rules from "./registry-rules";
import type { AgentRecord, AgentStatus } from "./registry-types";

type Members = { readonly [name: string]: JsonValue };

/** One record: valid, with warnings, or every rule it fails. */
export type RecordReading =
  | { readonly record: AgentRecord; readonly warnings: readonly Diagnostic[] }
  | { readonly record: null; readonly errors: readonly Diagnostic[] };

/** Takes note of a failing rule, at a member of the record. */
type Fail = (rule: Rule, member: string, message: string) => void;

const NONE: readonly Diagnostic[] = [];

/**
 * Judges one record by itself (collisions are judged between records). Reports every rule that it fails, at the member
 * that fails it; a member that is missing is named by the pointer it would have.
 * @param generated the registry's `generated_at`, for the warnings about later times
 */
export function readRecord(id: string, value: JsonValue, lines: LineSpan, generated: Instant): RecordReading {
  const errors: Diagnostic[] = [];
  if (!isCanonicalId(id))
    errors.push(diagnose(rules.ID_NOT_CANONICAL, pointerTo(id), `${quote(id)} is not a canonical ID.`, { value: id }));
  if (!isMembers(value)) {
    errors.push(diagnose(rules.RECORD_NOT_OBJECT, pointerTo(id), "The record is not an object.", { value }));
    return { record: null, errors };
  }
  const fail: Fail = (rule, member, message) => {
    errors.push(diagnose(rule, pointerTo(id, member), message, { value: value[member] }));
  };
  const displayName = readNames(value, fail);
  const role = readText(value.role, "role", rules.ROLE_REQUIRED, fail);
  const universe = readText(value.universe, "universe", rules.UNIVERSE_REQUIRED, fail);
  const status = readStatus(value.status, fail);
  const created = readTime(value.created_at, "created_at", rules.CREATED_AT_INVALID, fail);
  const updated = readTime(value.updated_at, "updated_at", rules.UPDATED_AT_INVALID, fail);
  const retired = readRetirement(value, status, fail);
  checkOrder(created, updated, retired, fail);
  const avatar = readAvatar(id, value, errors);
  if (errors.length > 0 || displayName === null || role === null || universe === null || status === null)
    return { record: null, errors };
  if (created === null || updated === null) return { record: null, errors };
  const record: AgentRecord = {
    id,
    displayName,
    role,
    universe,
    status,
    // A time that was read is a text.
    createdAt: value.created_at as string,
    updatedAt: value.updated_at as string,
    retiredAt: retired === null ? null : (value.retired_at as string),
    avatar,
    lines,
  };
  const later =
    isLater(created, generated) || isLater(updated, generated) || (retired !== null && isLater(retired, generated));
  if (!later && !hasDirectionOrFormat(displayName)) return { record, warnings: NONE };
  return {
    record,
    warnings: warnings(record, { created_at: created, updated_at: updated, retired_at: retired }, generated),
  };
}

/** The one name, trimmed; null where there is none. */
function readNames(members: Members, fail: Fail): string | null {
  const display = readText(members.display_name, "display_name", rules.DISPLAY_NAME_REQUIRED, fail);
  const persistent = readText(members.persistent_name, "persistent_name", rules.PERSISTENT_NAME_REQUIRED, fail);
  if (display !== null && !hasVisible(display)) {
    fail(rules.NAME_INVISIBLE, "display_name", "The name holds only characters that cannot be seen.");
  }
  if (display !== null && persistent !== null && display !== persistent) {
    fail(
      rules.NAMES_DIFFER,
      "persistent_name",
      `The record has two names, ${quote(display)} and ${quote(persistent)}.`,
    );
  }
  return display;
}

/** A text that must be there and not blank, trimmed. */
function readText(value: JsonValue | undefined, member: string, required: Rule, fail: Fail): string | null {
  const trimmed = typeof value === "string" ? trimText(value) : "";
  if (trimmed === "") {
    fail(
      required,
      member,
      value === undefined ? `\`${member}\` is missing.` : `\`${member}\` is blank, or not a text.`,
    );
    return null;
  }
  if (!isWellFormed(trimmed)) fail(rules.TEXT_BROKEN, member, `\`${member}\` holds half of a character.`);
  return trimmed;
}

function readStatus(value: JsonValue | undefined, fail: Fail): AgentStatus | null {
  if (value === "active" || value === "inactive" || value === "retired") return value;
  const said = typeof value === "string" ? `${quote(value)} is not a status.` : "`status` is missing, or not a text.";
  fail(rules.STATUS_UNSUPPORTED, "status", said);
  return null;
}

function readTime(value: JsonValue | undefined, member: string, rule: Rule, fail: Fail): Instant | null {
  const instant = typeof value === "string" ? readInstant(value) : null;
  if (instant === null) {
    fail(
      rule,
      member,
      typeof value === "string" ? `${quote(value)} is not a timestamp.` : `\`${member}\` is missing, or not a text.`,
    );
  }
  return instant;
}

/** "`retired_at` present (as any value, `null` included) if and only if retired"; not judged where the status is unknown. */
function readRetirement(members: Members, status: AgentStatus | null, fail: Fail): Instant | null {
  const present = Object.hasOwn(members, "retired_at");
  if (status === "retired") {
    if (present) return readTime(members.retired_at, "retired_at", rules.RETIRED_AT_INVALID, fail);
    fail(rules.RETIRED_AT_MISSING, "retired_at", "The agent is retired, and `retired_at` is missing.");
  } else if (status !== null && present) {
    fail(rules.RETIRED_AT_UNEXPECTED, "retired_at", `The agent is ${status}, and has a \`retired_at\`.`);
  }
  return null;
}

/** "`created_at ≤ updated_at`, `created_at ≤ retired_at ≤ updated_at`", each as far as both times can be read. */
function checkOrder(created: Instant | null, updated: Instant | null, retired: Instant | null, fail: Fail): void {
  if (created !== null && updated !== null && isLater(created, updated)) {
    fail(rules.UPDATED_BEFORE_CREATED, "updated_at", "The record was updated before it was created.");
  }
  if (retired === null) return;
  if (created !== null && isLater(created, retired)) {
    fail(rules.RETIRED_BEFORE_CREATED, "retired_at", "The agent was retired before its record was created.");
  }
  if (updated !== null && isLater(retired, updated)) {
    fail(rules.RETIRED_AFTER_UPDATED, "retired_at", "The agent was retired after its record was last updated.");
  }
}

function readAvatar(id: string, members: Members, errors: Diagnostic[]): string | null {
  if (!Object.hasOwn(members, "avatar")) return null;
  const written = members.avatar ?? null;
  const sound = soundAvatarPath(id, written);
  if (sound !== null) return sound;
  const avatar = judgeAvatarMember(id, written, pointerTo(id, "avatar"));
  if ("path" in avatar) return avatar.path;
  errors.push(...avatar.errors);
  return null;
}

function warnings(
  record: AgentRecord,
  times: Readonly<Record<string, Instant | null>>,
  generated: Instant,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [member, time] of Object.entries(times)) {
    if (time !== null && isLater(time, generated)) {
      const message = `\`${member}\` of ${record.id} is later than the registry itself.`;
      found.push(diagnose(rules.LATER_THAN_GENERATED, pointerTo(record.id, member), message));
    }
  }
  if (hasDirectionOrFormat(record.displayName)) {
    const message = `The name of ${record.id} holds characters that turn, hide or break the text around it: ${quote(record.displayName)}.`;
    found.push(
      diagnose(rules.NAME_CONTROLS, pointerTo(record.id, "display_name"), message, { value: record.displayName }),
    );
  }
  return found;
}

function pointerTo(id: string, ...members: readonly string[]): string {
  return joinPointer("/agents", id, ...members);
}

function isLater(a: Instant, b: Instant): boolean {
  return compareInstants(a, b) > 0;
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

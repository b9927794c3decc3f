import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import type { LineSpan } from "../core/lines";
import { joinPointer } from "../core/pointer";
import { hasDirectionOrFormat, hasVisible, isCanonicalId, isWellFormed, quote, trimText } from "../core/text";
import { compareInstants, readInstant, type Instant } from "../core/time";
import { judgeAvatarMember } from "./avatar-reference";
import * as rules from "./registry-rules";
import type { AgentRecord, AgentStatus } from "./registry-types";

type Members = { readonly [name: string]: JsonValue };

/** One record: valid, with warnings, or every rule it fails. */
export type RecordReading =
  | { readonly record: AgentRecord; readonly warnings: readonly Diagnostic[] }
  | { readonly record: null; readonly errors: readonly Diagnostic[] };

/** Where the record stands and what it is judged against. */
export interface RecordContext {
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly generatedAt: Instant;
}

/**
 * Judges one record by itself (collisions are judged between records). Reports every rule that it fails, at the member
 * that fails it; a member that is missing is named by the pointer it would have.
 */
export function readRecord(id: string, value: JsonValue, context: RecordContext): RecordReading {
  const errors: Diagnostic[] = [];
  if (!isCanonicalId(id))
    errors.push(
      diagnose(rules.ID_NOT_CANONICAL, context.pointer, `${quote(id)} is not a canonical ID.`, { value: id }),
    );
  if (!isMembers(value)) {
    errors.push(diagnose(rules.RECORD_NOT_OBJECT, context.pointer, "The record is not an object.", { value }));
    return { record: null, errors };
  }
  const judge = new Judge(value, context.pointer, errors);
  const names = judge.names();
  const role = judge.text("role", rules.ROLE_REQUIRED);
  const universe = judge.text("universe", rules.UNIVERSE_REQUIRED);
  const status = judge.status();
  const times = judge.times(status);
  const avatar = Object.hasOwn(value, "avatar")
    ? judgeAvatarMember(id, value.avatar ?? null, joinPointer(context.pointer, "avatar"))
    : null;
  if (avatar !== null && "errors" in avatar) errors.push(...avatar.errors);
  if (errors.length > 0 || names === null || role === null || universe === null || status === null || times === null) {
    return { record: null, errors };
  }
  const record: AgentRecord = {
    id,
    displayName: names,
    role,
    universe,
    status,
    createdAt: times.created.text,
    updatedAt: times.updated.text,
    retiredAt: times.retired?.text ?? null,
    avatar: avatar !== null && "path" in avatar ? avatar.path : null,
    lines: context.lines,
  };
  return { record, warnings: warnings(record, times, context) };
}

/** A timestamp as written and as an instant. */
interface Time {
  readonly text: string;
  readonly instant: Instant;
}

interface Times {
  readonly created: Time;
  readonly updated: Time;
  readonly retired: Time | null;
}

class Judge {
  constructor(
    private readonly members: Members,
    private readonly pointer: string,
    private readonly errors: Diagnostic[],
  ) {}

  /** The one name, trimmed; null where a name rule fails. */
  names(): string | null {
    const display = this.text("display_name", rules.DISPLAY_NAME_REQUIRED);
    const persistent = this.text("persistent_name", rules.PERSISTENT_NAME_REQUIRED);
    if (display !== null && !hasVisible(display)) {
      this.fail(rules.NAME_INVISIBLE, "display_name", "The name holds only characters that cannot be seen.");
    }
    if (display === null || persistent === null) return null;
    if (display !== persistent) {
      this.fail(
        rules.NAMES_DIFFER,
        "persistent_name",
        `The record has two names, ${quote(display)} and ${quote(persistent)}.`,
      );
    }
    return display;
  }

  /** A text that must be there and not blank, trimmed. */
  text(member: string, required: Rule): string | null {
    const value = this.members[member];
    const trimmed = typeof value === "string" ? trimText(value) : "";
    if (trimmed === "") {
      this.fail(
        required,
        member,
        this.has(member) ? `\`${member}\` is not a text, or blank.` : `\`${member}\` is missing.`,
      );
      return null;
    }
    if (!isWellFormed(trimmed)) this.fail(rules.TEXT_BROKEN, member, `\`${member}\` holds half of a character.`);
    return trimmed;
  }

  status(): AgentStatus | null {
    const value = this.members.status;
    if (value === "active" || value === "inactive" || value === "retired") return value;
    const said = typeof value === "string" ? `${quote(value)} is not a status.` : "`status` is missing or not a text.";
    this.fail(rules.STATUS_UNSUPPORTED, "status", said);
    return null;
  }

  /** The record's times, where all of them can be read; their order is judged as far as it can be. */
  times(status: AgentStatus | null): Times | null {
    const created = this.time("created_at", rules.CREATED_AT_INVALID);
    const updated = this.time("updated_at", rules.UPDATED_AT_INVALID);
    const retired = this.retirement(status);
    if (created && updated && before(updated, created)) {
      this.fail(rules.UPDATED_BEFORE_CREATED, "updated_at", "The record was updated before it was created.");
    }
    if (created && retired && before(retired, created)) {
      this.fail(rules.RETIRED_BEFORE_CREATED, "retired_at", "The agent was retired before its record was created.");
    }
    if (updated && retired && before(updated, retired)) {
      this.fail(rules.RETIRED_AFTER_UPDATED, "retired_at", "The agent was retired after its record was last updated.");
    }
    return created && updated ? { created, updated, retired } : null;
  }

  /** "`retired_at` present (as any value, `null` included) if and only if retired"; unknown for an unknown status. */
  private retirement(status: AgentStatus | null): Time | null {
    if (status === "retired") {
      if (this.has("retired_at")) return this.time("retired_at", rules.RETIRED_AT_INVALID);
      this.fail(rules.RETIRED_AT_MISSING, "retired_at", "The agent is retired, and `retired_at` is missing.");
    } else if (status !== null && this.has("retired_at")) {
      this.fail(rules.RETIRED_AT_UNEXPECTED, "retired_at", `The agent is ${status}, and has a \`retired_at\`.`);
    }
    return null;
  }

  private time(member: string, rule: Rule): Time | null {
    const value = this.members[member];
    const instant = typeof value === "string" ? readInstant(value) : null;
    if (typeof value === "string" && instant !== null) return { text: value, instant };
    const said =
      typeof value === "string" ? `${quote(value)} is not a timestamp.` : `\`${member}\` is missing or not a text.`;
    this.fail(rule, member, said);
    return null;
  }

  private has(member: string): boolean {
    return Object.hasOwn(this.members, member);
  }

  private fail(rule: Rule, member: string, message: string): void {
    this.errors.push(diagnose(rule, joinPointer(this.pointer, member), message, { value: this.members[member] }));
  }
}

function warnings(record: AgentRecord, times: Times, { pointer, generatedAt }: RecordContext): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [member, time] of [
    ["created_at", times.created],
    ["updated_at", times.updated],
    ["retired_at", times.retired],
  ] as const) {
    if (time !== null && compareInstants(time.instant, generatedAt) > 0) {
      const message = `\`${member}\` of ${record.id} is later than the registry itself.`;
      found.push(diagnose(rules.LATER_THAN_GENERATED, joinPointer(pointer, member), message, { value: time.text }));
    }
  }
  if (hasDirectionOrFormat(record.displayName)) {
    const message = `The name of ${record.id} holds characters that turn, hide or break the text around it: ${quote(record.displayName)}.`;
    found.push(
      diagnose(rules.NAME_CONTROLS, joinPointer(pointer, "display_name"), message, { value: record.displayName }),
    );
  }
  return found;
}

function before(a: Time, b: Time): boolean {
  return compareInstants(a.instant, b.instant) < 0;
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

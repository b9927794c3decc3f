import type { JsonValue } from "../core/json-types";
import { compareCodeUnits, trimText } from "../core/text";
import { compareInstants, readInstant } from "../core/time";
import { canonicalText, readContent } from "./continuity-content";
import type { AgentFacts } from "./continuity-types";
import { member, type JsonObject } from "./json-values";

/** One member that is written otherwise on the two sides; undefined where a side does not have it. */
export interface MemberDifference {
  readonly member: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** True where both sides mean the same: "`role` after trimming, times as instants". */
  readonly same: boolean;
  /** Where both are times: negative, zero or positive as the next one is before, at or after the prior one. */
  readonly advance: number | null;
}

const FIRST = ["role", "created_at", "status"];
const TIMES: ReadonlySet<string> = new Set(["created_at", "updated_at", "retired_at"]);
const NO_MEMBERS: JsonObject = {};

/** Every member that is written otherwise, the order inside values apart: role, created_at and status first, then by name. */
export function memberDifferences(prior: AgentFacts, next: AgentFacts): MemberDifference[] {
  if (prior.content === next.content) return [];
  const before = readContent(prior.content) ?? NO_MEMBERS;
  const after = readContent(next.content) ?? NO_MEMBERS;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].sort(byMember).flatMap((name) => {
    const [was, is] = [member(before, name), member(after, name)];
    if (jsonText(was) === jsonText(is)) return [];
    const advance = TIMES.has(name) ? compareTimes(was, is) : null;
    return [{ member: name, before: was, after: is, advance, same: advance === 0 || isSameRole(name, was, is) }];
  });
}

/** A member's value as canonical JSON text; null where there is none. */
export function jsonText(value: JsonValue | undefined): string | null {
  return value === undefined ? null : canonicalText(value);
}

function byMember(a: string, b: string): number {
  const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return rank(a) - rank(b) || compareCodeUnits(a, b);
}

/**
 * Negative, zero or positive as `is` is before, at or after `was`; null where one is no time. Exact however many digits
 * the fractions have, which milliseconds are not.
 */
export function compareTimes(was: JsonValue | undefined, is: JsonValue | undefined): number | null {
  const before = typeof was === "string" ? readInstant(was) : null;
  const after = typeof is === "string" ? readInstant(is) : null;
  return before === null || after === null ? null : compareInstants(after, before);
}

function isSameRole(name: string, was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return name === "role" && typeof was === "string" && typeof is === "string" && trimText(was) === trimText(is);
}

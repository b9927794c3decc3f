import type { JsonValue } from "../core/json-types";
import type { Millis } from "../core/look";
import { joinPointer } from "../core/pointer";
import { cutText, MAX_QUOTE, quote } from "../core/text";
import { readContent } from "./continuity-content";
import { Findings } from "./continuity-findings";
import { compareTimes, jsonText, memberDifferences, type MemberDifference } from "./continuity-members";
import * as rules from "./continuity-rules";
import type { AgentFacts, Continuity, ContinuitySide, RegistryFacts } from "./continuity-types";

/** How many changed members one message names. */
const MAX_NAMED = 3;

/**
 * Whether a registry may follow the last accepted one. Pure and total, and linear in what the two hold.
 * - `held`: "another numeric repository ID under the same name; lower revision than accepted before; same revision, other
 *   bytes; an ID gone; `role` or `created_at` changed". The last accepted one stays in force.
 * - `accepted-with-warnings`: "`generated_at` not advanced with the revision; `updated_at` moved back, or not advanced on a
 *   change; a new `retired_at` before the last `updated_at`; any member of a tombstone changed, unknown ones included;
 *   revision jumps".
 * - `accepted`: nothing to say. So it is where the bytes are the same, and where a side has no facts to compare.
 *
 * Each fact is one finding with a message that names both sides, in an order that does not depend on the files': the
 * repository, the registry, then agents by ID. At most MAX_FINDINGS are listed.
 */
export function judgeContinuity(prior: ContinuitySide, next: ContinuitySide): Continuity {
  const findings = new Findings();
  const { repositoryId: was } = prior;
  const { repositoryId: is } = next;
  if (was !== null && is !== null && was !== is) {
    const message = (): string => `The name led to the repository with the number ${was} and leads to ${is} now.`;
    findings.add(rules.OTHER_REPOSITORY, "", message, is);
  }
  if (prior.facts !== null && next.facts !== null && prior.facts.sha256 !== next.facts.sha256)
    judgeRegistries(prior.facts, next.facts, findings);
  return findings.verdict();
}

function judgeRegistries(prior: RegistryFacts, next: RegistryFacts, findings: Findings): void {
  judgeRevision(prior, next, findings);
  for (const id of Object.keys(prior.agents).sort()) {
    const before = prior.agents[id];
    if (before === undefined) continue;
    const after = Object.hasOwn(next.agents, id) ? next.agents[id] : undefined;
    if (after !== undefined) judgeAgent(id, before, after, findings);
    else
      findings.add(
        rules.AGENT_GONE,
        pointerTo(id),
        () => `${shown(id)} has a record in revision ${prior.revision} and none in revision ${next.revision}.`,
      );
  }
}

function judgeRevision(prior: RegistryFacts, next: RegistryFacts, findings: Findings): void {
  const [was, is] = [prior.revision, next.revision];
  if (is < was) {
    const message = (): string => `Revision ${was} was accepted before, and the registry has revision ${is} now.`;
    findings.add(rules.REVISION_LOWER, "/revision", message, is);
  }
  if (is === was) {
    const message = (): string =>
      `Revision ${was} was accepted with bytes whose SHA-256 begins with ${prior.sha256.slice(0, 12)}, and has others now (${next.sha256.slice(0, 12)}).`;
    findings.add(rules.REVISION_REUSED, "/revision", message, is);
  }
  if (is > was && next.generatedAt <= prior.generatedAt) {
    const [from, to] = [showTime(prior.generatedAt), showTime(next.generatedAt)];
    const message = (): string =>
      `Revision ${was} was generated at ${from}, and revision ${is} at ${to}, which is not later.`;
    findings.add(rules.GENERATED_AT_NOT_ADVANCED, "/generated_at", message, to);
  }
  if (is - was > 1) {
    const message = (): string => `The revision went from ${was} to ${is} in one step.`;
    findings.add(rules.REVISION_JUMPED, "/revision", message, is);
  }
}

function judgeAgent(id: string, prior: AgentFacts, next: AgentFacts, findings: Findings): void {
  const changes = memberDifferences(prior, next).filter(({ same }) => !same);
  const name = shown(id);
  const of = (member: string): MemberDifference | undefined => changes.find((change) => change.member === member);
  if (prior.role !== next.role) {
    const message = (): string => `The role of ${name} was ${quote(prior.role)} and is ${quote(next.role)} now.`;
    findings.add(rules.ROLE_CHANGED, pointerTo(id, "role"), message, next.role);
  }
  const created = of("created_at");
  if (prior.createdAt !== next.createdAt || created !== undefined) {
    const [was, is] = [time(created?.before, prior.createdAt), time(created?.after, next.createdAt)];
    const message = (): string => `The record of ${name} was created at ${was} and is said to be created at ${is} now.`;
    findings.add(rules.CREATED_AT_CHANGED, pointerTo(id, "created_at"), message, is);
  }
  judgeUpdate(id, prior, next, changes, findings);
  // "Reactivation (same ID, same role) is allowed": then the record is a tombstone no more, and may change as any other.
  const isReactivated = next.status !== "retired" && prior.role === next.role;
  if (prior.status === "retired" && !isReactivated) judgeTombstone(id, changes, findings);
}

/** The rules about `updated_at`, and about a retirement beside it. */
function judgeUpdate(
  id: string,
  prior: AgentFacts,
  next: AgentFacts,
  changes: readonly MemberDifference[],
  findings: Findings,
): void {
  const updated = changes.find(({ member }) => member === "updated_at");
  const [was, is] = [time(updated?.before, prior.updatedAt), time(updated?.after, next.updatedAt)];
  const pointer = pointerTo(id, "updated_at");
  if (isMovedBack(updated)) {
    const message = (): string =>
      `The last update of ${shown(id)} was at ${was} and is at ${is} now, which is earlier.`;
    findings.add(rules.UPDATED_AT_MOVED_BACK, pointer, message, is);
  }
  if (updated === undefined && changes.length > 0) {
    const more = changes.length > MAX_NAMED ? " and others" : "";
    const named =
      changes
        .slice(0, MAX_NAMED)
        .map(({ member }) => quote(member))
        .join(", ") + more;
    const message = (): string =>
      `The record of ${shown(id)} was changed (${named}); its last update was at ${was} and still is at ${is}.`;
    findings.add(rules.UPDATED_AT_NOT_ADVANCED, pointer, message, is);
  }
  const retired = changes.find(({ member }) => member === "retired_at");
  if (prior.status === "retired" || retired === undefined) return;
  const last = readContent(prior.content)?.updated_at;
  if ((compareTimes(last, retired.after) ?? 0) >= 0) return;
  const since = time(retired.after, prior.updatedAt);
  const message = (): string =>
    `${shown(id)} was last updated at ${time(last, prior.updatedAt)}, and is said to be retired since ${since} now.`;
  findings.add(rules.RETIRED_BEFORE_UPDATE, pointerTo(id, "retired_at"), message, since);
}

/** "Any member of a tombstone changed, unknown ones included": each one, as far as no other finding tells of it. */
function judgeTombstone(id: string, changes: readonly MemberDifference[], findings: Findings): void {
  for (const change of changes) {
    const { member, before, after } = change;
    if (member === "role" || member === "created_at" || (member === "updated_at" && isMovedBack(change))) continue;
    const message = (): string =>
      `${quote(member)} of ${shown(id)}, who is retired, was ${value(before)} and is ${value(after)} now.`;
    findings.add(rules.TOMBSTONE_CHANGED, pointerTo(id, member), message, after);
  }
}

function isMovedBack(updated: MemberDifference | undefined): boolean {
  return (updated?.advance ?? 0) < 0;
}

function pointerTo(id: string, ...members: readonly string[]): string {
  return joinPointer("/agents", id, ...members);
}

function shown(id: string): string {
  return cutText(id, MAX_QUOTE);
}

function value(written: JsonValue | undefined): string {
  if (written === undefined) return "absent";
  return quote(typeof written === "string" ? written : (jsonText(written) ?? ""));
}

/** A time as it is written, or in UTC where its writing is not at hand. */
function time(written: JsonValue | undefined, millis: Millis): string {
  return typeof written === "string" ? cutText(written, MAX_QUOTE) : showTime(millis);
}

function showTime(millis: Millis): string {
  const date = new Date(millis);
  return Number.isNaN(date.getTime()) ? String(millis) : date.toISOString();
}

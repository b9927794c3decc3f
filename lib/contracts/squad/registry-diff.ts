import type { Millis } from "../core/look";
import { joinPointer } from "../core/pointer";
import { cutText, trimText } from "../core/text";
import { readContent } from "./continuity-content";
import { jsonText, memberDifferences, type MemberDifference } from "./continuity-members";
import type { AgentFacts, RegistryFacts } from "./continuity-types";
import type { AgentId, AgentStatus } from "./registry-types";

/** Longest text of a value that a difference carries, in UTF-16 code units. */
export const MAX_DIFF_TEXT = 200;

export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** One member that is written otherwise: JSON text, cut at MAX_DIFF_TEXT; null where a side does not have it. */
export interface MemberDiff extends Sides<string | null> {
  readonly member: string;
  /** Where it stands in both files. */
  readonly pointer: string;
  /** True where the difference is one that holds the registry. */
  readonly held: boolean;
}

/** Who an agent is or was, where only one side has it. */
export interface AgentGlance {
  /** Cut at MAX_DIFF_TEXT, as `role` is; "" where facts that were not read by parseFacts hold none. */
  readonly displayName: string;
  readonly role: string;
  readonly status: AgentStatus;
}

/** `pointer` leads to the record, in the file that has it. */
export type AgentDiff = { readonly id: AgentId; readonly pointer: string; readonly held: boolean } & (
  | { readonly change: "gone" | "added"; readonly agent: AgentGlance }
  | { readonly change: "changed"; readonly members: readonly MemberDiff[] }
);

export interface RegistryDiff {
  readonly revision: Sides<number>;
  readonly generatedAt: Sides<Millis>;
  /** Gone, changed, added; each by ID. */
  readonly agents: readonly AgentDiff[];
  readonly counts: {
    readonly gone: number;
    readonly changed: number;
    readonly added: number;
    /** Records that say the same, member for member. */
    readonly unchanged: number;
  };
}

/**
 * What two registries hold differently, for a screen that shows both sides: everything that is written otherwise, also
 * where it means the same. Whether it matters is judged by `judgeContinuity`. Pure and total; the order of the files is
 * of no account.
 */
export function diffRegistries(prior: RegistryFacts, next: RegistryFacts): RegistryDiff {
  const gone: AgentDiff[] = [];
  const changed: AgentDiff[] = [];
  const added: AgentDiff[] = [];
  let unchanged = 0;
  for (const id of Object.keys(prior.agents).sort()) {
    const [before, after] = [agentOf(prior, id), agentOf(next, id)];
    if (before === undefined) continue;
    const pointer = joinPointer("/agents", id);
    if (after === undefined) {
      gone.push({ id, pointer, held: true, change: "gone", agent: glance(before) });
      continue;
    }
    const members = memberDifferences(before, after).map((each) => memberDiff(pointer, each));
    if (members.length === 0) unchanged += 1;
    else changed.push({ id, pointer, held: members.some(({ held }) => held), change: "changed", members });
  }
  for (const id of Object.keys(next.agents).sort()) {
    const after = agentOf(next, id);
    if (after === undefined || agentOf(prior, id) !== undefined) continue;
    added.push({ id, pointer: joinPointer("/agents", id), held: false, change: "added", agent: glance(after) });
  }
  return {
    revision: { before: prior.revision, after: next.revision },
    generatedAt: { before: prior.generatedAt, after: next.generatedAt },
    agents: [...gone, ...changed, ...added],
    counts: { gone: gone.length, changed: changed.length, added: added.length, unchanged },
  };
}

function agentOf({ agents }: RegistryFacts, id: AgentId): AgentFacts | undefined {
  return Object.hasOwn(agents, id) ? agents[id] : undefined;
}

function memberDiff(record: string, { member, before, after, same }: MemberDifference): MemberDiff {
  const held = !same && (member === "role" || member === "created_at");
  return { member, pointer: joinPointer(record, member), before: cut(before), after: cut(after), held };
}

function cut(written: MemberDifference["before"]): string | null {
  const text = jsonText(written);
  return text === null ? null : cutText(text, MAX_DIFF_TEXT);
}

function glance({ role, status, content }: AgentFacts): AgentGlance {
  const name = readContent(content)?.display_name;
  return {
    displayName: typeof name === "string" ? cutText(trimText(name), MAX_DIFF_TEXT) : "",
    role: cutText(role, MAX_DIFF_TEXT),
    status,
  };
}

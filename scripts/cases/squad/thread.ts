import type { IssueComment } from "../../../lib/contracts/core/comment";
import type { ActivationContext } from "../../../lib/contracts/squad/activation-types";
import type { Registry } from "../../../lib/contracts/squad/registry-types";
import { selectArtifact } from "../../../lib/contracts/squad/thread";
import { settleWork } from "../../../lib/contracts/squad/work";
import type { GoalVerdict } from "../../../lib/contracts/squad/work-types";
import type { Adapter, Case, Outputs } from "../adapter";
import { commentOf } from "./comment-text";
import { accountOf, completeRegistry, fieldsOf, trustOf } from "./squad-context";

/** One origin issue from its comments to its tasks. */
export function settle(
  comments: readonly IssueComment[],
  context: ActivationContext,
  registry: Registry | null,
): GoalVerdict | undefined {
  const thread = selectArtifact(comments, context);
  return settleWork([{ issue: context.issue, thread }], registry, null).goals[0];
}

/** A goal in the rows' words. */
export function threadOutputs(goal: GoalVerdict | undefined): Outputs {
  const named = (goal?.tasks ?? []).flatMap(({ row, agent }) =>
    agent === null ? [] : [[String(row.issue), agent.id]],
  );
  return { bindings: bindingsWord(goal), resolved: Object.fromEntries(named), rows_salvaged: named.length };
}

function bindingsWord(goal: GoalVerdict | undefined): string {
  if (goal === undefined || goal.goal === "none") return "none";
  if (goal.goal === "conflict" || goal.goal === "pre-provenance") return goal.goal;
  return goal.resolves ? "resolved" : "unresolved";
}

function run({ input, context }: Case): Outputs {
  const { comments } = fieldsOf(input);
  const list: readonly unknown[] = Array.isArray(comments) ? comments : [];
  const target = {
    repository: String(context.repository),
    issue: Number(context.issue),
    trust: trustOf(context.trusted),
  };
  return threadOutputs(settle(list.map(commentFrom), target, completeRegistry(context.registry)));
}

/** A comment as GitHub's issue-comments call writes it. */
export function commentFrom(value: unknown): IssueComment {
  const fields = fieldsOf(value);
  const createdAt = String(fields.created_at ?? "2026-09-22T10:00:00Z");
  return commentOf(String(fields.body), {
    id: Number(fields.id ?? 22),
    author: accountOf(fields.user ?? fields.author),
    createdAt,
    updatedAt: String(fields.updated_at ?? createdAt),
    editor: accountOf(fields.editor),
  });
}

/** "those tasks resolve to those IDs, and no other" */
export function sameTasks(expected: unknown, got: unknown): boolean {
  const wanted = Object.entries(fieldsOf(expected));
  const found = fieldsOf(got);
  return wanted.length === Object.keys(found).length && wanted.every(([issue, id]) => found[issue] === id);
}

/** `unavailable` and `unresolved` both say that nothing resolves. */
function sameBindings(expected: unknown, got: unknown): boolean {
  return expected === "unavailable" ? got !== "resolved" : expected === got;
}

export const threadAdapters: readonly Adapter[] = [
  { system: "squad", source: "row", area: "thread", run, matches: { resolved: sameTasks, bindings: sameBindings } },
];

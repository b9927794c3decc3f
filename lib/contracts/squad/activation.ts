import type { IssueComment } from "../core/comment";
import { diagnose, type Diagnostic } from "../core/diagnostic";
import { readJsonText } from "../core/json";
import { places } from "../core/locate";
import type { ActivationContext, ActivationVerdict, Artifact, Envelope, TaskRow } from "./activation-types";
import { judgeBindings, type BindingsVerdict, type UnplacedRow } from "./binding-rules";
import { readBlocks, type Fence } from "./blocks";
import { judgeSize, MAX_COMMENT_CHARACTERS, splitLines } from "./comment-lines";
import { BINDINGS, WHOLE_COMMENT } from "./comment-pointer";
import { partsOf, type CommentParts } from "./comment-parts";
import { COMMENT_TIME_UNREADABLE, FENCE_NOT_CLOSED, SEVERAL_BINDINGS_BLOCKS } from "./comment-rules";
import { judgeEdit } from "./edits";
import { judgeEnvelopes, type EnvelopesVerdict } from "./envelopes";
import { isRelevant } from "./relevance";
import { isTrusted } from "./trust";

/**
 * The verdict on one comment: "Trust, then relevance, then parsing." Pure, total and linear in the comment.
 * @param context the repository, the issue that carries the comment, and whose comments count
 * @returns `look-alike` for an untrusted comment that holds a marker (it is never parsed) · `nothing` · `pre-provenance` ·
 * `refused`, with every rule that fails; pointers are those of comment-pointer.ts · `accepted`, with notes alone
 */
export function readActivation(comment: IssueComment, context: ActivationContext): ActivationVerdict {
  if (!isRelevant(comment.body)) return NOTHING;
  if (!isTrusted(comment.author, context.trust)) return { verdict: "look-alike", diagnostics: [] };
  const verdict = judgeBody(comment, context);
  if (verdict.verdict === "nothing") return verdict;
  const edit = judgeEdit(comment, context.trust);
  return edit === null ? verdict : refuseEdited(verdict, edit);
}

type Nothing = Extract<ActivationVerdict, { verdict: "nothing" }>;
/** A verdict on a comment that is an artifact, right or wrong. */
type ArtifactVerdict = Exclude<ActivationVerdict, { verdict: "nothing" | "look-alike" }>;

const NOTHING: Nothing = { verdict: "nothing", diagnostics: [] };

function judgeBody(comment: IssueComment, context: ActivationContext): ArtifactVerdict | Nothing {
  const lines = splitLines(comment.body);
  const size = judgeSize(comment.body, lines);
  if (size !== null) {
    return { verdict: "refused", because: "rules", envelope: null, declared: 0, failingRows: 0, diagnostics: [size] };
  }
  const parts = partsOf(readBlocks(lines));
  const envelopes = judgeEnvelopes(parts, context);
  if (envelopes.verdict === "nothing") return NOTHING;
  const blocks = parts.bindings.map((fence) => readBindings(fence, envelopes, context));
  return conclude(comment, context, parts, envelopes, blocks);
}

function conclude(
  comment: IssueComment,
  context: ActivationContext,
  parts: CommentParts,
  envelopes: EnvelopesVerdict,
  blocks: readonly BindingsVerdict[],
): ArtifactVerdict {
  const [block, second] = blocks;
  const several = second === undefined ? [] : [severalBlocks(parts.bindings)];
  const diagnostics = [
    ...envelopes.diagnostics,
    ...several,
    ...(second === undefined ? (block?.diagnostics ?? []) : []),
  ];
  const declared = blocks.reduce((sum, each) => sum + each.declared, 0);
  const { envelope } = envelopes;
  if (diagnostics.some(({ severity }) => severity === "error") || envelope === null || block?.verdict === "refused") {
    const failingRows = second === undefined && block?.verdict === "refused" ? block.failingRows : 0;
    return { verdict: "refused", because: "rules", envelope, declared, failingRows, diagnostics };
  }
  const [fence] = parts.bindings;
  if (fence === undefined || block === undefined || block.verdict === "older") {
    return { verdict: "pre-provenance", envelope, declared, diagnostics };
  }
  return { verdict: "accepted", artifact: accept(comment, context, envelope, fence, block), diagnostics };
}

function readBindings(fence: Fence, envelopes: EnvelopesVerdict, context: ActivationContext): BindingsVerdict {
  const reading = readJsonText(fence.text, { maxBytes: 2 * MAX_COMMENT_CHARACTERS, pointerBase: BINDINGS });
  const open = fence.closed
    ? []
    : [diagnose(FENCE_NOT_CLOSED, BINDINGS, "The fence of the bindings block is not closed.")];
  if (!reading.ok) {
    return { verdict: "refused", declared: 0, failingRows: 0, diagnostics: [...open, ...reading.diagnostics] };
  }
  const { kind, phased } = envelopes;
  const verdict = judgeBindings(reading.value, { repository: context.repository, issue: context.issue, kind, phased });
  if (open.length === 0) return verdict;
  const failingRows = verdict.verdict === "refused" ? verdict.failingRows : 0;
  return {
    verdict: "refused",
    declared: verdict.declared,
    failingRows,
    diagnostics: [...open, ...verdict.diagnostics],
  };
}

function severalBlocks(fences: readonly Fence[]): Diagnostic {
  const where = fences.map(({ lines }) => lines.first).join(", ");
  return diagnose(
    SEVERAL_BINDINGS_BLOCKS,
    WHOLE_COMMENT,
    `The comment has ${fences.length} bindings blocks (lines ${where}).`,
  );
}

function accept(
  comment: IssueComment,
  context: ActivationContext,
  envelope: Envelope,
  fence: Fence,
  block: Extract<BindingsVerdict, { verdict: "holds" }>,
): Artifact {
  const artifact: Omit<Artifact, symbol> = {
    ...envelope,
    commentId: comment.id,
    createdAt: comment.createdAt,
    repository: context.repository,
    revision: block.revision,
    epics: block.epics,
    tasks: place(block.tasks, fence),
  };
  // The brand exists for the compiler alone: this is the one place that gives it.
  return artifact as Artifact;
}

/** Adds the lines of the comment on which each row stands. */
function place(tasks: readonly UnplacedRow[], fence: Fence): TaskRow[] {
  const found = places(fence.text, 1);
  const { first } = fence.lines;
  return tasks.map((task) => {
    const lines = found.get(task.pointer)?.lines ?? { first: 1, last: 1 };
    return { ...task, lines: { first: first + lines.first, last: first + lines.last } };
  });
}

/** An artifact that was edited keeps what it declares and what else is wrong with it, never a row. */
function refuseEdited(verdict: ArtifactVerdict, edit: Diagnostic): ArtifactVerdict {
  const because = edit.code === COMMENT_TIME_UNREADABLE.code ? "rules" : "edited";
  const diagnostics = [edit, ...verdict.diagnostics];
  if (verdict.verdict === "accepted") {
    const { kind, originIssue, phases, tasks } = verdict.artifact;
    const envelope = { kind, originIssue, phases };
    return { verdict: "refused", because, envelope, declared: tasks.length, failingRows: 0, diagnostics };
  }
  const { envelope, declared } = verdict;
  const failingRows = verdict.verdict === "refused" ? verdict.failingRows : 0;
  return { verdict: "refused", because, envelope, declared, failingRows, diagnostics };
}

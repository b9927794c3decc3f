import type { IssueComment } from "../core/comment";
import { diagnose, type Diagnostic } from "../core/diagnostic";
import { compareInstants, readInstant, type Instant } from "../core/time";
import { readActivation } from "./activation";
import type { ActivationContext, ActivationVerdict } from "./activation-types";
import { NEWEST_TIE, NEWEST_UNKNOWN, THREAD_TOO_LONG } from "./work-rules";
import type { JudgedComment, ThreadVerdict } from "./work-types";

/** "comments read per origin issue 2,000" */
export const MAX_COMMENTS = 2_000;

/**
 * Says what one origin issue's thread says: "Per origin issue the newest trusted artifact by creation; older ones are its history. Two
 * newest at the same instant: conflict. The newest one refused: that origin is unresolved, with no falling back. Incomplete reading (a
 * page missing, a cap) leaves it unresolved." Pure and total; the order of `comments` changes nothing.
 * @param comments all of the thread; of more than MAX_COMMENTS none is judged
 * @param read judges one comment; give another to keep verdicts between calls
 */
export function selectArtifact(
  comments: readonly IssueComment[],
  context: ActivationContext,
  read: (comment: IssueComment, context: ActivationContext) => ActivationVerdict = readActivation,
): ThreadVerdict {
  const base = { issue: context.issue, read: comments.length, diagnostics: [] };
  if (comments.length > MAX_COMMENTS) {
    const message = `The thread has ${comments.length} comments; at most ${MAX_COMMENTS} are read.`;
    return { ...base, goal: "unread", comments: [], diagnostics: [diagnose(THREAD_TOO_LONG, "", message)] };
  }
  const judged = comments
    .map((comment) => judge(comment, context, read))
    .filter(({ verdict }) => verdict.verdict !== "nothing");
  const timed = judged.sort(newestFirst);
  const artifacts = timed.filter(({ verdict }) => verdict.verdict !== "look-alike");
  const [newest] = artifacts;
  if (newest === undefined) return { ...base, goal: "none", comments: timed.map(shown()) };
  if (newest.at === null) {
    const counted = shown(newest)(newest);
    return {
      ...base,
      goal: "refused",
      counted,
      comments: timed.map(shown(newest)),
      diagnostics: [unknownTime(newest.comment)],
    };
  }
  const tied = artifacts.filter(({ at }) => at !== null && newest.at !== null && compareInstants(at, newest.at) === 0);
  if (tied.length > 1) {
    const diagnostics = tied.map(({ comment }) => tie(comment, tied.length));
    return { ...base, goal: "conflict", tied: tied.map(shown()), comments: timed.map(shown()), diagnostics };
  }
  return { ...base, ...conclude(newest), comments: timed.map(shown(newest)) };
}

/** A comment with its verdict and the instant at which it was made, null where that cannot be read. */
interface Judged {
  readonly comment: IssueComment;
  readonly verdict: ActivationVerdict;
  readonly at: Instant | null;
}

function judge(
  comment: IssueComment,
  context: ActivationContext,
  read: (comment: IssueComment, context: ActivationContext) => ActivationVerdict,
): Judged {
  return { comment, verdict: read(comment, context), at: readInstant(comment.createdAt) };
}

/** An unreadable time could be the newest, so it comes first: what cannot be ordered must not be passed over. */
function newestFirst(a: Judged, b: Judged): number {
  if (a.at === null || b.at === null) {
    if (a.at !== b.at) return a.at === null ? -1 : 1;
    return b.comment.id - a.comment.id;
  }
  return compareInstants(b.at, a.at) || b.comment.id - a.comment.id;
}

function shown(counting?: Judged): (judged: Judged) => JudgedComment {
  return (judged) => {
    const { comment, verdict } = judged;
    const { id, author, createdAt, updatedAt } = comment;
    return { id, author, createdAt, updatedAt, counts: judged === counting, verdict };
  };
}

function conclude(
  newest: Judged,
):
  | { goal: "bound"; artifact: Extract<ThreadVerdict, { goal: "bound" }>["artifact"] }
  | { goal: "refused" | "pre-provenance"; counted: JudgedComment } {
  const { verdict } = newest;
  if (verdict.verdict === "accepted") return { goal: "bound", artifact: verdict.artifact };
  return { goal: verdict.verdict === "pre-provenance" ? "pre-provenance" : "refused", counted: shown(newest)(newest) };
}

function tie({ id, createdAt }: IssueComment, count: number): Diagnostic {
  const message = `Comment ${id} is one of ${count} newest artifacts, all made at ${createdAt}; none of them counts.`;
  return diagnose(NEWEST_TIE, commentPointer(id), message);
}

function unknownTime({ id, createdAt }: IssueComment): Diagnostic {
  const message = `The time at which comment ${id} was made cannot be read, so nobody can tell which artifact is the newest.`;
  return diagnose(NEWEST_UNKNOWN, commentPointer(id), message, { value: createdAt });
}

/** In a thread, pointers name comments. */
function commentPointer(id: number): string {
  return `#comment/${id}`;
}

import type { IssueComment } from "@/lib/contracts/core/comment";
import type { Look } from "@/lib/contracts/core/look";
import type { Standing } from "@/lib/contracts/core/standing";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { isRelevant } from "@/lib/contracts/squad/relevance";
import { isTrusted } from "@/lib/contracts/squad/trust";
import type {
  CallLimits,
  CommentAccounts,
  LiveComment,
  LiveThreads,
  RepositoryName,
  ThreadBytes,
} from "@/lib/sources/source";
import { askAgain } from "./again";
import { isSameAccount, saysSame } from "./kept-comments";
import type { LiveThread } from "./standings";
import { digest } from "./thread-digest";

/** One thread as a look left it. */
export interface ReadThread {
  readonly issue: number;
  readonly thread: LiveThread;
  readonly look: Look<ThreadBytes>;
}

interface Plan {
  readonly source: LiveThreads;
  readonly trust: readonly TrustedAccount[];
}

/**
 * Names the author and the editor of every artifact comment that was read, in one question for all threads: GitHub's lists of comments
 * name no editor. A thread for which that fails was not read.
 * @returns null where an answer is of another repository: then nobody knows whose comments any of these are
 */
export async function askAccounts(
  { source, trust }: Plan,
  name: RepositoryName,
  before: ReadonlyMap<number, Standing<ThreadBytes>>,
  read: readonly ReadThread[],
  limits: CallLimits,
): Promise<readonly ReadThread[] | null> {
  const artifacts = new Map<number, readonly LiveComment[]>();
  for (const { issue, thread, look } of read) {
    if (look.answer !== "value" || thread.pages === null) continue;
    const known = kept(before.get(issue));
    const own = thread.pages.comments.filter(({ author, body }) => isTrusted(author, trust) && isRelevant(body));
    artifacts.set(
      issue,
      own.filter((comment) => !isKnown(known.get(comment.id), comment)),
    );
  }
  const unknown = [...artifacts.values()].flat();
  const asked = unknown.length === 0 ? null : await source.accounts(unknown, limits);
  if (asked?.answer === "value" && [...asked.value.values()].some(({ repository }) => repository !== name.id))
    return null;
  return read.map((one) => {
    const { issue, thread, look } = one;
    const own = artifacts.get(issue);
    if (own === undefined || look.answer !== "value") return one;
    if (own.length > 0 && asked !== null && asked.answer !== "value")
      return { issue, thread: { ...thread, dirty: true }, look: asked as Look<never> };
    const answers = asked?.answer === "value" ? asked.value : new Map<number, CommentAccounts>();
    if (!own.every((comment) => stands(comment, answers.get(comment.id)))) return changed(one);
    const known = kept(before.get(issue));
    const comments = look.value.comments.map((comment) =>
      named(comment, answers.get(comment.id), known.get(comment.id)),
    );
    // Nothing may ever change on the page of a comment that GitHub contradicted itself about, so it is asked again in time.
    const doubtful = own.some(({ id, author }) => !isSameAccount(answers.get(id)?.author ?? null, author));
    const again = doubtful ? askAgain(thread.again, look.at) : null;
    const value = { ...look.value, comments, sha256: digest(comments) };
    return { issue, thread: { ...thread, again }, look: { ...look, value } };
  });
}

function kept(standing: Standing<ThreadBytes> | undefined): ReadonlyMap<number, IssueComment> {
  const result = standing?.answered?.result;
  const comments = result !== undefined && "value" in result ? result.value.comments : [];
  return new Map(comments.map((comment) => [comment.id, comment]));
}

/**
 * Whether the accounts of this very comment were named before. What was concluded then has the author that the list of comments gave, or
 * none; so one that was contradicted, or that the list now gives to another account, is asked for anew.
 */
function isKnown(known: IssueComment | undefined, comment: IssueComment): known is IssueComment {
  return known !== undefined && saysSame(known, comment);
}

/** Whether an answer is about this very comment, as it was read. */
function stands(comment: LiveComment, answer: CommentAccounts | undefined): boolean {
  if (answer === undefined || answer.issue !== comment.issue) return false;
  // GitHub's times have whole seconds, and two edits fit into one.
  return answer.body === comment.body && Date.parse(answer.updatedAt) === Date.parse(comment.updatedAt);
}

/** Two answers that name different authors, by number or type, name nobody. */
function named(
  comment: IssueComment,
  answer: CommentAccounts | undefined,
  known: IssueComment | undefined,
): IssueComment {
  if (answer !== undefined) {
    const author = isSameAccount(answer.author, comment.author) ? comment.author : null;
    return { ...comment, author, editor: answer.editor };
  }
  return isKnown(known, comment) ? { ...comment, author: known.author, editor: known.editor } : comment;
}

function changed({ issue, thread, look }: ReadThread): ReadThread {
  const { at, millis, requests } = look;
  const detail = "A comment changed or was deleted while the thread was read. It is read again at the next look.";
  return {
    issue,
    thread: { ...thread, dirty: true },
    look: { at, millis, requests, answer: "failed", cause: "malformed", detail },
  };
}

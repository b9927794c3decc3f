import { createHash } from "node:crypto";
import type { Account, IssueComment } from "@/lib/contracts/core/comment";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { isRelevant } from "@/lib/contracts/squad/relevance";
import { isTrusted } from "@/lib/contracts/squad/trust";
import type { LiveComment, ThreadPages } from "@/lib/sources/source";

/** A comment whose text is not kept has an empty `body`, and the hash of its text, by which an edit is still noticed. */
interface Emptied {
  readonly bodySha256?: string;
}

/**
 * Leaves out the texts of comments that say nothing to anybody here: strangers can write as much as they like, and none of it need stay
 * in memory. Look-alikes are listed with their text, so theirs stay.
 */
export function withoutTalk(thread: ThreadPages, trust: readonly TrustedAccount[]): ThreadPages {
  // Pages and the thread hold the same comments: each is emptied once.
  const emptied = new Map<LiveComment, LiveComment>();
  const keep = (comment: LiveComment) => {
    const kept = emptied.get(comment) ?? withoutText(comment, trust);
    emptied.set(comment, kept);
    return kept;
  };
  const pages = thread.pages.map((memo) => ({ ...memo, comments: memo.comments.map(keep) }));
  return { ...thread, pages, comments: thread.comments.map(keep) };
}

function withoutText(comment: LiveComment & Emptied, trust: readonly TrustedAccount[]): LiveComment & Emptied {
  const { author, body, bodySha256 } = comment;
  if (bodySha256 !== undefined || isTrusted(author, trust) || isRelevant(body)) return comment;
  return { ...comment, body: "", bodySha256: sha256(body) };
}

/** The hash of a comment's text where the text itself is not kept, and otherwise the text. */
export function textOf({ body, bodySha256 }: IssueComment & Emptied): string | { readonly sha256: string } {
  return bodySha256 === undefined ? body : { sha256: bodySha256 };
}

/** Whether two readings of a comment say the same: its author, its last change and its text. Times have whole seconds, so the text counts too. */
export function saysSame(a: IssueComment, b: IssueComment): boolean {
  return a.updatedAt === b.updatedAt && isSameAccount(a.author, b.author) && isSameText(a, b);
}

/** By number and type, the type without letter case. Two that are not named are the same. */
export function isSameAccount(a: Account | null, b: Account | null): boolean {
  if (a === null || b === null) return a === b;
  return a.id === b.id && a.type?.toLowerCase() === b.type?.toLowerCase();
}

function isSameText(a: IssueComment & Emptied, b: IssueComment & Emptied): boolean {
  if (a.bodySha256 === undefined && b.bodySha256 === undefined) return a.body === b.body;
  return (a.bodySha256 ?? sha256(a.body)) === (b.bodySha256 ?? sha256(b.body));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether a comment's text was not kept. */
export function isEmptied(comment: IssueComment & Emptied): boolean {
  return comment.bodySha256 !== undefined;
}

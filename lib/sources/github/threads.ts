import type { Answer } from "@/lib/contracts/core/look";
import type {
  FeedPage,
  LiveComment,
  PageMemo,
  RepositoryName,
  ThreadPages,
  Validator,
  WatchedComment,
} from "../source";
import { failed, type Call, type Refusal } from "../shared/call";
import { JSON_TYPE, UNASKED, type GitHubClient, type Get, type Reply } from "./client";
import { comment as commentForm, commentList, contradicts, isNewestFirst, placed } from "./comments";
import { parseJson } from "./json";
import { conditional, validatorOf } from "./validator";

const PER_PAGE = 100;
/** A hundred comments of the longest kind, every character escaped. */
const MAX_PAGE_BYTES = 48 * 1_048_576;
const MAX_COMMENT_BYTES = 1_048_576;
/** "comments read per origin issue 2,000" */
const MAX_PAGES = 20;

type Mode = { readonly reply: Extract<Reply, { ok: true }> } | { readonly refusal: Refusal };

/** The comments of one repository. Pages are asked for by number: an address in an answer is never followed. */
export class GitHubThreads {
  constructor(
    private readonly client: GitHubClient,
    private readonly repository: string,
    /** Called when an answer speaks of another repository. */
    private readonly foreign: () => void,
  ) {}

  async feed(name: RepositoryName, page: number, known: Validator | null, call: Call): Promise<Answer<FeedPage>> {
    const path = `/repos/${this.repository}/issues/comments?sort=updated&direction=desc&per_page=${PER_PAGE}&page=${page}`;
    const asked = await this.ask(
      name,
      { path, accept: JSON_TYPE, subject: "feed", maxBytes: MAX_PAGE_BYTES },
      known,
      call,
    );
    if ("refusal" in asked) return asked.refusal;
    const { reply } = asked;
    if (reply.wire.status === 304) return { answer: "unchanged" };
    const list = this.read(reply, name, null);
    if ("refusal" in list) return list.refusal;
    const { comments } = list;
    if (!isNewestFirst(comments)) return DISORDERED;
    const { headers } = reply.wire;
    const validator = validatorOf(reply, this.client.now());
    return { answer: "value", value: { comments, more: hasNext(headers), validator, date: dateOf(headers) } };
  }

  /**
   * Reads a thread from its last page to its first. Deleting a comment moves later ones one place towards the first page, which is still
   * to be read, and new ones come at the end: so none that was there all the while can slip between two pages.
   */
  async pages(
    name: RepositoryName,
    issue: number,
    known: ThreadPages | null,
    about: number,
    call: Call,
  ): Promise<Answer<ThreadPages>> {
    const memos = new Map<number, PageMemo>((known?.pages ?? []).map((memo, index) => [index + 1, memo]));
    // Whether there are more than may be read, the last page that may be read says itself.
    const said = Math.min(MAX_PAGES, Math.ceil(about / PER_PAGE) || 1);
    let last = Math.max(1, said, known?.pages.length ?? 1);
    for (;;) {
      const page = await this.page(name, issue, last, memos.get(last) ?? null, call);
      if ("refusal" in page) return page.refusal;
      memos.set(last, page.memo);
      if (page.next === null) break;
      last = page.next;
      if (last > MAX_PAGES) return TOO_LONG;
    }
    for (let at = last - 1; at >= 1; at -= 1) {
      const page = await this.page(name, issue, at, memos.get(at) ?? null, call);
      if ("refusal" in page) return page.refusal;
      memos.set(at, page.memo);
    }
    return { answer: "value", value: together(issue, memos, last) };
  }

  async comment(
    name: RepositoryName,
    id: number,
    known: Validator | null,
    call: Call,
  ): Promise<Answer<WatchedComment>> {
    const path = `/repos/${this.repository}/issues/comments/${id}`;
    const question = { path, accept: JSON_TYPE, subject: "comment" as const, maxBytes: MAX_COMMENT_BYTES };
    const asked = await this.ask(name, question, known, call);
    if ("refusal" in asked) return asked.refusal;
    const { reply } = asked;
    if (reply.wire.status === 304) return { answer: "unchanged" };
    const parsed = parseJson(reply.wire, commentForm, "a comment");
    if (!parsed.ok) return parsed.refusal;
    const [comment] = placed([parsed.value], name.fullName, null) ?? [];
    if (comment === undefined || comment.id !== id) return this.wrongPlace();
    return { answer: "value", value: { comment, validator: validatorOf(reply, this.client.now()) } };
  }

  private async page(
    name: RepositoryName,
    issue: number,
    page: number,
    memo: PageMemo | null,
    call: Call,
  ): Promise<{ memo: PageMemo; next: number | null } | { refusal: Refusal }> {
    const path = `/repos/${this.repository}/issues/${issue}/comments?per_page=${PER_PAGE}&page=${page}`;
    const question = { path, accept: JSON_TYPE, subject: "thread" as const, maxBytes: MAX_PAGE_BYTES };
    const asked = await this.ask(name, question, memo?.validator ?? null, call);
    if ("refusal" in asked) return asked;
    const { reply } = asked;
    if (reply.wire.status === 304) {
      if (memo === null) return { refusal: UNASKED };
      // An answer of "unchanged" names no next page: after a full one there may be one by now.
      return { memo, next: memo.comments.length === PER_PAGE ? page + 1 : null };
    }
    const list = this.read(reply, name, issue);
    if ("refusal" in list) return list;
    const { headers, bytes } = reply.wire;
    const read = {
      comments: list.comments,
      validator: validatorOf(reply, this.client.now()),
      bytes: bytes.length,
    };
    return { memo: read, next: hasNext(headers) ? Math.max(page + 1, lastOf(headers) ?? 0) : null };
  }

  /** Asks with the validator, where it is this credential's. A "no change" where there is no copy is asked again plainly, once. */
  private async ask(name: RepositoryName, question: Get, known: Validator | null, call: Call): Promise<Mode> {
    const obtained = await this.client.speakerOf(call).obtain(call);
    if (!obtained.ok) return { refusal: obtained.refusal };
    const etag = conditional(known, obtained.credential.by, this.client.now());
    const first = await this.client.get({ ...question, etag }, call);
    const without = first.ok && first.wire.status === 304 && etag === null;
    const reply = without ? await this.client.get({ ...question, etag: null }, call) : first;
    if (!reply.ok) return { refusal: reply.refusal };
    if (reply.wire.status === 304 && etag === null) return { refusal: UNASKED };
    // An issue that was moved away leads to another repository; what is written there is not this one's.
    if (reply.movedTo !== null && reply.movedTo !== name.id)
      return { refusal: question.subject === "thread" ? MOVED_AWAY : this.wrongPlace() };
    return { reply };
  }

  private read(
    reply: Extract<Reply, { ok: true }>,
    name: RepositoryName,
    issue: number | null,
  ): { comments: LiveComment[] } | { refusal: Refusal } {
    const parsed = parseJson(reply.wire, commentList, "a page of comments");
    if (!parsed.ok) return { refusal: parsed.refusal };
    const comments = placed(parsed.value, name.fullName, issue);
    if (comments === null) return { refusal: this.wrongPlace() };
    return contradicts(comments) ? { refusal: CONTRADICTION } : { comments };
  }

  private wrongPlace(): Refusal {
    this.foreign();
    return failed(
      "moved",
      "GitHub answered with comments of another place than was asked for, so nothing of it was used.",
    );
  }
}

/** The issue was moved to another repository: it is not here any more, and what is written there binds nothing here. */
const MOVED_AWAY: Refusal = { answer: "absent", what: "issue" };
const CONTRADICTION = failed(
  "malformed",
  "GitHub gave one comment twice with two contents, so nothing of it was used.",
);
/** Whoever reads the feed stops at what it has seen: in another order, changes would be missed. */
const DISORDERED = failed(
  "malformed",
  "GitHub's list of changed comments is not in the order that was asked for, so nothing of it was used.",
);
const TOO_LONG: Refusal = {
  answer: "unfit",
  why: "too-large",
  detail: `The thread has more than ${MAX_PAGES * PER_PAGE} comments; at most ${MAX_PAGES * PER_PAGE} are read.`,
};

/** A comment that stands on two pages moved while they were read: the page that was read later, the lower one, is right. */
function together(issue: number, memos: ReadonlyMap<number, PageMemo>, last: number): ThreadPages {
  // A page may be empty: after a full one that has not changed the next is asked for, and asked again at no cost while it is kept.
  const pages = Array.from({ length: last }, (_, index) => memos.get(index + 1)).filter((memo) => memo !== undefined);
  const byId = new Map<number, LiveComment>();
  for (const { comments } of [...pages].reverse()) for (const comment of comments) byId.set(comment.id, comment);
  const comments = [...byId.values()].sort((a, b) => a.id - b.id);
  return { issue, comments, pages, bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function hasNext(headers: Headers): boolean {
  return /;\s*rel="next"/.test(headers.get("link") ?? "");
}

/** GitHub's clock, to the second. */
function dateOf(headers: Headers): number | null {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? null : at;
}

/** The number of the last page, as far as the answer names it. */
function lastOf(headers: Headers): number | null {
  const written = /[?&]page=([1-9]\d{0,6})[^>]*>;\s*rel="last"/.exec(headers.get("link") ?? "")?.[1];
  return written === undefined ? null : Number(written);
}

import type { Account, IssueComment } from "@/lib/contracts/core/comment";
import type { Look, Millis, Pin, RepoPath, Sha } from "@/lib/contracts/core/look";

/** Limits of one call. Every look ends within them, whatever the source does. */
export interface CallLimits {
  readonly signal?: AbortSignal;
  /** Milliseconds until the look answers `failed` with cause `timeout`. */
  readonly timeoutMs?: number;
}

/** One entry of a folder at a pin. `oid` names the content as git does (SHA-1 or SHA-256 of the blob), also for a working directory. */
export interface Entry {
  readonly path: RepoPath;
  readonly kind: "file" | "link" | "folder" | "submodule" | "other";
  readonly oid: Sha;
  /** Bytes; 0 for anything but a file. */
  readonly size: number;
}

/** What a goal issue is called and whether it is open. Never who it is assigned to. */
export interface IssueCard {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
}

/** A thread as the source gave it, with the SHA-256 of what names its content. */
export interface ThreadBytes {
  readonly issue: number;
  readonly comments: readonly IssueComment[];
  readonly sha256: string;
  /** Bytes of the source's envelope. */
  readonly size: number;
}

export interface CardBytes {
  readonly cards: readonly IssueCard[];
  readonly sha256: string;
  /** Bytes of the source's envelope. */
  readonly size: number;
}

/** Which repository answered: its number never changes, its name may. */
export interface RepositoryName {
  readonly id: number;
  /** `owner/name` as GitHub spells it: what bindings must name exactly. */
  readonly fullName: string;
}

/** Makes a question conditional. Opaque to callers, and of no use to another credential than the one it was given to. */
export interface Validator {
  readonly etag: string;
  /** A fingerprint of the credential; never the credential. */
  readonly by: string;
  /** When the answer it stands for was last given whole; after a while a question is asked plainly again. */
  readonly at: Millis;
}

/** A comment as a repository's feed and threads give it. */
export interface LiveComment extends IssueComment {
  readonly issue: number;
  /** GitHub's own name of the comment, for asking who wrote and edited it. */
  readonly node: string;
}

/** One page of a thread as it was last read. Opaque to callers. */
export interface PageMemo {
  readonly comments: readonly LiveComment[];
  readonly validator: Validator | null;
  readonly bytes: number;
}

/** All pages of a thread, read so that no comment that was there all the while is missing. */
export interface ThreadPages {
  readonly issue: number;
  readonly comments: readonly LiveComment[];
  readonly pages: readonly PageMemo[];
  readonly bytes: number;
}

/** One page of the repository's comments, the last changed first. */
export interface FeedPage {
  readonly comments: readonly LiveComment[];
  /** Whether a page of older ones follows. */
  readonly more: boolean;
  readonly validator: Validator | null;
  /** The source's own clock when it answered, in milliseconds since 1970; null where it did not say. */
  readonly date: number | null;
}

export interface WatchedComment {
  readonly comment: LiveComment;
  readonly validator: Validator | null;
}

/** Who wrote and who last edited a comment, and where and when it stood as the answer was given. */
export interface CommentAccounts {
  readonly author: Account | null;
  readonly editor: Account | null;
  readonly updatedAt: string;
  readonly body: string;
  readonly issue: number;
  readonly repository: number;
}

/** An issue that may be an origin, and how many comments it has. A hint, never proof. */
export interface SearchHit {
  readonly issue: number;
  readonly comments: number;
}

/** Files of a repository at a pin. Sources parse the transport's envelope, never a payload, and never throw: every failure is an answer. */
export interface Files {
  /** What the source reads at: a commit of `ref`, or the working directory. `unchanged` when it equals `known`. */
  head(known: Pin | null, limits?: CallLimits): Promise<Look<Pin>>;
  /** The one entry at `path`; links, folders and submodules on the way answer `unfit`, nothing there answers `absent`. */
  entry(pin: Pin, path: RepoPath, limits?: CallLimits): Promise<Look<Entry>>;
  /** The bytes of a regular file, at most `maxBytes`; their object name is recomputed and must equal `entry.oid`. */
  blob(pin: Pin, entry: Entry, maxBytes: number, limits?: CallLimits): Promise<Look<Uint8Array>>;
}

/** Threads that an operator exported into files. */
export interface ExportedThreads {
  /** The issue numbers whose threads the source offers, ascending. */
  origins(limits?: CallLimits): Promise<Look<readonly number[]>>;
  /** All comments of one thread, or a failure; never some of them. `known` is the sha256 read before. */
  thread(issue: number, known: string | null, limits?: CallLimits): Promise<Look<ThreadBytes>>;
  /** Titles and states of issues, where the source has them (`absent` where it has none). */
  cards(known: string | null, limits?: CallLimits): Promise<Look<CardBytes>>;
}

/** Threads where they live. Every call is one or a few requests; what was read before is given back by the caller. */
export interface LiveThreads {
  /** Names the credential that answers. Nothing that one of them read stands under another. Never the credential itself. */
  scope(): string;
  /** Whether work that can wait should, so that what somebody looks at can still be asked for. */
  isLow(): boolean;
  /** The clock that its looks are dated by. */
  now(): Millis;
  /** Which repository this is, read together with the files at `pin`. */
  identify(pin: Pin, limits?: CallLimits): Promise<Look<RepositoryName>>;
  /** Issues whose comments may hold an artifact: the search lags and is capped. */
  search(name: RepositoryName, limits?: CallLimits): Promise<Look<readonly SearchHit[]>>;
  /** One page of the repository's comments by their last change, newest first; 1 is the first. */
  feed(name: RepositoryName, page: number, known: Validator | null, limits?: CallLimits): Promise<Look<FeedPage>>;
  /**
   * All comments of one issue, or a failure; never some of them.
   * @param known what was read before: pages that have not changed cost nothing
   * @param about how many comments there may be, as far as is known; a wrong number costs a request and nothing else
   */
  pages(
    name: RepositoryName,
    issue: number,
    known: ThreadPages | null,
    about: number,
    limits?: CallLimits,
  ): Promise<Look<ThreadPages>>;
  /** One comment; `absent` when it is gone. */
  comment(
    name: RepositoryName,
    id: number,
    known: Validator | null,
    limits?: CallLimits,
  ): Promise<Look<WatchedComment>>;
  /** Who wrote and edited these comments, by comment ID; one that is gone is left out. */
  accounts(comments: readonly LiveComment[], limits?: CallLimits): Promise<Look<ReadonlyMap<number, CommentAccounts>>>;
  /** An answer spoke of another repository than this one: who this is is asked for anew at the next look. */
  doubt(): void;
  /** Titles and states of issues and pull requests; a number that names neither is left out. Assignees are never asked for. */
  titles(name: RepositoryName, issues: readonly number[], limits?: CallLimits): Promise<Look<CardBytes>>;
}

/** Where bytes come from. */
export type Source = Files &
  (({ readonly kind: "directory" } & ExportedThreads) | ({ readonly kind: "github" } & LiveThreads));

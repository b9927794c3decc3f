import type { Look, Pin, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { IssueComment } from "@/lib/contracts/core/comment";

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

/** A thread as the source gave it, with the SHA-256 of the bytes it came from. */
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

/** Where bytes come from. Sources parse the transport's envelope, never a payload, and never throw: every failure is an answer. */
export interface Source {
  readonly kind: "directory";
  /** What the source reads at: a commit of `ref`, or the working directory. `unchanged` when it equals `known`. */
  head(known: Pin | null, limits?: CallLimits): Promise<Look<Pin>>;
  /** The one entry at `path`; links, folders and submodules on the way answer `unfit`, nothing there answers `absent`. */
  entry(pin: Pin, path: RepoPath, limits?: CallLimits): Promise<Look<Entry>>;
  /** The bytes of a regular file, at most `maxBytes`; their object name is recomputed and must equal `entry.oid`. */
  blob(pin: Pin, entry: Entry, maxBytes: number, limits?: CallLimits): Promise<Look<Uint8Array>>;
  /** The issue numbers whose threads the source offers, ascending. */
  origins(limits?: CallLimits): Promise<Look<readonly number[]>>;
  /** All comments of one thread, or a failure; never some of them. `known` is the sha256 read before. */
  thread(issue: number, known: string | null, limits?: CallLimits): Promise<Look<ThreadBytes>>;
  /** Titles and states of issues, where the source has them (`absent` where it has none). */
  cards(known: string | null, limits?: CallLimits): Promise<Look<CardBytes>>;
}

/** One look at a source: when it was made, and what the source answered. Built by sources, weighed by `stand`. */

/** Milliseconds since 1970-01-01T00:00:00Z, from the server's clock. */
export type Millis = number;
/** 40 or 64 lower-case hexadecimal digits: the name of a git object. */
export type Sha = string;
/** 64 lower-case hexadecimal digits. */
export type Sha256 = string;
/** A path inside the repository, with `/` between segments and none at either end. */
export type RepoPath = string;

/** What a snapshot is read at: a commit, or the working directory as its digest names it. */
export type Pin =
  { readonly kind: "commit"; readonly sha: Sha } | { readonly kind: "worktree"; readonly digest: Sha256 };

/** Why a look failed. A failed look changes freshness only. */
export type Cause =
  | "timeout"
  | "too-slow"
  | "too-large"
  | "malformed"
  | "io"
  | "git"
  | "network"
  | "server"
  /** The points of an hour are spent. */
  | "rate-limit"
  /** Asked too fast; not a matter of points. */
  | "secondary-limit"
  /** Answered from another place than the one that was asked. */
  | "moved"
  /** What was found cannot be kept, so nothing is taken from it. */
  | "store";

export type Unfit = "link" | "folder" | "submodule" | "lfs" | "too-large" | "moved" | "not-regular";

export type Answer<T> =
  | { readonly answer: "value"; readonly value: T }
  | { readonly answer: "unchanged" }
  | { readonly answer: "absent"; readonly what: "commits" | "ref" | "path" | "issue" | "comment" }
  /** `help`: where a person can get access, an address that the source vouches for. */
  | { readonly answer: "denied"; readonly status: number; readonly detail: string; readonly help?: string }
  | { readonly answer: "unfit"; readonly why: Unfit; readonly detail: string }
  | { readonly answer: "failed"; readonly cause: Cause; readonly detail: string; readonly retryAt?: Millis };

export interface LookFacts {
  /** When the look began. */
  readonly at: Millis;
  /** How long it took, in milliseconds. */
  readonly millis: number;
  /** How many requests or child processes it cost. */
  readonly requests: number;
}

export type Look<T> = LookFacts & Answer<T>;

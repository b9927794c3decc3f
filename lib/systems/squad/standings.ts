import type { Answer, Millis, Pin, RepoPath, Sha, Sha256 } from "@/lib/contracts/core/look";
import { READING, type Standing } from "@/lib/contracts/core/standing";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import type { CardBytes, RepositoryName, Source, ThreadBytes, ThreadPages, Validator } from "@/lib/sources/source";
import type { Again } from "./again";

/** Where the contract publishes the registry; no other path is ever read in its place. */
export const REGISTRY_PATH: RepoPath = ".squad/casting/registry.json";

export interface RegistryFile {
  readonly pin: Pin;
  readonly path: string;
  readonly oid: Sha;
  readonly sha256: Sha256;
  readonly bytes: Uint8Array;
}

export interface LastLook {
  readonly at: Millis;
  readonly millis: number;
  readonly answer: Answer<unknown>["answer"];
}

/** Where everything of one repository stands after its looks. */
export interface Standings {
  /** The last pin that the source answered; null: none, or the answer was no value. */
  readonly pin: Pin | null;
  readonly registry: Standing<RegistryFile>;
  readonly origins: Standing<readonly number[]>;
  readonly threads: ReadonlyMap<number, Standing<ThreadBytes>>;
  readonly cards: Standing<CardBytes>;
  /** The last look at the registry, whatever it answered. */
  readonly last: { readonly registry: LastLook | null; readonly threads: LastLook | null };
  /** What is remembered between looks where threads are read where they live; null: they are not, or nothing was read yet. */
  readonly live: LiveState | null;
}

/** What an operator set that decides what is read. */
export interface LookPlan {
  readonly source: Source;
  /** Issues that are origins by configuration, besides those that are found. */
  readonly goals: readonly number[];
  readonly trust: readonly TrustedAccount[];
  /** Somebody has the repository open, so it is read although little is left to ask with. */
  readonly open?: boolean;
  /** The number of the repository that was accepted under this name: another one is held; null: none was, or there are no numbers. */
  readonly accepted?: number | null;
}

export interface LiveState {
  /** The credential that read all of this. Under another one nothing of it stands. */
  readonly scope: string;
  /** Which repository all of this is of. */
  readonly name: RepositoryName;
  /** Another repository answers under the name now: what is kept stands, and nothing of the other one is taken. */
  readonly replacedBy: RepositoryName | null;
  readonly feed: FeedState;
  readonly threads: ReadonlyMap<number, LiveThread>;
  /** Whether the one search was answered. */
  readonly searched: boolean;
  /** Issues that may be origins and were not read yet, with how many comments they may have. */
  readonly candidates: ReadonlyMap<number, number>;
  /** Which issues were asked for their titles, and when; null: none yet. */
  readonly titled: { readonly at: Millis; readonly issues: ReadonlySet<number>; readonly failed: boolean } | null;
}

/** One thread between two looks. */
export interface LiveThread {
  /** null: never read. */
  readonly pages: ThreadPages | null;
  /** The feed showed a comment that is not in `pages` as it is now. */
  readonly dirty: boolean;
  /** Validators of the comments that are watched, by comment ID. */
  readonly watched: ReadonlyMap<number, Validator>;
  /** The issue was gone, or two answers named different authors: when that is asked again; null: neither. */
  readonly again: Again | null;
}

/** How far the repository's comments have been followed. */
export interface FeedState {
  /** Of the first page, as it was last read. */
  readonly validator: Validator | null;
  /** Every change up to this instant, as GitHub wrote it, was seen; null: the first page was never read. */
  readonly seenTo: string | null;
  /** The last walk had more than one page and is walked again. */
  readonly again: boolean;
  /** When, by the source's clock, the newest time on the first page will have come; null: it has. */
  readonly ahead: Millis | null;
  readonly discovery: Discovery;
}

/** Reading the comments from before the first look, in the background. */
export interface Discovery {
  readonly state: "reading" | "checking" | "done";
  /** The next page to read. */
  readonly page: number;
  /** How many comments were read so far. */
  readonly read: number;
  /** What was read, to ask again at little cost: by page. */
  readonly validators: ReadonlyMap<number, Validator>;
  /** Why it did not go on at the last try; null where it did. */
  readonly failing: string | null;
}

export const UNREAD: Standings = {
  pin: null,
  registry: READING,
  origins: READING,
  threads: new Map(),
  cards: READING,
  last: { registry: null, threads: null },
  live: null,
};

export const UNREAD_FEED: FeedState = {
  validator: null,
  seenTo: null,
  again: false,
  ahead: null,
  discovery: { state: "reading", page: 2, read: 0, validators: new Map(), failing: null },
};

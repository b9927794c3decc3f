import type { Document, StateLine } from "./document";

export interface Freshness {
  readonly state: "reading" | "fresh" | "stale" | "expired";
  /** The last answer was confirmed then; null: never. */
  readonly answeredAt: string | null;
  /** The bytes of that answer were first read then. */
  readonly since: string | null;
  /** What the last answering look said. */
  readonly answer: "value" | "unchanged" | "absent" | "denied" | "unfit" | null;
  readonly failing: {
    readonly cause: string;
    readonly text: string;
    readonly since: string;
    readonly last: string;
  } | null;
  /** Milliseconds of the last look. */
  readonly millis: number | null;
}

/** A band above the content that it qualifies. */
export interface Band {
  readonly code:
    | "reading"
    | "unread"
    | "stale"
    | "exported"
    | "worktree"
    | "titles"
    | "open"
    | "expired"
    | "held"
    | "warned"
    | "renamed"
    | "discovery"
    | "comments";
  readonly tone: "plain" | "earlier" | "part" | "none";
  readonly title: string;
  readonly text: string;
  /** Where more of it is to be seen: a view, and the evidence to open there (null: none); absent: nowhere else. */
  readonly link?: { readonly text: string; readonly view: "held" | "evidence"; readonly evidence: string | null };
}

export interface StatusData {
  /** The server's clock when this was said; ages are computed from it. */
  readonly now: string;
  readonly source: {
    readonly kind: "commit" | "worktree" | "github";
    readonly ref: string | null;
    readonly exported: boolean;
  };
  readonly repository: StateLine;
  readonly identity: StateLine;
  /** null: no goals. */
  readonly work: StateLine | null;
  readonly tabs: {
    readonly roster: number | null;
    readonly work: number | null;
    readonly tombstones: number | null;
    readonly evidence: number | null;
    /** How many findings hold the registry; null: nothing is held, and there is no such view. */
    readonly held: number | null;
  };
  readonly revision: number | null;
  readonly registry: Freshness;
  readonly threads: Freshness & {
    readonly read: number;
    readonly total: number;
    /** Goals whose thread could not be read at the last try, with the instant of the answer that still stands. */
    readonly stale: readonly { readonly issue: number; readonly answeredAt: string }[];
  };
  /** The repository as GitHub names it now; null where it is a directory, or was not read yet. */
  readonly github: {
    readonly id: number;
    readonly fullName: string;
    /** Reading older comments: how many so far; null when all were read. */
    readonly discovery: { readonly state: "reading" | "checking"; readonly read: number } | null;
  } | null;
  readonly nextLookAt: string;
  readonly bands: readonly Band[];
}
/** `snapshot` is "" until the first look answered. */
export type StatusDocument = Document<"status", StatusData>;

export interface RepoRow {
  readonly repository: string;
  readonly revision: number | null;
  readonly state: StateLine;
  readonly identity: StateLine;
  readonly work: StateLine | null;
  readonly agents: { readonly active: number; readonly inactive: number; readonly retired: number } | null;
  readonly tasks: { readonly resolved: number; readonly unresolved: number } | null;
  readonly group: "person" | "waiting" | "nothing";
  /** What to do next and why; null where there is nothing to do. `view` is the page that helps. */
  readonly next: {
    readonly text: string;
    readonly detail: string;
    readonly view: "roster" | "work" | "evidence" | "held";
  } | null;
  readonly lastAnswerAt: string | null;
}

export interface ReposData {
  readonly now: string;
  /** Worst first, then by name. */
  readonly repositories: readonly RepoRow[];
  readonly demo: boolean;
  /** Whoever reaches the port reads everything. */
  readonly open: boolean;
  readonly nextLookAt: string | null;
  /** How many repositories could not be read at the last look, and why the first of them; null: every look was answered. */
  readonly failing: { readonly repositories: number; readonly text: string; readonly since: string } | null;
}
export type ReposDocument = Document<"repos", ReposData>;

/** An error as `application/problem+json` (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** Parts of what was sent that cannot be used, each by its JSON pointer. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

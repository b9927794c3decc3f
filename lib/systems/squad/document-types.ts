import type { Account } from "@/lib/contracts/core/comment";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { LineSpan } from "@/lib/contracts/core/lines";
import type { Pin, Sha, Sha256 } from "@/lib/contracts/core/look";
import type { ActivationKind, OmissionReason, TrustedAccount } from "@/lib/contracts/squad/activation-types";
import type { AgentStatus } from "@/lib/contracts/squad/registry-types";
import type { IdentityCause } from "@/lib/contracts/squad/states";
import type { Claim, GoalState, TaskOutcome, WorkCounts, WorkState } from "@/lib/contracts/squad/work-types";

/**
 * The documents that routes serve and pages show. A document holds nothing that changes while its snapshot stands;
 * times of looks and freshness live in the status document alone. Times are RFC 3339 in UTC, or as written where a record states them.
 */
export interface Document<K extends string, D> {
  readonly document: K;
  readonly schema: 1;
  /** The hash of everything the document was made from; changes exactly when the document may. */
  readonly snapshot: Sha256;
  readonly repository: string;
  readonly pin: Pin | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly data: D;
}

/** What a page carries of a document: all of it, or its first rows and counts (`partial`), the rest to be fetched. */
export interface Hydrated<T> {
  readonly document: T;
  readonly partial: boolean;
}

/** The words of design: one state, one meaning, everywhere. */
export type StateWord =
  "complete" | "incomplete" | "unavailable" | "stale" | "held" | "conflict" | "retired" | "omitted";

export interface StateLine {
  readonly state: StateWord;
  readonly cause: IdentityCause | "work";
  /** A few words under the state: "14 of 17 records", "legacy format", "in work; identity complete". Empty when the state says it all. */
  readonly text: string;
}

/** A statement with a consequence and a next step, for pages that have nothing else to show. */
export interface Statement {
  readonly code: string;
  /** What happened, in one sentence. */
  readonly title: string;
  /** What it means and whether anything is lost. */
  readonly meaning: string;
  /** What to do next. */
  readonly next: string;
}

// ---------------------------------------------------------------- registry

export interface FileFacts {
  readonly path: string;
  readonly oid: Sha;
  readonly size: number;
  readonly sha256: Sha256;
  readonly lines: number;
}

/** One row of the roster. */
export interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly universe: string;
  readonly status: AgentStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly retiredAt: string | null;
  /** Object name of a picture that may be shown; null: no avatar; "unread": not judged yet (very large rosters), ask the avatar route. */
  readonly picture: Sha | "unread" | null;
  readonly lines: LineSpan;
  /** Tasks bound to this ID; null: unknown, since no binding resolves. */
  readonly tasks: number | null;
}

export interface ExcludedRow {
  readonly id: string;
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly diagnostics: readonly Diagnostic[];
}

export interface MigrationRow {
  readonly id: string;
  readonly pointer: string;
  readonly lines: LineSpan;
  readonly ready: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export type RegistryOutcome =
  "complete" | "partial" | "legacy" | "refused" | "missing" | "no-access" | "unfit" | "reading" | "expired";

export interface RegistryData {
  readonly outcome: RegistryOutcome;
  readonly file: FileFacts | null;
  readonly revision: number | null;
  readonly generatedAt: string | null;
  /** Records in the file, valid and excluded; null when there is no reading of it. */
  readonly total: number | null;
  readonly counts: { readonly active: number; readonly inactive: number; readonly retired: number } | null;
  /** Sorted by status (active, inactive, retired), then name, then ID. Empty unless complete or partial. */
  readonly agents: readonly AgentRow[];
  readonly excluded: readonly ExcludedRow[];
  /** Declared tasks that wait because the registry is not complete. */
  readonly waiting: number;
  readonly migration: {
    readonly total: number;
    readonly ready: number;
    readonly wouldMigrate: boolean;
    readonly records: readonly MigrationRow[];
  } | null;
  /** What to say where there is no roster; null for complete and partial. */
  readonly statement: Statement | null;
}
export type RegistryDocument = Document<"registry", RegistryData>;

// ---------------------------------------------------------------- work

/** An agent as a line of work shows it: the ID always, the name beside it. */
export interface Who {
  readonly id: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly picture: Sha | "unread" | null;
  readonly retiredAt: string | null;
}

export interface TaskDoc {
  /** Pointer of the row in the counted comment's bindings, e.g. "/3". */
  readonly pointer: string;
  readonly task: string;
  readonly issue: number;
  readonly title: string | null;
  readonly state: "open" | "closed" | null;
  readonly outcome: TaskOutcome;
  /** The bound ID where the outcome is resolved or retired; otherwise null. Look it up in WorkData.who. */
  readonly agentId: string | null;
  readonly omission: OmissionReason | null;
  readonly reason: Diagnostic | null;
  readonly claims: readonly Claim[];
}

export interface EpicDoc {
  readonly epic: string;
  readonly issue: number;
  readonly title: string | null;
  /** The exact set of IDs; empty where the registry does not let work resolve. */
  readonly agentIds: readonly string[];
  readonly partial: boolean;
  readonly tasks: readonly TaskDoc[];
}

export interface CommentLine {
  readonly id: number;
  readonly issue: number;
  readonly author: Account | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly edited: boolean;
  readonly verdict: "accepted" | "refused" | "pre-provenance" | "look-alike";
  /** It is the newest trusted artifact of its thread. */
  readonly counts: boolean;
  readonly kind: ActivationKind | null;
  readonly revision: number | null;
  readonly phases: readonly number[];
  readonly declared: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface GoalDoc {
  readonly issue: number;
  readonly title: string | null;
  readonly state: "open" | "closed" | null;
  readonly goal: GoalState;
  readonly resolves: boolean;
  readonly counted: CommentLine | null;
  /** Rows that the counted artifact declares, read or not. */
  readonly declared: number;
  /** Rows of a refused artifact that fail a rule. */
  readonly failingRows: number;
  readonly counts: WorkCounts;
  /** Closed task issues; null where the source has no states. */
  readonly closed: number | null;
  readonly epics: readonly EpicDoc[];
  readonly diagnostics: readonly Diagnostic[];
  readonly lookAlikes: readonly CommentLine[];
  /** Older artifacts of this thread, newest first. */
  readonly history: readonly CommentLine[];
}

export interface WorkData {
  readonly state: WorkState | null;
  /** Threads come from files that the operator exported: authors are as stated in the file. */
  readonly exported: boolean;
  readonly threads: { readonly read: number; readonly total: number; readonly comments: number };
  readonly counts: WorkCounts;
  /** Worst first: conflict, refused, unread, pre-provenance, none, bound. */
  readonly goals: readonly GoalDoc[];
  /** Every agent that a task or claim names and the registry knows. */
  readonly who: Readonly<Record<string, Who>>;
  readonly ignored: number;
  readonly trust: readonly TrustedAccount[];
  /** Why nothing resolves, or why there are no goals; null otherwise. */
  readonly statement: Statement | null;
}
export type WorkDocument = Document<"work", WorkData>;

// ---------------------------------------------------------------- agent

export interface AvatarFacts {
  readonly path: string;
  /** Where a picture may be shown. */
  readonly picture: {
    readonly type: string;
    readonly width: number;
    readonly height: number;
    readonly oid: Sha;
    readonly size: number;
  } | null;
  /** Why there is none. */
  readonly reason: Diagnostic | null;
}

export interface AgentTask {
  readonly goal: {
    readonly issue: number;
    readonly title: string | null;
    readonly revision: number;
    readonly commentId: number;
    readonly activatedAt: string;
  };
  readonly epic: { readonly epic: string; readonly issue: number; readonly title: string | null };
  readonly task: TaskDoc;
}

export interface AgentData {
  /** `record`: a valid record. `excluded`: the file has it but it failed. `unknown`: the file has no such ID. `unavailable`: no registry to ask. */
  readonly found: "record" | "excluded" | "unknown" | "unavailable";
  readonly id: string;
  readonly agent: AgentRow | null;
  readonly revision: number | null;
  readonly generatedAt: string | null;
  readonly avatar: AvatarFacts | null;
  readonly passed: number;
  readonly rules: number;
  /** Warnings and notes on the record, or every failure of an excluded one. */
  readonly findings: readonly Diagnostic[];
  readonly lines: LineSpan | null;
  /** null: unknown, since no binding resolves. */
  readonly work: readonly AgentTask[] | null;
  readonly files: readonly { readonly path: string; readonly size: number; readonly address: string }[];
  readonly statement: Statement | null;
}
export type AgentDocument = Document<"agent", AgentData>;

// ---------------------------------------------------------------- evidence

export interface EvidenceFile {
  readonly address: string;
  readonly what: "registry" | "avatar";
  readonly path: string;
  readonly oid: Sha | null;
  readonly size: number | null;
  readonly sha256: Sha256 | null;
  /** A verdict in words: "complete", "partial", "missing", "shown", "no avatar" … */
  readonly verdict: string;
  readonly state: StateWord | null;
  readonly detail: string;
}

export interface EvidenceThread {
  readonly issue: number;
  readonly title: string | null;
  readonly goal: GoalState;
  readonly comments: number | null;
  readonly size: number | null;
  readonly sha256: Sha256 | null;
  readonly lines: readonly CommentLine[];
  readonly detail: string;
}

export interface EvidenceData {
  readonly files: readonly EvidenceFile[];
  readonly threads: readonly EvidenceThread[];
  /** Look-alikes of every thread: read far enough to be recognised, never parsed. */
  readonly ignored: readonly CommentLine[];
  readonly exported: boolean;
  readonly trust: readonly TrustedAccount[];
}
export type EvidenceDocument = Document<"evidence", EvidenceData>;

export interface ByteLine {
  readonly n: number;
  readonly text: string;
  /** `in`: the fact itself; `bad`: a rule failed here; `near`: context. */
  readonly mark: "in" | "bad" | "near";
  readonly notes: readonly string[];
}

/** Everything that stands behind one fact. Address: `registry:<pointer>`, `comment:<id>:<pointer>`, `avatar:<id>`. */
export interface PieceData {
  readonly address: string;
  /** The claim, cut so that untrusted text stays apart: subject in isolation, then the statement. */
  readonly claim: {
    readonly subject: string;
    readonly mono: boolean;
    readonly statement: string;
    readonly state: StateWord | null;
    readonly word: string;
    readonly note: string;
  };
  readonly failed: readonly Diagnostic[];
  readonly warned: readonly Diagnostic[];
  readonly passed: readonly { readonly code: string; readonly sentence: string }[];
  readonly bytes: {
    readonly label: string;
    readonly first: number;
    readonly last: number;
    readonly total: number;
    readonly lines: readonly ByteLine[];
    /** Lines or characters were left out here; the download has all. */ readonly cut: boolean;
  } | null;
  /** The agent whose picture this is and its object name, where one may be shown. */
  readonly picture: { readonly id: string; readonly oid: Sha } | null;
  readonly source: {
    readonly path: string | null;
    readonly oid: Sha | null;
    readonly sha256: Sha256 | null;
    readonly size: number | null;
    readonly comment: {
      readonly id: number;
      readonly issue: number;
      readonly author: Account | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly edited: boolean;
      readonly exported: boolean;
    } | null;
  };
  /** The bytes can be downloaded (apiUrl.download). */
  readonly download: boolean;
}
export type PieceDocument = Document<"piece", PieceData>;

// ---------------------------------------------------------------- status and overview

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
  readonly code: "reading" | "stale" | "exported" | "worktree" | "open" | "expired";
  readonly tone: "plain" | "earlier" | "part" | "none";
  readonly title: string;
  readonly text: string;
}

export interface StatusData {
  /** The server's clock when this was said; ages are computed from it. */
  readonly now: string;
  readonly source: { readonly kind: "commit" | "worktree"; readonly ref: string | null; readonly exported: boolean };
  readonly repository: StateLine;
  readonly identity: StateLine;
  /** null: no goals. */
  readonly work: StateLine | null;
  readonly tabs: {
    readonly roster: number | null;
    readonly work: number | null;
    readonly tombstones: number | null;
    readonly evidence: number | null;
  };
  readonly revision: number | null;
  readonly registry: Freshness;
  readonly threads: Freshness & { readonly read: number; readonly total: number };
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
    readonly view: "roster" | "work" | "evidence";
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
}
export type ReposDocument = Document<"repos", ReposData>;

/** An error as `application/problem+json` (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
}

import type { Account } from "@/lib/contracts/core/comment";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Sha, Sha256 } from "@/lib/contracts/core/look";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import type { GoalState } from "@/lib/contracts/squad/work-types";
import type { Document, StateWord } from "./document";
import type { CommentLine } from "./work";

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

/** The file that says what issues are called and whether they are open. */
export interface EvidenceTitles {
  /** null: they come from GitHub. */
  readonly path: string | null;
  readonly issues: number | null;
  readonly size: number | null;
  readonly sha256: Sha256 | null;
  readonly fault: Diagnostic | null;
}

export interface EvidenceData {
  readonly files: readonly EvidenceFile[];
  readonly threads: readonly EvidenceThread[];
  /** Look-alikes of every thread: read far enough to be recognised, never parsed. */
  readonly ignored: readonly CommentLine[];
  /** Whether every comment was read, so that "none" is known. */
  readonly wholly: boolean;
  /** null: the source has none. */
  readonly titles: EvidenceTitles | null;
  readonly exported: boolean;
  readonly trust: readonly TrustedAccount[];
}
export type EvidenceDocument = Document<"evidence", EvidenceData>;

export interface ByteLine {
  readonly n: number;
  readonly text: string;
  /** Where the fact stands in `text` (UTF-16 code units, [from, to)), if it is a part of the line. */
  readonly fact?: { readonly from: number; readonly to: number };
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
  /** Evidence that speaks of the same thing: the other sides of a conflict, the artifact that counts instead. */
  readonly related: readonly { readonly address: string; readonly text: string }[];
  /** The agent whose picture this is and its object name, where one may be shown. */
  readonly picture: { readonly id: string; readonly oid: Sha } | null;
  readonly source: {
    /** The issues that the fact speaks of, where people read them on GitHub; empty where it is not there. */
    readonly issues: readonly {
      readonly what: "goal" | "epic" | "task";
      readonly number: number;
      readonly url: string;
    }[];
    /** Where people read the same thing on GitHub, at the same commit; null where it is not there. */
    readonly permalink: string | null;
    readonly path: string | null;
    readonly oid: Sha | null;
    readonly sha256: Sha256 | null;
    readonly size: number | null;
    readonly comment: {
      readonly id: number;
      readonly issue: number;
      readonly author: Account | null;
      /** Who edited it last, where the source names anybody. */
      readonly editor: Account | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly edited: boolean;
      readonly exported: boolean;
      /** The thread's own file or answer, which holds this comment among others. */
      readonly thread: { readonly sha256: Sha256; readonly size: number } | null;
    } | null;
  };
  /** The bytes can be downloaded (apiUrl.download). */
  readonly download: boolean;
}
export type PieceDocument = Document<"piece", PieceData>;

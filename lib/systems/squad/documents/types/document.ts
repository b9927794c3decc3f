import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Pin, Sha256 } from "@/lib/contracts/core/look";
import type { IdentityCause } from "@/lib/contracts/squad/states";

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
  /** Where a person can do it, an address that the source vouches for; absent: nowhere in particular. */
  readonly help?: string;
}

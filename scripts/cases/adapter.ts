/**
 * How a conformance case meets the code: one adapter for each system and area (of a row) or kind (of a hard input).
 * The runner reads the files, calls the adapter and compares; an adapter only runs the real functions and says what came out.
 */

/** One row of a cases file, or one hard input with its bytes. */
export interface Case {
  readonly id: string;
  readonly description: string;
  /** `row`: from a cases file, chosen by `area`. `file`: a hard input, chosen by `kind`. */
  readonly source: "row" | "file";
  /** `squad` where the row names none. */
  readonly system: string;
  readonly area: string;
  /** The row's `input`; undefined for a hard input. */
  readonly input: unknown;
  /** The row's `context`, or an empty object. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  /** The hard input's bytes; null for a row. */
  readonly bytes: Uint8Array | null;
  readonly fileName: string | null;
  /** Why the hard input's file could not be read; the case has then failed. */
  readonly unreadable?: string;
  /** Reads a file beside the cases file, such as BASE-registry.json. */
  readonly beside: (name: string) => Uint8Array;
}

/** What came out, by the names that `expected` uses. */
export type Outputs = Readonly<Record<string, unknown>>;

/** True when what came out is what the row expects. */
export type Matcher = (expected: unknown, got: unknown, test: Case) => boolean;

export interface Adapter {
  readonly system: string;
  readonly source: "row" | "file";
  readonly area: string;
  /** Runs the case. A throw fails it. */
  run(test: Case): Outputs | Promise<Outputs>;
  /** Members whose words differ from ours. Every other member of `expected` is compared by the general rules in compare.ts; one that `run` does not give fails. */
  readonly matches?: Readonly<Record<string, Matcher>>;
  /** Further members of `expected` that are prose in this area, besides PROSE. */
  readonly prose?: readonly string[];
  /** True where the hard input itself says what each of its parts must give: `run` compares them and throws on a difference. */
  readonly checksItself?: true;
  /** A checklist: its rows are prose, and each is held by a test that names its ID. */
  readonly checklist?: true;
}

/** Members of `expected` that are written for people. */
export const PROSE: readonly string[] = ["message", "note", "decision", "reason", "retry", "warning", "basis"];

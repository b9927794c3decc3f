import type { Diagnostic } from "./diagnostic";
import type { LineSpan } from "./lines";

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Where a value stands in its text: code-unit offsets [start, end) and the lines they lie on. `name` is the offset of the member's name, if it is a member. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly name?: number;
  readonly lines: LineSpan;
}

export type JsonReading =
  | { readonly ok: true; readonly text: string; readonly value: JsonValue }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

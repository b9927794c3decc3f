import { cutText } from "./text";

/**
 * A finding about an input. `code` is stable and documented in docs/diagnostics.md; `message` is a sentence a project
 * manager understands; `rule` is the contract's sentence; `mend` says what would put it right.
 */
export type Severity = "error" | "warning" | "note";

/** A rule of a contract, stated once. Every Diagnostic is made from one. */
export interface Rule<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  /** The contract's sentence, in the present tense: what holds when all is well. */
  readonly sentence: string;
  /** What would put it right, for the person who owns the record. */
  readonly mend: string;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  /** RFC 6901 pointer into the input; "" is the whole input. */
  readonly pointer: string;
  readonly message: string;
  readonly rule: string;
  readonly mend: string;
  /** The offending value as JSON text, at most 200 characters, where one was written. */
  readonly value?: string;
}

/** Longest excerpt of an offending value that a Diagnostic carries, in UTF-16 code units. */
export const MAX_VALUE_EXCERPT = 200;

/**
 * Makes a Diagnostic from the rule it reports.
 * @param value the offending value, if one was written; shown as JSON text, cut at MAX_VALUE_EXCERPT with an ellipsis
 */
export function diagnose(
  rule: Rule,
  pointer: string,
  message: string,
  more: { value?: unknown; mend?: string } = {},
): Diagnostic {
  const base = {
    code: rule.code,
    severity: rule.severity,
    pointer,
    message,
    rule: rule.sentence,
    mend: more.mend ?? rule.mend,
  };
  return more.value === undefined ? base : { ...base, value: excerpt(more.value) };
}

function excerpt(value: unknown): string {
  return cutText(JSON.stringify(value) ?? String(value), MAX_VALUE_EXCERPT);
}

import { diagnose, type Diagnostic, type Rule } from "./diagnostic";
import { findDuplicates } from "./json-duplicates";
import { FAULTS, findFault } from "./json-fault";
import { BYTE_ORDER_MARK, DUPLICATE_NAME, MALFORMED, NOT_UTF8, TOO_DEEP, TOO_LARGE } from "./json-rules";
import { measure } from "./json-measure";
import type { Outline } from "./json-outline";
import type { JsonReading, JsonValue } from "./json-types";
import { linesAt, positionAt } from "./lines";
import { quote } from "./text";

export interface JsonLimits {
  /** Bytes for bytes; UTF-16 code units for a text that was decoded before. */
  readonly maxBytes: number;
  /** Objects and lists inside one another, the root counting as 1. */
  readonly maxDepth?: number;
  /** Put before every pointer, where the text is a part of something larger. */
  readonly pointerBase?: string;
}

/** "depth at most 64 (the root counts as 1)" */
export const MAX_DEPTH = 64;

/** Most repeated names that one reading lists; the message of the last says how many more there are. */
export const MAX_DUPLICATES = 100;

/**
 * Reads bytes as strict JSON: "strict UTF-8 (no replacement), no byte-order mark, RFC 8259 grammar, no duplicate member
 * names (compare after unescaping; report the pointer), depth at most 64".
 * @param outline takes down where members stand; to be used only when the reading is ok
 * @returns the text and its value, or why not: json-too-large, json-not-utf8, json-byte-order-mark, json-malformed,
 * json-too-deep (one each), or json-duplicate-name (one for each repeated name). Never throws.
 */
export function readJson(bytes: Uint8Array, limits: JsonLimits, outline: Outline | null = null): JsonReading {
  if (bytes.length > limits.maxBytes)
    return refuse(limits, TOO_LARGE, tooLarge(bytes.length, limits.maxBytes, "bytes"));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(limits, NOT_UTF8, "The file is not valid UTF-8 text.");
  }
  return readText(text, limits, outline);
}

/** As `readJson`, for a text that was decoded before. The limit then counts UTF-16 code units. */
export function readJsonText(text: string, limits: JsonLimits): JsonReading {
  if (text.length > limits.maxBytes)
    return refuse(limits, TOO_LARGE, tooLarge(text.length, limits.maxBytes, "characters"));
  return readText(text, limits);
}

function readText(text: string, limits: JsonLimits, outline: Outline | null = null): JsonReading {
  if (text.charCodeAt(0) === 0xfeff) {
    return refuse(limits, BYTE_ORDER_MARK, "The file begins with an invisible byte-order mark.");
  }
  const maxDepth = limits.maxDepth ?? MAX_DEPTH;
  const { members, tooDeepAt } = measure(text, maxDepth, outline === null ? null : outline.entries);
  if (tooDeepAt >= 0) return explain(text, maxDepth, limits);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return explain(text, maxDepth, limits);
  }
  // JSON.parse keeps one member a name: a text repeats a name if and only if it has more members than its value.
  if (members === countMembers(value)) return { ok: true, text, value };
  return { ok: false, diagnostics: duplicates(text, limits) };
}

function explain(text: string, maxDepth: number, limits: JsonLimits): JsonReading {
  const fault = findFault(text, maxDepth) ?? { offset: 0, what: "value-expected" as const };
  const { line, column } = positionAt(text, fault.offset);
  const where = `line ${line}, column ${column}`;
  if (fault.what === "too-deep")
    return refuse(limits, TOO_DEEP, `More than ${maxDepth} values are nested inside one another at ${where}.`);
  return refuse(limits, MALFORMED, `This is not valid JSON: at ${where}, ${FAULTS[fault.what]}.`);
}

function duplicates(text: string, limits: JsonLimits): Diagnostic[] {
  const { listed, total } = findDuplicates(text, MAX_DUPLICATES);
  const lineOf = linesAt(
    text,
    listed.flatMap(({ first, second }) => [first, second]),
  );
  return listed.map(({ pointer, name, first, second }, index) => {
    const lines = `lines ${lineOf.get(first)} and ${lineOf.get(second)}`;
    const rest =
      index === MAX_DUPLICATES - 1 && total > MAX_DUPLICATES
        ? ` ${total - MAX_DUPLICATES} more repeated names are not listed.`
        : "";
    return diagnose(
      DUPLICATE_NAME,
      `${limits.pointerBase ?? ""}${pointer}`,
      `The name ${quote(name)} stands twice in one object (${lines}).${rest}`,
    );
  });
}

function countMembers(root: JsonValue): number {
  let members = 0;
  const open: object[] = [];
  const note = (value: JsonValue | undefined): void => {
    if (typeof value === "object" && value !== null) open.push(value);
  };
  note(root);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) note(item);
    } else {
      const names = Object.keys(value);
      members += names.length;
      for (const name of names) note((value as { readonly [name: string]: JsonValue })[name]);
    }
  }
  return members;
}

function refuse(limits: JsonLimits, rule: Rule, message: string): JsonReading {
  return { ok: false, diagnostics: [diagnose(rule, limits.pointerBase ?? "", message)] };
}

function tooLarge(size: number, limit: number, unit: string): string {
  return `The file has ${size} ${unit}; at most ${limit} are read.`;
}

import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
} from "./json-scan";

/** What is wrong with a text that is no JSON, or nests too deep. Each has its sentence in FAULTS. */
export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly what: FaultKind;
}

export const FAULTS = {
  empty: "there is nothing in it",
  "ends-early": "the text ends before the value is complete",
  "text-after-end": "there is more text after the end of the value",
  "value-expected": "a value is missing here",
  "unknown-word": "this word is no JSON value (only true, false and null are, in small letters)",
  "single-quote": "texts stand in double quotation marks, not in single ones",
  comment: "JSON has no comments",
  "name-expected": "a member name in double quotation marks is missing here",
  "colon-expected": "a colon is missing between a name and its value",
  "comma-expected": "a comma or a closing bracket is missing here",
  "trailing-comma": "there is a comma after the last member",
  "bad-number": "this is no number as JSON writes them",
  "bad-escape": "a backslash is followed by something that it cannot stand before",
  "control-character": "a text holds a line break or another control character that must be written with a backslash",
  "too-deep": "values are nested too deep",
} as const;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_LIKE = /[-+.0-9A-Za-z_]/;
const HEX = /^[0-9a-fA-F]{4}$/;

type State = "value" | "first-item" | "first-name" | "name" | "colon" | "after";

/**
 * The first place where a text departs from RFC 8259, or nests deeper than `maxDepth` (the root object or list counts
 * as 1); null where it does neither. Takes time in proportion to the text, whatever it holds, and never throws.
 */
export function findFault(text: string, maxDepth: number): Fault | null {
  const open: number[] = [];
  let state: State = "value";
  let i = skipSpace(text, 0);
  if (i >= text.length) return { offset: i, what: "empty" };
  for (;;) {
    i = skipSpace(text, i);
    const ended = i >= text.length;
    if (state === "after" && open.length === 0)
      return ended ? null : fault(i, startsComment(text, i) ? "comment" : "text-after-end");
    if (ended) return fault(i, "ends-early");
    const code = text.charCodeAt(i);
    if (code === 0x2f && startsComment(text, i)) return fault(i, "comment");
    switch (state) {
      case "first-name":
      case "first-item":
        if (code === (state === "first-name" ? CLOSE_OBJECT : CLOSE_LIST)) {
          open.pop();
          state = "after";
          i += 1;
        } else state = state === "first-name" ? "name" : "value";
        break;
      case "name": {
        if (code === 0x27) return fault(i, "single-quote");
        if (code === CLOSE_OBJECT) return fault(i, "trailing-comma");
        if (code !== QUOTE) return fault(i, "name-expected");
        const end = endOfString(text, i);
        if (typeof end !== "number") return end;
        i = end;
        state = "colon";
        break;
      }
      case "colon":
        if (code !== COLON) return fault(i, "colon-expected");
        i += 1;
        state = "value";
        break;
      case "value":
        if (code === OPEN_OBJECT || code === OPEN_LIST) {
          if (open.length === maxDepth) return fault(i, "too-deep");
          open.push(code);
          state = code === OPEN_OBJECT ? "first-name" : "first-item";
          i += 1;
        } else {
          if (code === CLOSE_LIST && open.at(-1) === OPEN_LIST) return fault(i, "trailing-comma");
          const end = endOfScalar(text, i, code);
          if (typeof end !== "number") return end;
          i = end;
          state = "after";
        }
        break;
      case "after": {
        const inObject = open.at(-1) === OPEN_OBJECT;
        if (code === COMMA) state = inObject ? "name" : "value";
        else if (code === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) open.pop();
        else return fault(i, "comma-expected");
        i += 1;
        break;
      }
    }
  }
}

function fault(offset: number, what: FaultKind): Fault {
  return { offset, what };
}

function startsComment(text: string, i: number): boolean {
  return text.startsWith("//", i) || text.startsWith("/*", i);
}

function endOfString(text: string, start: number): number | Fault {
  for (let i = start + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code < 0x20) return fault(i, "control-character");
    if (code !== BACKSLASH) continue;
    const escaped = text.charAt(i + 1);
    if (escaped === "") break;
    if (escaped === "u") {
      const digits = text.slice(i + 2, i + 6);
      if (!HEX.test(digits)) return fault(i, i + 2 + digits.length >= text.length ? "ends-early" : "bad-escape");
      i += 5;
    } else if ('"\\/bfnrt'.includes(escaped)) i += 1;
    else return fault(i, "bad-escape");
  }
  return fault(text.length, "ends-early");
}

function endOfScalar(text: string, start: number, code: number): number | Fault {
  if (code === QUOTE) return endOfString(text, start);
  for (const word of ["true", "false", "null"]) {
    if (text.startsWith(word, start)) {
      const end = start + word.length;
      return NUMBER_LIKE.test(text.charAt(end)) ? fault(start, "unknown-word") : end;
    }
  }
  if (code === 0x27) return fault(start, "single-quote");
  NUMBER.lastIndex = start;
  if (NUMBER.test(text)) {
    const end = NUMBER.lastIndex;
    return NUMBER_LIKE.test(text.charAt(end)) ? fault(start, "bad-number") : end;
  }
  if (/[-+.0-9]/.test(text.charAt(start))) return fault(start, "bad-number");
  return fault(start, /[\p{L}_$]/u.test(text.charAt(start)) ? "unknown-word" : "value-expected");
}

import type { Place } from "../core/json-types";
import type { LineSpan } from "../core/lines";
import { places } from "../core/locate";
import { readBlocks, type Fence } from "./blocks";
import { judgeSize, splitLines } from "./comment-lines";
import { ENVELOPE, lineOfPointer, WHOLE_COMMENT } from "./comment-pointer";
import { partsOf, type CommentParts } from "./comment-parts";
import { readEnvelope } from "./envelope";

/** Lines of a comment, and where in them the thing itself stands if it stands on one line (UTF-16 code units from 0, [from, to)). */
export interface CommentPlace extends LineSpan {
  readonly columns?: { readonly from: number; readonly to: number };
}

/** Where things stand in one comment, in lines of its body counted from 1. */
export interface CommentPlaces {
  readonly total: number;
  /** The fences that the contract reads: the bindings blocks and the envelopes. */
  readonly fences: readonly LineSpan[];
  /**
   * The lines of a pointer into the comment (comment-pointer.ts), or of its nearest parent that has any; null where the pointer
   * names nothing.
   */
  find(pointer: string): CommentPlace | null;
  /** True when the pointer itself names something: a link to a row that is not there must not show another. */
  has(pointer: string): boolean;
}

const NO_PARTS: CommentParts = { bindings: [], envelopes: [], strayLabels: [], identityJson: [] };

/**
 * Finds pointers in a comment's body, for showing where a rule failed. A comment over the caps is not parsed: only its whole and
 * single lines can be found in it. Pure and total.
 * @param parse false for an untrusted comment, which is never parsed
 */
export function placesInComment(body: string, parse = true): CommentPlaces {
  const lines = splitLines(body);
  const whole = { first: 1, last: Math.max(1, lines.length) };
  const parts = parse && judgeSize(body, lines) === null ? partsOf(readBlocks(lines)) : NO_PARTS;
  const bindings = finder(parts.bindings[0]);
  // The activation envelope, as the rules choose it; beside it others may stand.
  const envelope = finder(parts.envelopes.find((fence) => readEnvelope(fence).what === "activation"));
  const find = (pointer: string): CommentPlace | null => {
    if (pointer === WHOLE_COMMENT) return whole;
    const line = lineOfPointer(pointer);
    if (line !== null) return line <= whole.last ? { first: line, last: line } : null;
    if (pointer === ENVELOPE || pointer.startsWith(`${ENVELOPE}/`))
      return envelope.find(pointer.slice(ENVELOPE.length));
    return bindings.find(pointer);
  };
  const has = (pointer: string): boolean => {
    if (pointer === WHOLE_COMMENT || lineOfPointer(pointer) !== null) return find(pointer) !== null;
    if (pointer === ENVELOPE || pointer.startsWith(`${ENVELOPE}/`)) return envelope.has(pointer.slice(ENVELOPE.length));
    return bindings.has(pointer);
  };
  return {
    total: lines.length,
    has,
    fences: [...parts.bindings, ...parts.envelopes].map((fence) => fence.lines),
    find,
  };
}

/** Deep enough for every rule's own pointer, such as `/3/epic_agent_ids/0`; below that the nearest parent is found. */
const DEPTH = 3;

/** Finds pointers into the JSON of one fence, which is read once however many are asked for. */
function finder(fence: Fence | undefined) {
  let found: ReadonlyMap<string, Place> | null = null;
  const all = (text: string): ReadonlyMap<string, Place> => (found ??= isJson(text) ? places(text, DEPTH) : new Map());
  return {
    has: (pointer: string): boolean => fence !== undefined && (pointer === "" || all(fence.text).has(pointer)),
    find: (pointer: string): CommentPlace | null =>
      fence === undefined ? null : placeIn(fence, all(fence.text), pointer),
  };
}

function placeIn(fence: Fence, found: ReadonlyMap<string, Place>, pointer: string): CommentPlace | null {
  if (found.size === 0) return fence.lines;
  const place = parents(pointer)
    .map((candidate) => found.get(candidate))
    .find((candidate) => candidate !== undefined);
  if (place === undefined) return null;
  // The text inside begins on the line after the fence's own.
  const { first, last } = place.lines;
  const lines = { first: first + fence.lines.first, last: last + fence.lines.first };
  if (first !== last) return lines;
  const start = place.name ?? place.start;
  // The text inside has no line break but LF; counting its lines from the top for each of thousands of findings takes seconds.
  const from = start - (fence.text.lastIndexOf("\n", start - 1) + 1);
  return { ...lines, columns: { from, to: from + place.end - start } };
}

/** The pointer and everything above it, nearest first. */
function parents(pointer: string): string[] {
  const tokens = pointer.split("/");
  return tokens.map((_, index) => tokens.slice(0, tokens.length - index).join("/"));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

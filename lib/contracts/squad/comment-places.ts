import type { LineSpan } from "../core/lines";
import { places } from "../core/locate";
import { readBlocks, type Fence } from "./blocks";
import { judgeSize, splitLines } from "./comment-lines";
import { ENVELOPE, lineOfPointer, WHOLE_COMMENT } from "./comment-pointer";
import { partsOf, type CommentParts } from "./comment-parts";

/** Where things stand in one comment, in lines of its body counted from 1. */
export interface CommentPlaces {
  readonly total: number;
  /** The fences that the contract reads: the bindings blocks and the envelopes. */
  readonly fences: readonly LineSpan[];
  /**
   * The lines of a pointer into the comment (comment-pointer.ts), or of its nearest parent that has any; null where the pointer
   * names nothing.
   */
  find(pointer: string): LineSpan | null;
}

const NO_PARTS: CommentParts = { bindings: [], envelopes: [], strayLabels: [], identityJson: [] };

/**
 * Finds pointers in a comment's body, for showing where a rule failed. A comment over the caps is not parsed: only its whole and
 * single lines can be found in it. Pure and total.
 */
export function placesInComment(body: string): CommentPlaces {
  const lines = splitLines(body);
  const whole = { first: 1, last: Math.max(1, lines.length) };
  const parts = judgeSize(body, lines) === null ? partsOf(readBlocks(lines)) : NO_PARTS;
  const find = (pointer: string): LineSpan | null => {
    if (pointer === WHOLE_COMMENT) return whole;
    const line = lineOfPointer(pointer);
    if (line !== null) return line <= whole.last ? { first: line, last: line } : null;
    if (pointer === ENVELOPE || pointer.startsWith(`${ENVELOPE}/`))
      return inFence(parts.envelopes[0], pointer.slice(ENVELOPE.length));
    return inFence(parts.bindings[0], pointer);
  };
  return { total: lines.length, fences: [...parts.bindings, ...parts.envelopes].map((fence) => fence.lines), find };
}

function inFence(fence: Fence | undefined, pointer: string): LineSpan | null {
  if (fence === undefined) return null;
  if (!isJson(fence.text)) return fence.lines;
  const found = places(fence.text, parents(pointer));
  for (const candidate of parents(pointer)) {
    const place = found.get(candidate);
    // The text inside begins on the line after the fence's own.
    if (place !== undefined)
      return { first: place.lines.first + fence.lines.first, last: place.lines.last + fence.lines.first };
  }
  return null;
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

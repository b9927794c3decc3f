import type { Outline } from "./json-outline";
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, stringEnd } from "./json-scan";

const LF = 0x0a;
const CR = 0x0d;

export interface Measure {
  /** Members of all objects, each counted as often as it is written. */
  readonly members: number;
  /** Offset of the first object or list that is nested deeper than allowed; -1: none. */
  readonly tooDeepAt: number;
}

/**
 * One pass over the text, which need not be grammatical. The outermost object or list is at depth 1; stops at the first one deeper than `maxDepth`.
 * @param outline takes down where members stand
 */
export function measure(text: string, maxDepth: number, outline: Outline | null = null): Measure {
  let depth = 0;
  let members = 0;
  let line = 1;
  let lastLine = 1;
  let nameStart = 0;
  let nameEnd = 0;
  let nameLine = 1;
  const length = text.length;
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) {
      if (code === LF || (code === CR && text.charCodeAt(i + 1) !== LF)) line += 1;
      continue;
    }
    if (code === QUOTE) {
      const end = stringEnd(text, i);
      if (depth <= 2) {
        nameStart = i;
        nameEnd = end;
        nameLine = line;
      }
      i = end - 1;
    } else if (code === COLON) {
      members += 1;
      if (depth <= 2) outline?.begin(text, depth, nameStart, nameEnd, nameLine);
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1;
      if (depth > maxDepth) return { members, tooDeepAt: i };
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (depth === 2) outline?.end(lastLine);
      depth -= 1;
    } else if (code === COMMA && depth === 2) outline?.end(lastLine);
    lastLine = line;
  }
  return { members, tooDeepAt: -1 };
}

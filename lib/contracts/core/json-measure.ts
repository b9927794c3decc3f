import { stringEnd } from "./json-scan";

export interface Measure {
  /** Members of all objects, each counted as often as it is written. */
  readonly members: number;
  /** Offset of the first object or list that is nested deeper than allowed; -1: none. */
  readonly tooDeepAt: number;
}

/**
 * One pass over the text, which need not be grammatical. The outermost object or list is at depth 1; stops at the first one deeper than `maxDepth`.
 * Characters stand here as numbers: named constants of a module are variables to the engine once the code is bundled,
 * and this loop, which sees every character of a file, takes more than twice its time with them.
 * @param entries takes down where the members at depth 1 and 2 stand, in the order of the text: for each its depth, where its name begins
 *   and ends, its first and its last line. (Numbers in a list, because a method for each would take longer than the rest.)
 */
export function measure(text: string, maxDepth: number, entries: number[] | null = null): Measure {
  const length = text.length;
  let depth = 0;
  let members = 0;
  let line = 1;
  let lastLine = 1;
  let nameStart = 0;
  let nameEnd = 0;
  let nameLine = 1;
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x20) continue;
    if (code === 0x22 /* quotation mark */) {
      const end = stringEnd(text, i);
      if (depth <= 2) {
        nameStart = i;
        nameEnd = end;
        nameLine = line;
      }
      i = end - 1;
    } else if (code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) {
      line += 1;
      continue;
    } else if (code === 0x3a /* colon */) {
      members += 1;
      if (depth <= 2 && entries !== null) entries.push(depth, nameStart, nameEnd, nameLine, nameLine);
    } else if (code === 0x7b || code === 0x5b /* opening brackets */) {
      depth += 1;
      if (depth > maxDepth) return { members, tooDeepAt: i };
    } else if (code === 0x7d || code === 0x5d /* closing brackets */) {
      if (depth === 2 && entries !== null) entries[entries.length - 1] = lastLine;
      depth -= 1;
    } else if (code === 0x2c /* comma */ && depth === 2 && entries !== null) {
      entries[entries.length - 1] = lastLine;
    } else if (code <= 0x20) continue;
    lastLine = line;
  }
  return { members, tooDeepAt: -1 };
}

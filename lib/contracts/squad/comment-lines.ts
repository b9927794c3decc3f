import { diagnose, type Diagnostic } from "../core/diagnostic";
import { WHOLE_COMMENT } from "./comment-pointer";
import { COMMENT_TOO_COMPLEX, COMMENT_TOO_LONG } from "./comment-rules";

/** "comment 65,536 characters" (Unicode code points, as GitHub counts them). */
export const MAX_COMMENT_CHARACTERS = 65_536;
/** "one of more than 5,000 lines or 2,000 container markers is refused as too complex" */
export const MAX_COMMENT_LINES = 5_000;
export const MAX_CONTAINER_MARKERS = 2_000;
/** Containers inside one another cost the parser the most: `- ` a thousand times on one line takes it seconds. Nobody nests so deep. */
export const MAX_NESTING = 100;

/** The lines of a text without their breaks. Lines end at LF, CRLF or CR; a break at the very end begins no further line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * How many container markers begin a line: every `>`, and every `-`, `+`, `*` or number with `.` or `)` that white space
 * or the line's end follows, as long as nothing else has come. Counted alike inside code, so that nothing has to be parsed to count.
 */
export function countContainerMarkers(line: string): number {
  let count = 0;
  let i = 0;
  for (;;) {
    while (isSpace(line.charCodeAt(i))) i += 1;
    const end = markerEnd(line, i);
    if (end < 0) return count;
    count += 1;
    i = end;
  }
}

/**
 * Judges a comment by its size before anything parses it, because CommonMark parsers are quadratic on hostile text.
 * @returns null, or why the comment is refused
 */
export function judgeSize(body: string, lines: readonly string[]): Diagnostic | null {
  const characters = countCharacters(body);
  if (characters > MAX_COMMENT_CHARACTERS) {
    const message = `The comment has ${characters} characters; at most ${MAX_COMMENT_CHARACTERS} are read.`;
    return diagnose(COMMENT_TOO_LONG, WHOLE_COMMENT, message);
  }
  if (lines.length > MAX_COMMENT_LINES) {
    const message = `The comment has ${lines.length} lines; at most ${MAX_COMMENT_LINES} are read.`;
    return diagnose(COMMENT_TOO_COMPLEX, WHOLE_COMMENT, message);
  }
  const counts = lines.map(countContainerMarkers);
  const deepest = counts.reduce((most, count) => Math.max(most, count), 0);
  if (deepest > MAX_NESTING) {
    const message = `A line of the comment begins with ${deepest} quote and list markers; at most ${MAX_NESTING} are read.`;
    return diagnose(COMMENT_TOO_COMPLEX, WHOLE_COMMENT, message);
  }
  const markers = counts.reduce((sum, count) => sum + count, 0);
  if (markers <= MAX_CONTAINER_MARKERS) return null;
  const message = `The comment has ${markers} quote and list markers; at most ${MAX_CONTAINER_MARKERS} are read.`;
  return diagnose(COMMENT_TOO_COMPLEX, WHOLE_COMMENT, message);
}

function markerEnd(line: string, i: number): number {
  const char = line[i];
  if (char === ">") return i + 1;
  if (char === "-" || char === "+" || char === "*") return endsWord(line, i + 1) ? i + 1 : -1;
  let end = i;
  while (isDigit(line.charCodeAt(end))) end += 1;
  if (end === i || (line[end] !== "." && line[end] !== ")")) return -1;
  return endsWord(line, end + 1) ? end + 1 : -1;
}

function endsWord(line: string, i: number): boolean {
  return i >= line.length || isSpace(line.charCodeAt(i));
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function countCharacters(text: string): number {
  let count = text.length;
  if (count <= MAX_COMMENT_CHARACTERS) return count;
  // The second half of a surrogate pair is no character of its own.
  for (let i = 1; i < text.length; i += 1) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) count -= 1;
  }
  return count;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

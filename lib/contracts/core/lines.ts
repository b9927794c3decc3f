/** A run of lines in a text, both ends included, counted from 1. Lines end at LF, CRLF or CR. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A place in a text for people: both counted from 1, the column in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where an offset (UTF-16 code units) stands. The break that ends a line belongs to that line. */
export function positionAt(text: string, offset: number): Position {
  const end = Math.min(offset, text.length);
  const lines = lineCounter(text);
  const line = lines(end);
  let start = end;
  while (start > 0 && !isBreakBefore(text, start)) start -= 1;
  return { line, column: end - start + 1 };
}

/** The line of each offset, in one pass over the text. */
export function linesAt(text: string, offsets: readonly number[]): Map<number, number> {
  const lineAt = lineCounter(text);
  return new Map([...offsets].sort((a, b) => a - b).map((offset) => [offset, lineAt(offset)]));
}

/** A function from offset to line number. Its offsets must not decrease; together the calls pass over the text once. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  if (text.indexOf("\r") < 0) {
    let next = text.indexOf("\n");
    return (offset) => {
      while (next >= 0 && next < offset) {
        line += 1;
        next = text.indexOf("\n", next + 1);
      }
      return line;
    };
  }
  let at = 0;
  return (offset) => {
    for (; at < offset && at < text.length; at += 1) if (isBreakBefore(text, at + 1)) line += 1;
    return line;
  };
}

/** True when a line begins at `offset`: after LF, and after a CR that no LF follows. */
function isBreakBefore(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  return before === 0x0a || (before === 0x0d && text.charCodeAt(offset) !== 0x0a);
}

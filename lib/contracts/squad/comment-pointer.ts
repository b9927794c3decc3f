/**
 * Pointers into a comment. A pointer that is empty or begins with `/` is an RFC 6901 pointer into the bindings array (the first
 * bindings block), such as `/3/issue`. Everything else in a comment is named by a word after `#`:
 * `#comment` the comment as a whole · `#envelope` and `#envelope/phases/0` the activation envelope · `#line/12` the block that
 * begins on line 12 of the comment, counted from 1.
 */
export const WHOLE_COMMENT = "#comment";
export const ENVELOPE = "#envelope";
export const BINDINGS = "";

export function linePointer(line: number): string {
  return `${LINE}${line}`;
}

/** The line number of a `#line/…` pointer, or null for any other pointer. */
export function lineOfPointer(pointer: string): number | null {
  const digits = pointer.startsWith(LINE) ? pointer.slice(LINE.length) : "";
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}

const LINE = "#line/";

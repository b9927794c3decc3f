/** Steps over grammatical JSON text, shared by the readers below. Offsets are UTF-16 code units. */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** The offset after the string that opens at `start`; the text's end where it is never closed. */
export function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c /* backslash */) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
}

/** The member name whose string stands at [start, end), unescaped. */
export function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.indexOf("\\") < 0 ? raw : String(JSON.parse(text.slice(start, end)));
}

/** The offset of the first character from `start` on that is no JSON white space. */
export function skipSpace(text: string, start: number): number {
  let i = start;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return i;
    i += 1;
  }
}

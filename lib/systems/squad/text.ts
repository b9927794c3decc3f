/** Text of a file as people are shown it. */

const LF = 0x0a;
const CR = 0x0d;

/** How many lines a file has: LF, CRLF and CR end a line, and a last line without an end counts. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  let open = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === LF && bytes[index - 1] === CR) continue;
    open = byte !== LF && byte !== CR;
    if (!open) lines += 1;
  }
  return open ? lines + 1 : lines;
}

/** The lines of a text, by the same rule. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Decodes a file for showing only: what is no UTF-8 becomes U+FFFD, and a byte-order mark stays visible. */
export function showable(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

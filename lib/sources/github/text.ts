/**
 * A text with no more than so many characters (code points; none is cut in two). What is cut is copied: a mere slice would keep the whole
 * text in memory.
 */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  let end = 0;
  for (let count = 0; count < characters && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end === text.length ? text : Buffer.from(text.slice(0, end), "utf16le").toString("utf16le");
}

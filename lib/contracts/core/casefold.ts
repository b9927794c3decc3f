import { CASE_FOLDING } from "./casefold.generated";
import { isPlainAscii } from "./text";

/** By code point. */
const FOLDED: ReadonlyMap<number, string> = new Map(
  CASE_FOLDING.split(" ").map((entry) => {
    const [from = "", to = ""] = entry.split(":");
    return [Number.parseInt(from, 16), to.split(",").map(fromHex).join("")];
  }),
);

/**
 * Full default case folding (Unicode, CaseFolding.txt, statuses C and F): `ß` and `SS` become equal, dotless ı and i do
 * not. The same on every machine and in every locale.
 */
export function foldCase(text: string): string {
  // For printable ASCII, folding and lower-casing are the same.
  if (isPlainAscii(text)) return text.toLowerCase();
  let folded = "";
  let kept = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.codePointAt(i) ?? 0;
    const fold = FOLDED.get(code);
    const width = code > 0xffff ? 2 : 1;
    if (fold !== undefined) {
      folded += text.slice(kept, i) + fold;
      kept = i + width;
    }
    i += width - 1;
  }
  return kept === 0 ? text : folded + text.slice(kept);
}

function fromHex(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

import { CASE_FOLDING } from "./casefold.generated";
import { isPlainAscii } from "./text";

const FOLDED: ReadonlyMap<string, string> = new Map(
  CASE_FOLDING.split(" ").map((entry) => {
    const [from = "", to = ""] = entry.split(":");
    return [fromHex(from), to.split(",").map(fromHex).join("")];
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
  for (const char of text) folded += FOLDED.get(char) ?? char;
  return folded;
}

function fromHex(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

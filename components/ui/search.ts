/**
 * A text as a search compares it: compatibility-decomposed, without marks, lower case, the same in every locale: "asa" finds Åsa.
 * For finding only: identity never compares this way.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** The words of a query, folded. Empty when there is nothing to look for. */
export function terms(query: string): readonly string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}

/** True when every word stands somewhere in the folded text. */
export function matches(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

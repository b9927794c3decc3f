// Variation selectors (an emoji's two drawings) and the joiners of emoji and Indic scripts change a glyph, not the text around it. After
// letters that have no such forms, and where a text begins, they change nothing: two names that look alike would differ by them alone.
const PLAIN = "[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{P}\\p{Z}]";
const HIDDEN = new RegExp(
  `(?:(?<=^|${PLAIN})|(?![\\p{Variation_Selector}\\u200c\\u200d]))[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  "u",
);
const SPLIT = new RegExp(`(${HIDDEN.source})`, "u");

// Breaking a word of 10,000 letters into lines takes a browser seconds when it is one piece of text, and moments when it is many.
const LONG = 1_000;
const PIECE = /.{1,240}[\p{M}\u200d\ufe0f]*/gsu;

/** A run of plain text, or one character that cannot be seen. */
export interface Run {
  readonly text: string;
  readonly hidden: boolean;
}

/** Cuts a text into runs that may be shown as they are and characters that must be named, such as `U+202E`. */
export function runs(text: string): readonly Run[] {
  if (!HIDDEN.test(text)) return plain(text);
  return text
    .split(SPLIT)
    .flatMap((part, i) => (i % 2 === 1 ? [{ text: codePoint(part), hidden: true }] : plain(part)));
}

/** The same as plain text, for titles and labels: `a[U+202E]b`. */
export function visible(text: string): string {
  return runs(text)
    .map((run) => (run.hidden ? `[${run.text}]` : run.text))
    .join("");
}

function plain(text: string): readonly Run[] {
  if (text === "") return [];
  const pieces = text.length > LONG ? (text.match(PIECE) ?? [text]) : [text];
  return pieces.map((piece) => ({ text: piece, hidden: false }));
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

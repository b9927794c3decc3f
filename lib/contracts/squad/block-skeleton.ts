/** A comment reduced to what decides its block structure, line by line. */
export interface Skeleton {
  readonly text: string;
  /** For each line of `text`, the number of the comment's line it stands for, counted from 1. */
  readonly lineNumbers: readonly number[];
}

// What may still decide a line's kind: white space, markers of quotes, lists, headings, breaks and fences, HTML and definitions.
const STRUCTURAL = /[^ \t>*_\-+=#`~<[\d.)]/;
const STRUCTURAL_WITHOUT_DEFINITIONS = /[^ \t>*_\-+=#`~<\d.)]/;
const WORDS = /[^ \t]/g;
const WORDS_OUTSIDE_FENCES = /[^ \t`]/g;
// Definitions read on past the first word: brackets, colons, quotation marks, parentheses, escapes, and control characters end them.
const WORDS_AMONG_DEFINITIONS = /[^ \t`[\]:"'()\\\x00-\x1f\x7f]/g;
const MAX_BLANK_RUN = 2;

/**
 * Replaces what only inline markup would read by `x`, and shortens runs of blank lines, so that a CommonMark parser finds
 * the same blocks on the same lines in a time that inline markup and blank lines cannot inflate. A line with `<`, or with
 * `>` after its first word, stays as it is, because HTML blocks begin and end at such.
 */
export function skeletonOf(lines: readonly string[]): Skeleton {
  const definitions = lines.some((line) => line.includes("]:"));
  const kept: string[] = [];
  const lineNumbers: number[] = [];
  let blanks = 0;
  lines.forEach((line, index) => {
    const bones = isBlank(line) ? "" : reduce(line, definitions);
    blanks = bones === "" ? blanks + 1 : 0;
    if (blanks > MAX_BLANK_RUN) return;
    kept.push(bones);
    lineNumbers.push(index + 1);
  });
  return { text: kept.join("\n"), lineNumbers };
}

function reduce(line: string, definitions: boolean): string {
  const at = line.search(definitions ? STRUCTURAL : STRUCTURAL_WITHOUT_DEFINITIONS);
  if (at < 0) return line;
  const before = line.slice(0, at);
  const after = line.slice(at);
  if (before.includes("<") || after.includes("<") || after.includes(">")) return line;
  return before + after.replace(wordsIn(before, definitions), "x");
}

function wordsIn(before: string, definitions: boolean): RegExp {
  if (definitions) return WORDS_AMONG_DEFINITIONS;
  // The info string of a fence of backticks must not hold a backtick.
  return before.includes("```") ? WORDS_OUTSIDE_FENCES : WORDS;
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

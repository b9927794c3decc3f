import type { Rule } from "./diagnostic";

const rule = <Code extends string>(code: Code, sentence: string, mend: string): Rule<Code> => ({
  code,
  severity: "error",
  sentence,
  mend,
});

/** What a text must be before any contract looks at its content (contracts, "Reading JSON"). */
export const TOO_LARGE = rule(
  "json-too-large",
  "The file is no larger than the reader's limit.",
  "Make the file smaller; nothing of it was read.",
);
export const NOT_UTF8 = rule(
  "json-not-utf8",
  "The file is UTF-8 without a single wrong byte.",
  "Save the file as UTF-8. Wrong bytes are never replaced, because two different names could become one.",
);
export const BYTE_ORDER_MARK = rule(
  "json-byte-order-mark",
  "The file does not begin with a byte-order mark.",
  "Save the file as UTF-8 without a byte-order mark (BOM).",
);
export const MALFORMED = rule(
  "json-malformed",
  "The file is JSON as RFC 8259 defines it.",
  "Correct the text at the place named; any JSON checker shows it.",
);
export const TOO_DEEP = rule(
  "json-too-deep",
  "Values are nested no deeper than the reader's limit, the whole file counting as 1.",
  "Flatten the value at the place named.",
);
export const DUPLICATE_NAME = rule(
  "json-duplicate-name",
  "No object has two members of the same name.",
  "Keep one of the members and remove the others. Readers differ in which of them they believe, so none is.",
);

/** In the order in which they are checked. */
export const JSON_RULES: readonly Rule[] = [TOO_LARGE, NOT_UTF8, BYTE_ORDER_MARK, MALFORMED, TOO_DEEP, DUPLICATE_NAME];

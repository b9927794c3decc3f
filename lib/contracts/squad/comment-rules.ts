import type { Rule } from "../core/diagnostic";

const rule = <Code extends string>(code: Code, sentence: string, mend: string): Rule<Code> => ({
  code,
  severity: "error",
  sentence,
  mend,
});

const REISSUE = "Let Squad activate the plan again; its new comment takes the place of this one.";
const AGAIN_UNEDITED = "Let Squad activate the plan again, and leave its comment as it was written.";

// The comment as a whole.
export const COMMENT_TOO_LONG = rule(
  "comment-too-long",
  "An activation comment has at most 65,536 characters.",
  "Activate the plan in phases, so that each comment is shorter. Nothing of this one was read.",
);
export const COMMENT_TOO_COMPLEX = rule(
  "comment-too-complex",
  "An activation comment has at most 5,000 lines and 2,000 quote and list markers.",
  "Activate the plan in a comment of its own. Nothing of this one was read, because such texts can stall a reader.",
);
export const COMMENT_TIME_UNREADABLE = rule(
  "comment-time-unreadable",
  "The times at which a comment was made and last changed are timestamps (RFC 3339).",
  "Export the thread again. Without both times nobody can tell whether this comment is the newest, or was edited.",
);
export const EDITED_BY_UNTRUSTED = rule(
  "edited-by-untrusted",
  "An activation comment is edited only by accounts that are trusted to publish it.",
  AGAIN_UNEDITED,
);
export const EDITED_EDITOR_UNKNOWN = rule(
  "edited-editor-unknown",
  "The source names the account that last edited an activation comment.",
  AGAIN_UNEDITED,
);

// What the comment holds, and where.
export const LABEL_MISPLACED = rule(
  "bindings-label-misplaced",
  "The line `Activation bindings:` stands alone in its paragraph, directly before a fence whose info string is `json`.",
  REISSUE,
);
export const IDENTITY_JSON_OUTSIDE = rule(
  "identity-json-outside",
  "JSON that speaks of identity stands in the bindings block and nowhere else.",
  "Publish such JSON in a comment of its own, quoted or indented, so that it cannot be taken for bindings.",
);
export const SEVERAL_BINDINGS_BLOCKS = rule(
  "several-bindings-blocks",
  "A comment holds one bindings block.",
  "Publish each activation in a comment of its own. Which of two blocks counts is never guessed.",
);
export const SEVERAL_ENVELOPES = rule(
  "several-envelopes",
  "A comment holds one activation envelope.",
  "Publish each activation in a comment of its own. Which of two envelopes counts is never guessed.",
);
export const BINDINGS_WITHOUT_ENVELOPE = rule(
  "bindings-without-envelope",
  "A bindings block comes with an activation envelope under `Structured data:`.",
  REISSUE,
);
export const KIND_WITHOUT_BINDINGS = rule(
  "envelope-kind-without-bindings",
  "Only activated, phases-activated, plan-accepted and phases-accepted artifacts have bindings.",
  REISSUE,
);
export const FENCE_NOT_CLOSED = rule("fence-not-closed", "A fence ends on a line of its own.", REISSUE);

// The envelope.
export const ENVELOPE_MALFORMED = rule(
  "envelope-malformed",
  "A fence under `Structured data:` is one strict JSON object with a text `squad_artifact`.",
  REISSUE,
);
export const ENVELOPE_MEMBERS = rule(
  "envelope-members",
  "An envelope has `squad_artifact`, `schema_version`, `origin_issue` and `phases`, and nothing else.",
  REISSUE,
);
export const ENVELOPE_SCHEMA_VERSION = rule(
  "envelope-schema-version",
  'The envelope’s `schema_version` is the text "1".',
  REISSUE,
);
export const ENVELOPE_ORIGIN = rule(
  "envelope-origin",
  "The envelope’s `origin_issue` is the number of the issue that carries the comment.",
  "Activate the plan in the thread of its own goal issue.",
);
export const ENVELOPE_PHASES = rule(
  "envelope-phases",
  "The envelope’s `phases` is a list of whole numbers from 1.",
  REISSUE,
);

/** Rules of a comment and its envelope, in the order in which they are looked at. JSON rules of the core come besides. */
export const COMMENT_RULES: readonly Rule[] = [
  COMMENT_TOO_LONG,
  COMMENT_TOO_COMPLEX,
  COMMENT_TIME_UNREADABLE,
  EDITED_BY_UNTRUSTED,
  EDITED_EDITOR_UNKNOWN,
  LABEL_MISPLACED,
  IDENTITY_JSON_OUTSIDE,
  SEVERAL_BINDINGS_BLOCKS,
  SEVERAL_ENVELOPES,
  BINDINGS_WITHOUT_ENVELOPE,
  KIND_WITHOUT_BINDINGS,
  FENCE_NOT_CLOSED,
  ENVELOPE_MALFORMED,
  ENVELOPE_MEMBERS,
  ENVELOPE_SCHEMA_VERSION,
  ENVELOPE_ORIGIN,
  ENVELOPE_PHASES,
];

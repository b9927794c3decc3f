import type { CommentLine, GoalState, StateWord } from "@/lib/api/documents";

interface Said {
  readonly state: StateWord | null;
  readonly word: string;
}

const THREADS: Readonly<Record<GoalState, Said>> = {
  bound: { state: "complete", word: "Artifact accepted" },
  refused: { state: "unavailable", word: "Artifact refused" },
  conflict: { state: "conflict", word: "Two newest artifacts" },
  "pre-provenance": { state: "unavailable", word: "Before provenance" },
  none: { state: null, word: "No artifact" },
  unread: { state: "unavailable", word: "Not read" },
};

const COMMENTS: Readonly<Record<CommentLine["verdict"], Said>> = {
  accepted: { state: "complete", word: "Accepted" },
  refused: { state: "unavailable", word: "Refused" },
  "pre-provenance": { state: "unavailable", word: "Before provenance" },
  "look-alike": { state: "omitted", word: "Ignored" },
};

/** What the thread of a goal came to. */
export function threadSaid(goal: GoalState): Said {
  return THREADS[goal];
}

/** What one comment came to. */
export function commentSaid(line: CommentLine): Said {
  return COMMENTS[line.verdict];
}

/** Whether a comment counts for its goal. */
export function standingSaid(line: CommentLine): string {
  if (line.verdict === "look-alike") return "never parsed";
  if (line.tied) return "none of the newest counts";
  if (line.counts && line.verdict !== "accepted") return "the newest, binds nobody";
  return line.counts ? "counts" : "does not count";
}

/** The part of an account that is compared, and the part that is only shown. */
export function accountSaid(line: CommentLine): { readonly account: string; readonly login: string | null } {
  const { author } = line;
  if (author === null) return { account: "not named by the source", login: null };
  const number = author.id === null ? "account without a number" : `account ${author.id}`;
  return { account: `${number} (${author.type ?? "no type"})`, login: author.login };
}

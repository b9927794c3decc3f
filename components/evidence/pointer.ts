import { address } from "@/lib/api/urls";

/** A place in an input as people read it: a JSON pointer stays as it is; `#line/12` is line 12, `#comment` the whole comment. */
export function placeSaid(pointer: string): string {
  const [, word = "", rest] = /^#(\w+)(?:\/(.*))?$/.exec(pointer) ?? [];
  if (word === "") return pointer;
  if (word === "comment") return rest === undefined ? "the comment" : `comment ${rest}`;
  return rest === undefined ? `the ${word}` : `${word} ${rest}`;
}

/**
 * The evidence behind a finding about a comment: the place it names, in the comment it names or else in `commentId`.
 * null: it names no comment, and there is none to take it for.
 */
export function findingAddress(commentId: number | null, pointer: string): string | null {
  const named = /^#comment\/([1-9]\d*)$/.exec(pointer)?.[1];
  if (named !== undefined) return address.comment(Number(named), "");
  return commentId === null ? null : address.comment(commentId, pointer);
}

import { createHash } from "node:crypto";
import type { IssueComment } from "@/lib/contracts/core/comment";
import type { Sha256 } from "@/lib/contracts/core/look";
import { textOf } from "./kept-comments";

/** The hash of what is used of a thread: GitHub's own bytes hold much that changes with the account that asks. */
export function digest(comments: readonly IssueComment[]): Sha256 {
  const used = comments.map((comment) => {
    const { id, author, createdAt, updatedAt, editor } = comment;
    return [
      ...[id, author?.id ?? null, author?.type ?? null, author?.login ?? null, createdAt, updatedAt],
      ...[editor?.id ?? null, editor?.type ?? null, editor?.login ?? null, textOf(comment)],
    ];
  });
  return createHash("sha256").update(JSON.stringify(used)).digest("hex");
}

import { z } from "zod";
import type { Account } from "@/lib/contracts/core/comment";
import type { LiveComment } from "../source";

const account = z
  .object({ id: z.int().positive(), type: z.string(), login: z.string().nullish() })
  .transform(({ id, type, login }): Account => ({ id, type, login: login ?? null }));

/** Of GitHub's comment exactly what is used; every other member is left behind. */
export const comment = z
  .object({
    id: z.int().positive(),
    node_id: z.string().min(1),
    issue_url: z.string(),
    user: account.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    body: z.string().nullish(),
  })
  .transform(({ id, node_id, issue_url, user, created_at, updated_at, body }) => ({
    of: placeOf(issue_url),
    comment: {
      id,
      node: node_id,
      issue: 0,
      author: user,
      createdAt: created_at,
      updatedAt: updated_at,
      // GitHub's REST answers name no editor; it is asked for apart.
      editor: null,
      body: body ?? "",
    } satisfies LiveComment,
  }));

export const commentList = z.array(comment).max(100);

type Read = z.infer<typeof comment>;

/** The comments of an answer with their issues; null where one belongs to another repository, or to another issue than was asked for. */
export function placed(list: readonly Read[], fullName: string, issue: number | null): LiveComment[] | null {
  const comments: LiveComment[] = [];
  for (const { of, comment: one } of list) {
    if (of === null || of.repository.toLowerCase() !== fullName.toLowerCase()) return null;
    if (issue !== null && of.issue !== issue) return null;
    comments.push({ ...one, issue: of.issue });
  }
  return comments;
}

interface Place {
  readonly repository: string;
  readonly issue: number;
}

function placeOf(url: string): Place | null {
  const [, repository, issue] = /\/repos\/([^/\s]+\/[^/\s]+)\/issues\/([1-9]\d{0,14})$/.exec(url) ?? [];
  return repository === undefined ? null : { repository, issue: Number(issue) };
}

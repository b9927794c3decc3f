import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Account } from "@/lib/contracts/core/comment";
import { compareInstants, readInstant } from "@/lib/contracts/core/time";
import type { LiveComment } from "../source";
import { list } from "./list";
import { cut } from "./text";

/** GitHub's own limit. One character more is kept, so that whoever judges a comment by its length sees that it is too long. */
const MAX_BODY = 65_536;

/** The text of a comment as it is kept: a server that is not GitHub may write a longer one. */
export function bodyOf(text: string): string {
  return cut(text, MAX_BODY + 1);
}

/** As GitHub writes a time: a real date, with seconds and a zone. Comments are ordered by it, so one that cannot be read is no time. */
const time = z.string().refine((text) => readInstant(text) !== null);

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
    created_at: time,
    updated_at: time,
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
      body: bodyOf(body ?? ""),
    } satisfies LiveComment,
  }));

export const commentList = list(comment, 100);

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

/** Whether a page says two things of one comment. One that moved between two pages stands on both, and that is none. */
export function contradicts(comments: readonly LiveComment[]): boolean {
  const byId = new Map<number, LiveComment>();
  return comments.some((comment) => {
    const before = byId.get(comment.id);
    byId.set(comment.id, comment);
    return before !== undefined && !isDeepStrictEqual(before, comment);
  });
}

/** Whether the last changed come first; those that changed in the same second stand in any order. */
export function isNewestFirst(comments: readonly LiveComment[]): boolean {
  const times = comments.map(({ updatedAt }) => readInstant(updatedAt));
  return times.every((at, index) => {
    const before = index === 0 ? at : times[index - 1];
    return at != null && before != null && compareInstants(at, before) <= 0;
  });
}

interface Place {
  readonly repository: string;
  readonly issue: number;
}

function placeOf(url: string): Place | null {
  const [, repository, issue] = /\/repos\/([^/\s]+\/[^/\s]+)\/issues\/([1-9]\d{0,14})$/.exec(url) ?? [];
  return repository === undefined ? null : { repository, issue: Number(issue) };
}

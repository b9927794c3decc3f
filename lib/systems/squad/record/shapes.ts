import { z } from "zod";

/**
 * What a kept record looks like. It is untrusted input: somebody may have changed it by hand, and another Muster may have written it. Values
 * that are large stand apart as bodies, named by the hash of their bytes.
 */

const millis = z.number();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.int().nonnegative();
const text = z.string();

const pin = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("commit"), sha: text }),
  z.strictObject({ kind: z.literal("worktree"), digest: sha256 }),
]);

const noValue = z.discriminatedUnion("because", [
  z.strictObject({
    because: z.literal("absent"),
    what: z.enum(["commits", "ref", "path", "issue", "comment"]),
  }),
  z.strictObject({ because: z.literal("denied"), status: z.int(), detail: text, help: text.optional() }),
  z.strictObject({
    because: z.literal("unfit"),
    why: z.enum(["link", "folder", "submodule", "lfs", "too-large", "moved", "not-regular"]),
    detail: text,
  }),
]);

const cause = z.enum([
  ...(["timeout", "too-slow", "too-large", "malformed", "io", "git", "network", "server"] as const),
  ...(["rate-limit", "secondary-limit", "moved", "store"] as const),
]);

function standing<V extends z.ZodType>(value: V) {
  return z.strictObject({
    answered: z
      .strictObject({ at: millis, since: millis, result: z.union([z.strictObject({ value }), noValue]) })
      .nullable(),
    failing: z
      .strictObject({ cause, detail: text, since: millis, last: millis, retryAt: millis.nullable() })
      .nullable(),
    accepted: value.nullable(),
  });
}

const last = z
  .strictObject({
    at: millis,
    millis,
    answer: z.enum(["value", "unchanged", "absent", "denied", "unfit", "failed"]),
  })
  .nullable();

const validator = z.strictObject({ etag: text, by: text, at: millis });
const name = z.strictObject({ id: number, fullName: text });
const pairs = <V extends z.ZodType>(value: V) => z.array(z.tuple([number, value]));

const registryFile = z.strictObject({ pin, path: text, oid: text, sha256 });

const live = z.strictObject({
  scope: text,
  name,
  replacedBy: name.nullable(),
  feed: z.strictObject({
    validator: validator.nullable(),
    seenTo: text.nullable(),
    again: z.boolean(),
    ahead: millis.nullable(),
    discovery: z.strictObject({
      state: z.enum(["reading", "checking", "done"]),
      page: number,
      read: number,
      validators: pairs(validator),
      failing: text.nullable(),
    }),
  }),
  threads: pairs(
    z.strictObject({
      pages: sha256.nullable(),
      dirty: z.boolean(),
      watched: pairs(validator),
      again: z.strictObject({ at: millis, count: number }).nullable(),
    }),
  ),
  searched: z.boolean(),
  candidates: pairs(number),
  titled: z.strictObject({ at: millis, issues: z.array(number), failed: z.boolean() }).nullable(),
});

const diagnostic = z.strictObject({
  code: text,
  severity: z.enum(["error", "warning", "note"]),
  pointer: text,
  message: text,
  rule: text,
  mend: text,
  value: text.optional(),
});

const pictureFile = z.strictObject({ oid: text, size: number });
const picture = z.union([
  z.literal("unread"),
  z.strictObject({
    shown: z.literal(true),
    picture: pictureFile.extend({ type: text, width: number, height: number }),
  }),
  z.strictObject({ shown: z.literal(false), reason: diagnostic, file: pictureFile.optional() }),
]);

/** One repository as its looks have left it, without what is large. */
export const recordShape = z.strictObject({
  version: z.literal(1),
  pin: pin.nullable(),
  registry: standing(registryFile),
  origins: standing(z.array(number)),
  threads: pairs(standing(sha256)),
  cards: standing(sha256),
  last: z.strictObject({ registry: last, threads: last }),
  live: live.nullable(),
  pictures: z.array(z.tuple([text, picture])),
  /** When the next look is due. */
  next: millis,
});
export type RecordShape = z.infer<typeof recordShape>;

const account = z.strictObject({ id: z.int().nullable(), type: text.nullable(), login: text.nullable() }).nullable();
const comment = z.strictObject({
  id: number,
  author: account,
  createdAt: text,
  updatedAt: text,
  editor: account,
  body: text,
  bodySha256: sha256.optional(),
  issue: number.optional(),
  node: text.optional(),
});
const liveComment = comment.required({ issue: true, node: true });

/** A thread as a body. */
export const threadShape = z.strictObject({ issue: number, comments: z.array(comment), sha256, size: number });

/** The pages of a thread as a body: a comment stands once, and pages name it by its place. */
export const pagesShape = z.strictObject({
  issue: number,
  pool: z.array(liveComment),
  comments: z.array(number),
  pages: z.array(z.strictObject({ comments: z.array(number), validator: validator.nullable(), bytes: number })),
  bytes: number,
});

export const cardsShape = z.strictObject({
  cards: z.array(z.strictObject({ number, title: text, state: z.enum(["open", "closed"]) })),
  sha256,
  size: number,
});

/** A baseline's facts and remarks, as they are kept beside it. */
export const baselineShape = z.strictObject({
  facts: z.unknown(),
  warnings: z.array(diagnostic),
});

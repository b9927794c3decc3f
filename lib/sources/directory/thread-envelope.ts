import { z } from "zod";
import type { IssueComment } from "@/lib/contracts/core/comment";
import { readJson } from "@/lib/contracts/core/json";
import type { JsonValue } from "@/lib/contracts/core/json-types";
import type { IssueCard } from "@/lib/sources/source";

/** What an exported file holds, or a sentence that says why it cannot be read. */
export type Envelope<T> =
  { readonly ok: true; readonly items: readonly T[] } | { readonly ok: false; readonly detail: string };

/** Largest exported file that is read, in bytes. */
export const MAX_EXPORT_BYTES = 64 * 1_048_576;

const wholeNumber = z.int("a positive whole number is expected").positive("a positive whole number is expected");
const text = z.string("text is expected");

/** The number and the type decide trust, so an account must name both; the login is only shown. */
const account = z
  .object({ id: wholeNumber, type: text, login: text.nullish() }, "an account (an object) is expected")
  .transform(({ id, type, login }) => ({ id, type, login: login ?? null }));

/** Of GitHub's comment exactly what is used; every other member is left behind. */
const comment = z
  .object(
    {
      id: wholeNumber,
      user: account.nullable(),
      created_at: text,
      updated_at: text,
      body: text.nullable(),
      editor: z.unknown().optional(),
      issue_url: text.nullish(),
    },
    "a comment (an object) is expected",
  )
  .transform(({ id, user, created_at, updated_at, body, editor, issue_url }) => ({
    id,
    issue: issue_url ?? null,
    author: user,
    createdAt: created_at,
    updatedAt: updated_at,
    editor,
    body: body ?? "",
  }));

const card = z.object(
  {
    number: wholeNumber,
    title: text,
    state: text.toLowerCase().pipe(z.enum(["open", "closed"], "open or closed is expected")),
  },
  "an issue (an object) is expected",
);

/**
 * Reads the list that GitHub's issue-comments call returns: strict JSON, and of each comment its number, author, times and
 * text. One comment that cannot be read refuses the file, because a thread is all its comments or none.
 * @param file the file's name, as people know it
 */
export function readComments(bytes: Uint8Array, file: string): Envelope<IssueComment> {
  return readList(bytes, file, "comments", (value, pointer) => {
    const { editor, issue, ...rest } = parse(comment, value, pointer);
    const of = /\/issues\/(\d+)$/.exec(issue ?? "")?.[1];
    if (of !== undefined && `${of}.json` !== file)
      throw new Unreadable(`at ${pointer}/issue_url, the comment says that it belongs to issue #${of}`);
    // Only an object names an editor: GitHub's own call has no such member, and an empty one says nothing.
    const named = typeof editor === "object" && editor !== null ? parse(account, editor, `${pointer}/editor`) : null;
    return { key: rest.id, item: { ...rest, editor: named } };
  });
}

/** Reads a list of issues: number, title and state, and nothing else of them (never who is assigned). As `readComments`. */
export function readCards(bytes: Uint8Array, file: string): Envelope<IssueCard> {
  return readList(bytes, file, "issues", (value, pointer) => {
    const item = parse(card, value, pointer);
    return { key: item.number, item };
  });
}

/** A place in the list that is not as it must be; its message ends the sentence that names the file. */
class Unreadable extends Error {}

function parse<T>(schema: z.ZodType<T>, value: JsonValue | object, pointer: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Unreadable(
    `at ${[pointer, ...(issue?.path ?? [])].join("/")}, ${issue?.message ?? "another form is expected"}`,
  );
}

function readList<T>(
  bytes: Uint8Array,
  file: string,
  what: "comments" | "issues",
  read: (value: JsonValue, pointer: string) => { key: number; item: T },
): Envelope<T> {
  const refuse = (why: string): Envelope<T> => ({ ok: false, detail: `${file} cannot be read: ${why}.` });
  const reading = readJson(bytes, { maxBytes: MAX_EXPORT_BYTES });
  if (!reading.ok) return { ok: false, detail: `${file} cannot be read. ${sayJson(reading.diagnostics[0], bytes)}` };
  const { value } = reading;
  if (!Array.isArray(value)) return refuse(`it holds ${kindOf(value)}, where a list of ${what} is expected`);
  const list = value as readonly JsonValue[];
  if (list.some(Array.isArray)) {
    return refuse(
      `it holds lists inside a list, as "gh api --slurp" writes them; export it as one list of ${what}, without --slurp`,
    );
  }
  const seen = new Map<number, number>();
  const items: T[] = [];
  try {
    for (const [index, element] of list.entries()) {
      const { key, item } = read(element, `/${index}`);
      const first = seen.get(key);
      if (first !== undefined) return refuse(`/${first} and /${index} have the same number, ${key}`);
      seen.set(key, index);
      items.push(item);
    }
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message);
    throw error;
  }
  return { ok: true, items };
}

function sayJson(diagnostic: { message: string; pointer: string } | undefined, bytes: Uint8Array): string {
  if (bytes.length === 0) return "The file is empty; its export may not have ended.";
  if (diagnostic === undefined) return "It is not valid JSON.";
  return diagnostic.pointer === "" ? diagnostic.message : `At ${diagnostic.pointer}: ${diagnostic.message}`;
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return typeof value === "object" ? "one object" : `a ${typeof value}`;
}

import "server-only";
import { z } from "zod";
import { readJson } from "@/lib/contracts/core/json";
import { joinPointer } from "@/lib/contracts/core/pointer";
import type { Deciding } from "./keeping/decide";

/** Bytes of the longest body that is read. */
export const MAX_BODY = 16_384;

export interface BadMember {
  /** RFC 6901 pointer into the body; "" is the whole of it. */
  readonly pointer: string;
  readonly detail: string;
}

export type AskReading =
  { readonly ok: true; readonly ask: Deciding } | { readonly ok: false; readonly bad: readonly BadMember[] };

const words = (most: number, what: string) =>
  z
    .string(`Write ${what} as text.`)
    .trim()
    .min(1, `Write ${what}.`)
    .max(most, `Write at most ${most.toLocaleString("en-US")} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), "Leave out line ends and other control characters.")
    .refine((text) => text.isWellFormed(), "This holds half a character.");

const shape = z.strictObject({
  held: z.string("Name the difference that is accepted.").regex(/^[0-9a-f]{64}$/, "This names no difference."),
  who: words(100, "who decides"),
  why: words(1_000, "why"),
});

/** Reads the body of a decision: strict JSON, the three members and no other. Never throws. */
export function readAsk(body: Uint8Array): AskReading {
  const reading = readJson(body, { maxBytes: MAX_BODY });
  if (!reading.ok) {
    const bad = reading.diagnostics.map(({ pointer, message }) => ({ pointer, detail: message }));
    return { ok: false, bad };
  }
  const parsed = shape.safeParse(reading.value);
  if (parsed.success) return { ok: true, ask: parsed.data };
  return { ok: false, bad: parsed.error.issues.flatMap(badMembers) };
}

function badMembers(issue: z.core.$ZodIssue): BadMember[] {
  const at = joinPointer("", ...issue.path.map(String));
  if (issue.code !== "unrecognized_keys") return [{ pointer: at, detail: issue.message }];
  return issue.keys.map((key) => ({ pointer: joinPointer(at, key), detail: "There is no such member." }));
}

/** The body of a request, or null where it is longer than MAX_BODY: no more than that is ever kept. */
export async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    size += part.value.byteLength;
    if (size > MAX_BODY) {
      await reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
  return new Uint8Array(Buffer.concat(parts));
}

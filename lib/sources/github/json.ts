import type { z } from "zod";
import { failed, type Refusal } from "../shared/call";
import { isJson } from "./classify";
import type { Wire } from "./http";

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Reads the envelope of a successful answer: its type first, then strict UTF-8, then JSON, then its form. Never throws. */
export function parseJson<T>(wire: Wire, schema: z.ZodType<T>, what: string): Parsed<T> {
  const refuse = (why: string): Parsed<T> => ({
    ok: false,
    refusal: failed("malformed", `GitHub's answer for ${what} cannot be read: ${why}.`),
  });
  if (!isJson(wire.headers)) return refuse("it is not JSON");
  if (wire.bytes.byteLength === 0) return refuse("it is empty");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(wire.bytes));
  } catch {
    return refuse("it is not JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const path = (parsed.error.issues[0]?.path ?? []).map(String).join("/");
  return refuse(`/${path} has another form than is expected`);
}

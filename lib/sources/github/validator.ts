import type { Millis } from "@/lib/contracts/core/look";
import type { Validator } from "../source";
import type { Credential } from "./credential";
import type { Wire } from "./http";

/** After so long without a whole answer a question is asked plainly, so that whatever answers "unchanged" for ever is found out. */
export const PLAIN_EVERY: Millis = 6 * 3_600_000;

/** The validator to send, byte for byte as it came; null where there is none, it was another credential's, or it is time to ask plainly. */
export function conditional(known: Validator | null, by: string, now: Millis): string | null {
  if (known === null || known.by !== by) return null;
  return now - known.at < PLAIN_EVERY ? known.etag : null;
}

/** The validator that came with a whole answer: it is of the very token that the answer was given to. */
export function validatorOf(
  { wire, credential }: { readonly wire: Wire; readonly credential: Credential },
  now: Millis,
): Validator | null {
  const etag = wire.headers.get("etag");
  return etag === null ? null : { etag, by: credential.by, at: now };
}

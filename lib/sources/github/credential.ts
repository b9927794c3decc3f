import { createHash } from "node:crypto";

/** What answers for Muster at GitHub. */
export interface Credential {
  readonly token: string;
  /** Names who it speaks for. Nothing that one of them read stands under another. */
  readonly scope: string;
  /** Names this very token: GitHub's validators hold for it alone. */
  readonly by: string;
}

/** A personal token speaks for itself: nobody knows whether another one is of the same person, with the same rights. */
export function personal(token: string): Credential {
  const by = fingerprint(token);
  return { token, scope: by, by };
}

/** So much of a hash that two tokens do not meet, and so little that it tells nothing of the token. */
function fingerprint(token: string): string {
  return createHash("sha256").update(`muster credential\n${token}`).digest("hex").slice(0, 16);
}

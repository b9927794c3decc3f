import { createHash } from "node:crypto";
import type { Call, Refusal } from "../shared/call";

/** What answers for Muster at GitHub. */
export interface Credential {
  readonly token: string;
  /** Names who it speaks for. Nothing that one of them read stands under another. */
  readonly scope: string;
  /** Names this very token: GitHub's validators hold for it alone. */
  readonly by: string;
}

export type Obtained =
  { readonly ok: true; readonly credential: Credential } | { readonly ok: false; readonly refusal: Refusal };

/** Who speaks in one look. */
export interface Speaker {
  /** Known without asking, and the same however often the token is replaced. */
  readonly scope: string;
  /** The credential to send now. It may have to be asked for; that counts as a request of the call. Never throws. */
  obtain(call: Call): Promise<Obtained>;
  /** GitHub answered 401 to this one. Gives whether `obtain` may have a better one by now. */
  rejected(credential: Credential): boolean;
}

/** Who speaks when a look at a repository (`owner/name`) begins. */
export interface Speakers {
  speaker(repository: string): Speaker;
}

/** A personal token speaks for itself: nobody knows whether another one is of the same person, with the same rights. */
export function personal(token: string): Credential {
  if (last?.token === token) return last;
  const by = fingerprint(token);
  return (last = { token, scope: by, by });
}

// Asked for at each look at each repository, and nearly always the same.
let last: Credential | null = null;

/** A credential that somebody set. A look keeps to the one that it began with, whatever is set meanwhile. */
export function given(credential: () => Credential): Speakers {
  return {
    speaker: () => {
      const now = credential();
      const obtained = Promise.resolve({ ok: true as const, credential: now });
      return { scope: now.scope, obtain: () => obtained, rejected: () => false };
    },
  };
}

/** So much of a hash that two tokens do not meet, and so little that it tells nothing of the token. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(`muster credential\n${text}`).digest("hex").slice(0, 16);
}

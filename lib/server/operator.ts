import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Millis } from "@/lib/contracts/core/look";

const VARIABLE = "MUSTER_OPERATOR_TOKEN";
/** A shorter one could be guessed, and a header cannot carry other characters. */
const TOKEN = /^[\x21-\x7e]{16,1000}$/;
/** Wrong tokens that are heard in a minute, by whomever; then none is, not even the right one. */
const TRIES = 5;
const MINUTE = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** The token that lets somebody decide; null: none is set, or it is too short to be one, and nobody can. Read at each use. */
export function operatorToken(env: Environment = process.env): string | null {
  const token = env[VARIABLE]?.trim() ?? "";
  return TOKEN.test(token) ? token : null;
}

export type Entry =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "not-operator" | "too-many-tries"; readonly wait: Millis };

/** Lets an operator in, and nobody who guesses. One for the whole process, whichever repository it is about. */
export class Door {
  private wrong: Millis[] = [];

  constructor(private readonly clock: () => Millis = Date.now) {}

  /**
   * Whether the header `Authorization: Bearer <token>` names the token. Both are hashed before they are compared, so that the time that
   * it takes tells neither how much of a guess is right nor how long the token is.
   */
  enter(authorization: string | null, token: string): Entry {
    const now = this.clock();
    this.wrong = this.wrong.filter((at) => now - at < MINUTE);
    const [oldest] = this.wrong;
    if (this.wrong.length >= TRIES && oldest !== undefined)
      return { ok: false, code: "too-many-tries", wait: oldest + MINUTE - now };
    const offered = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
    if (offered !== null && timingSafeEqual(hash(offered), hash(token))) return { ok: true };
    // Who brings none has not guessed.
    if (authorization !== null) this.wrong.push(now);
    return { ok: false, code: "not-operator", wait: 0 };
  }
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

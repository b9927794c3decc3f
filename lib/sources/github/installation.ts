import type { Millis } from "@/lib/contracts/core/look";
import type { Call } from "../shared/call";
import type { GitHubApp } from "./app";
import { fingerprint, type Credential, type Obtained, type Speaker, type Speakers } from "./credential";

const MINUTE = 60_000;
/** A token is replaced so long before its end, or after half of its life where that is shorter. */
const EARLY: Millis = 5 * MINUTE;
/** A renewal before the end that failed is tried again after so long; until the end the token serves on. */
const RENEW_AGAIN: Millis = 30_000;
/** A token that GitHub refuses is replaced at most so often. */
const REPLACE_EVERY: Millis = MINUTE;

interface Held {
  readonly credential: Credential;
  readonly renewAt: Millis;
  readonly until: Millis;
}

/**
 * One installation of a GitHub App: gives the token that is good now, and replaces it before it ends, one request at a time for all who
 * wait. Whatever token it holds it speaks for the same, so nothing that was read has to be read again after a rotation.
 */
export class Installation implements Speakers {
  private held: Held | null = null;
  private id: number | null;
  private asking: { readonly repository: string; readonly obtained: Promise<Obtained> } | null = null;
  private replacedAt: Millis = -Infinity;

  /**
   * @param scope names for whom it speaks, whatever the token
   * @param configured the installation's number; null: it is found by the repositories that are read
   */
  constructor(
    private readonly app: GitHubApp,
    private readonly scope: string,
    private readonly configured: number | null,
  ) {
    this.id = configured;
  }

  speaker(repository: string): Speaker {
    return {
      scope: this.scope,
      obtain: (call) => this.obtain(repository, call),
      rejected: (credential) => this.rejected(credential),
    };
  }

  private async obtain(repository: string, call: Call): Promise<Obtained> {
    if (this.held !== null && this.app.now() < this.held.renewAt) return { ok: true, credential: this.held.credential };
    const others = this.asking;
    const obtained = await (others?.obtained ?? this.begin(repository, call));
    if (obtained.ok) return obtained;
    const { held } = this;
    const now = this.app.now();
    if (held !== null && now < held.until) {
      this.held = { ...held, renewAt: Math.min(held.until, now + RENEW_AGAIN) };
      return { ok: true, credential: held.credential };
    }
    // That the App is not installed for another repository says nothing of this one.
    const apart = others !== null && others.repository !== repository && this.id === null;
    return apart ? this.obtain(repository, call) : obtained;
  }

  private rejected({ by }: Credential): boolean {
    if (this.held === null || this.held.credential.by !== by) return true;
    const now = this.app.now();
    if (now - this.replacedAt < REPLACE_EVERY) return false;
    this.replacedAt = now;
    this.held = null;
    return true;
  }

  private begin(repository: string, call: Call): Promise<Obtained> {
    const obtained = this.fetch(repository, call).finally(() => (this.asking = null));
    this.asking = { repository, obtained };
    return obtained;
  }

  private async fetch(repository: string, call: Call): Promise<Obtained> {
    const remembered = this.configured === null && this.id !== null;
    if (this.id === null) {
      const found = await this.app.installationOf(repository, call);
      if (!found.ok) return found;
      this.id = found.value;
    }
    const minted = await this.app.mint(this.id, call);
    if (minted.ok) return { ok: true, credential: this.keep(minted.value.token, minted.value.until) };
    if (!minted.gone || this.configured !== null) return minted;
    // Uninstalled; where it was installed again it has another number.
    this.id = null;
    return remembered ? this.fetch(repository, call) : minted;
  }

  private keep(token: string, until: Millis): Credential {
    const now = this.app.now();
    const credential = { token, scope: this.scope, by: fingerprint(token) };
    this.held = { credential, until, renewAt: Math.max(until - EARLY, now + (until - now) / 2) };
    return credential;
  }
}

import type { Millis } from "@/lib/contracts/core/look";
import { failed, type Refusal } from "../shared/call";

/** GitHub keeps a purse for each; a search through GraphQL is paid from the second. */
export type Purse = "core" | "graphql";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** "not before 60 s, then growing" where GitHub names no time. */
const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 16 * MINUTE;
/** A reset further away than that is not believed: GitHub's purses are filled every hour. */
const LONGEST_WAIT = 65 * MINUTE;
/** Requests in a burst, and requests a second after it. GitHub allows 900 a minute; other programs may use the same token. */
const BURST = 240;
const PER_SECOND = 10;
/** Work that can wait leaves this part of a purse to what somebody looks at. */
const RESERVE = 0.2;

interface Fill {
  readonly limit: number;
  readonly remaining: number;
  /** By our clock. */
  readonly reset: Millis;
}

/**
 * What one credential may still ask, as GitHub has told it: shared by all repositories, so that none spends what another needs.
 * Nothing is asked before the time that GitHub gave; a ban is never tested.
 */
export class Limits {
  private readonly fills = new Map<Purse, Fill>();
  private readonly spentUntil = new Map<Purse, Millis>();
  private slowUntil: Millis = 0;
  private slowed = 0;
  private tokens = BURST;
  private filledAt: Millis;

  constructor(private readonly now: () => Millis) {
    this.filledAt = now();
  }

  /** Why nothing may be asked now; null where it may. */
  refuse(purse: Purse): Refusal | null {
    const now = this.now();
    if (this.slowUntil > now) return secondary(this.slowUntil);
    const spent = this.spentUntil.get(purse) ?? 0;
    return spent > now ? primary(spent) : null;
  }

  /** Milliseconds to wait before the next request, and takes its place. Requests that come together are spread by it. */
  turn(): Millis {
    const now = this.now();
    this.tokens = Math.min(BURST, this.tokens + (Math.max(0, now - this.filledAt) / SECOND) * PER_SECOND);
    this.filledAt = now;
    this.tokens -= 1;
    return this.tokens >= 0 ? 0 : Math.ceil((-this.tokens / PER_SECOND) * SECOND);
  }

  /** Whether work that can wait should: the purse is nearly empty. */
  isLow(purse: Purse): boolean {
    const fill = this.fills.get(purse);
    return fill !== undefined && fill.reset > this.now() && fill.remaining < fill.limit * RESERVE;
  }

  /** Points left in a purse, as GitHub last said; null before it did. */
  left(purse: Purse): { readonly remaining: number; readonly limit: number; readonly reset: Millis } | null {
    return this.fills.get(purse) ?? null;
  }

  /** Takes note of what an answer says of the purse that paid for it. */
  note(headers: Headers, purse: Purse): void {
    const limit = whole(headers.get("x-ratelimit-limit"));
    const remaining = whole(headers.get("x-ratelimit-remaining"));
    if (limit === null || remaining === null) return;
    this.fills.set(purse, { limit, remaining, reset: this.resetOf(headers) ?? this.now() });
  }

  /** A request went through, so the pauses begin short again; not by one that was under way when the pause began. */
  wentThrough(): void {
    if (this.slowUntil <= this.now()) this.slowed = 0;
  }

  /** The purse is empty. Gives the refusal for the request that found out. */
  spent(headers: Headers, purse: Purse): Refusal {
    const now = this.now();
    const until = Math.max(now + SECOND, this.waitOf(headers) ?? this.resetOf(headers) ?? now + FIRST_PAUSE);
    this.spentUntil.set(purse, until);
    return primary(until);
  }

  /**
   * Asked too fast. Everything with this credential waits: as long as GitHub says, else at least a minute and longer each time. Requests
   * that were under way together are told the same, and count as one time.
   */
  tooFast(headers: Headers): Refusal {
    const now = this.now();
    const named = this.waitOf(headers);
    if (this.slowUntil > now) this.slowUntil = Math.max(this.slowUntil, named ?? now);
    else {
      this.slowUntil = named ?? now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.slowed);
      this.slowed += 1;
    }
    return secondary(this.slowUntil);
  }

  /** `Retry-After` in seconds or as a date, by our clock. A time that is not to come is none. */
  private waitOf(headers: Headers): Millis | null {
    const written = headers.get("retry-after")?.trim() ?? "";
    const seconds = whole(written);
    const at = Date.parse(written);
    if (seconds === null && Number.isNaN(at)) return null;
    const until = seconds === null ? this.ours(at, headers) : this.now() + Math.min(LONGEST_WAIT, seconds * SECOND);
    return until > this.now() ? until : null;
  }

  private resetOf(headers: Headers): Millis | null {
    const reset = whole(headers.get("x-ratelimit-reset"));
    return reset === null ? null : this.ours(reset * SECOND, headers);
  }

  /** GitHub's clock and ours may differ: a span is taken from its own `Date`, and put on our clock. */
  private ours(at: Millis, headers: Headers): Millis {
    const theirs = Date.parse(headers.get("date") ?? "");
    const span = at - (Number.isNaN(theirs) ? this.now() : theirs);
    return this.now() + Math.min(LONGEST_WAIT, Math.max(0, span));
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function primary(until: Millis): Refusal {
  const detail = "The points that GitHub gives this token for an hour are spent.";
  return { ...failed("rate-limit", detail), retryAt: until } as Refusal;
}

function secondary(until: Millis): Refusal {
  const detail = "GitHub is limiting requests. This is no question of permission: it asks to be asked more slowly.";
  return { ...failed("secondary-limit", detail), retryAt: until } as Refusal;
}

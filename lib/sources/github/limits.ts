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

/** What GitHub has said may be asked, in spans from now: other processes' clocks may differ from ours. */
export interface Allowance {
  readonly purses: readonly {
    readonly purse: Purse;
    readonly limit: number;
    readonly remaining: number;
    /** Milliseconds until it is filled again. */
    readonly resetIn: Millis;
  }[];
  /** Milliseconds for which nothing may be asked from a purse, or at all. */
  readonly spentFor: readonly { readonly purse: Purse; readonly millis: Millis }[];
  readonly slowFor: Millis;
}

/** Two times of a reset that differ by no more than this are one. */
const SAME_RESET = 2 * MINUTE;

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
  private heard = 0;

  constructor(private readonly now: () => Millis) {
    this.filledAt = now();
  }

  /** Grows with everything that GitHub itself has told this process. */
  get news(): number {
    return this.heard;
  }

  /** What is known, for other processes with the same credential. */
  get allowance(): Allowance {
    const now = this.now();
    const left = (until: Millis) => Math.max(0, until - now);
    return {
      purses: [...this.fills].map(([purse, { limit, remaining, reset }]) => ({
        ...{ purse, limit, remaining, resetIn: left(reset) },
      })),
      spentFor: [...this.spentUntil].map(([purse, until]) => ({ purse, millis: left(until) })),
      slowFor: left(this.slowUntil),
    };
  }

  /** Takes in what another process was told: pauses are kept by all, and points that one has spent are gone for all. */
  merge({ purses, spentFor, slowFor }: Allowance): void {
    const now = this.now();
    const until = (millis: Millis) => now + Math.min(LONGEST_WAIT, Math.max(0, millis));
    this.slowUntil = Math.max(this.slowUntil, until(slowFor));
    for (const { purse, millis } of spentFor)
      this.spentUntil.set(purse, Math.max(this.spentUntil.get(purse) ?? 0, until(millis)));
    for (const { purse, limit, remaining, resetIn } of purses) {
      const [own, reset] = [this.fills.get(purse), until(resetIn)];
      const same = own !== undefined && Math.abs(own.reset - reset) <= SAME_RESET;
      if (own === undefined || (!same && reset > own.reset)) this.fills.set(purse, { limit, remaining, reset });
      else if (same && remaining < own.remaining) this.fills.set(purse, { ...own, remaining });
    }
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
    this.heard += 1;
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
    this.heard += 1;
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
    this.heard += 1;
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

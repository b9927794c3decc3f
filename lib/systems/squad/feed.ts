import type { Look, LookFacts, Millis } from "@/lib/contracts/core/look";
import type { CallLimits, FeedPage, LiveComment, LiveThreads, RepositoryName } from "@/lib/sources/source";
import { spent } from "./looks-registry";
import type { Discovery, FeedState } from "./standings";

/** Most pages of one walk: so many comments cannot have changed between two looks, and something promises pages without an end. */
const MOST_PAGES = 100;

/** What a walk along the repository's comments gave. */
export interface Walk {
  /** Whether all that changed since the last walk was seen. */
  readonly look: Look<true>;
  readonly comments: readonly LiveComment[];
  readonly feed: FeedState;
}

/**
 * Follows the repository's comments from the newest change back to the last one seen. A walk of one page misses nothing. In a longer one a
 * deletion can move a comment over the edge between two pages, so it is walked once more before it counts as seen.
 */
export async function follow(
  source: LiveThreads,
  name: RepositoryName,
  prior: FeedState,
  limits: CallLimits,
): Promise<Walk> {
  const first = await source.feed(name, 1, prior.validator, limits);
  if (first.answer !== "value") {
    const look: Look<true> = first.answer === "unchanged" ? { ...first, answer: "unchanged" } : first;
    return { look, comments: [], feed: prior };
  }
  const comments = [...first.value.comments];
  // GitHub's own clock as it gave the page, where it said so: its times are compared with nothing else.
  const now = first.value.date ?? source.now();
  const ahead = aheadOf(first.value, now, source.now());
  const validator = hidesNew(first.value, now) ? null : first.value.validator;
  if (prior.seenTo === null)
    return { look: { ...first, value: true }, comments, feed: { ...begin(first.value, now), validator, ahead } };
  let facts: LookFacts = first;
  let page: FeedPage = first.value;
  let pages = 1;
  while (page.more && reaches(page, prior.seenTo)) {
    if (pages === MOST_PAGES) return { look: tooMany(facts), comments, feed: prior };
    const next = await source.feed(name, (pages += 1), null, limits);
    facts = spent(next, facts);
    // What was seen so far counts, and the rest is walked at the next look.
    if (next.answer !== "value") return { look: spent(asFailed(next), first), comments, feed: prior };
    page = next.value;
    comments.push(...page.comments);
  }
  const look: Look<true> = {
    at: first.at,
    millis: facts.millis,
    requests: facts.requests,
    answer: "value",
    value: true,
  };
  if (pages > 1 && !prior.again) return { look, comments, feed: { ...prior, validator: null, ahead, again: true } };
  const seenTo = later(newest(comments, now) ?? prior.seenTo, prior.seenTo);
  return { look, comments, feed: { ...prior, validator, seenTo, ahead, again: false } };
}

function begin(page: FeedPage, now: Millis): Omit<FeedState, "validator" | "ahead"> {
  const validators = new Map();
  const discovery: Discovery = {
    state: page.more ? "reading" : "done",
    page: 2,
    read: page.comments.length,
    validators,
    failing: null,
  };
  // Where nobody has commented yet, everything that ever comes is new. What stands behind a page of the future is read as what is old.
  const none = page.comments.length === 0 ? LONG_AGO : new Date(now).toISOString();
  return { seenTo: newest(page.comments, now) ?? none, again: false, discovery };
}

const LONG_AGO = "1970-01-01T00:00:00Z";

/**
 * Reads on towards the repository's first comment, a few pages a look, and once it is there goes over the same pages again: a comment that
 * slipped between two of them because another was deleted meanwhile is found then.
 */
export async function discover(
  source: LiveThreads,
  name: RepositoryName,
  prior: Discovery,
  pages: number,
  limits: CallLimits,
): Promise<{ discovery: Discovery; comments: readonly LiveComment[] }> {
  const comments: LiveComment[] = [];
  let at = prior;
  for (let left = pages; left > 0 && at.state !== "done"; left -= 1) {
    const known = at.state === "checking" ? (at.validators.get(at.page) ?? null) : null;
    const look = await source.feed(name, at.page, known, limits);
    if (look.answer === "unchanged") {
      at = { ...at, ...after(at, at.page < at.validators.size + 1), failing: null };
      continue;
    }
    if (look.answer !== "value") return { discovery: { ...at, failing: whyNot(look) }, comments };
    comments.push(...look.value.comments);
    const validators = new Map(at.validators);
    if (look.value.validator !== null) validators.set(at.page, look.value.validator);
    const read = at.read + (at.state === "reading" ? look.value.comments.length : 0);
    const ended = at.state === "reading" && !look.value.more;
    at = { ...at, ...after(at, look.value.more), read, validators, failing: null };
    // The second time over is left to later looks, so that the first one ends soon.
    if (ended) break;
  }
  return { discovery: at.state === "done" ? { ...at, validators: new Map() } : at, comments };
}

function after(at: Discovery, more: boolean): Pick<Discovery, "state" | "page"> {
  if (more) return { state: at.state, page: at.page + 1 };
  return at.state === "reading" ? { state: "checking", page: 2 } : { state: "done", page: at.page };
}

/** Whether a page ends with a change that may not be the oldest unseen one. A time that cannot be read decides nothing, so one reads on. */
function reaches(page: FeedPage, seenTo: string): boolean {
  const oldest = page.comments.at(-1);
  if (oldest === undefined) return false;
  return !(Date.parse(oldest.updatedAt) < Date.parse(seenTo));
}

/**
 * The last change that has come. A time of the future would hide everything until then, and one that cannot be read would hide everything
 * for ever: neither is ever taken for how far one has seen.
 */
function newest(comments: readonly LiveComment[], now: Millis): string | null {
  const come = comments.filter(({ updatedAt }) => Date.parse(updatedAt) <= now);
  return come.reduce<string | null>((last, { updatedAt }) => later(updatedAt, last ?? updatedAt), null);
}

/** When the newest time of a page will have come, by the clock that looks are dated by. */
function aheadOf({ comments }: FeedPage, now: Millis, own: Millis): Millis | null {
  const times = comments.map(({ updatedAt }) => Date.parse(updatedAt)).filter((time) => time > now);
  return times.length === 0 ? null : own + Math.max(...times) - now;
}

/** Whether a first page ends in the future: what is new then stands behind it, and the page itself never changes. */
function hidesNew({ comments }: FeedPage, now: Millis): boolean {
  const oldest = comments.at(-1);
  return oldest !== undefined && !(Date.parse(oldest.updatedAt) <= now);
}

/** Clocks may differ by so much. */
const TOLERANCE = 5 * 60_000;

/** Whether the feed may not show a change of a thread, because comments from the future stand before it. */
export function isBlind({ ahead }: FeedState, now: Millis): boolean {
  return ahead !== null && ahead - now > TOLERANCE;
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

function asFailed(look: Look<unknown>): Look<true> {
  const { at, millis, requests } = look;
  if (look.answer === "value" || look.answer === "unchanged")
    return { at, millis, requests, answer: "failed", cause: "malformed", detail: "A page was answered out of turn." };
  return look;
}

function tooMany({ at, millis, requests }: LookFacts): Look<true> {
  const detail = `More than ${MOST_PAGES} pages of comments are said to have changed since the last look.`;
  return { at, millis, requests, answer: "failed", cause: "too-large", detail };
}

function whyNot(look: Look<unknown>): string {
  return "detail" in look ? look.detail : "GitHub did not give the page.";
}

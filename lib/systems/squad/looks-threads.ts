import type { Look, LookFacts } from "@/lib/contracts/core/look";
import { READING, stand, type Standing } from "@/lib/contracts/core/standing";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { readActivation } from "@/lib/contracts/squad/activation";
import type { CallLimits, LiveComment, LiveThreads, ThreadBytes } from "@/lib/sources/source";
import { askAgain } from "./again";
import { askAccounts, type ReadThread } from "./accounts";
import { discover, follow, isBlind } from "./feed";
import { goneForGood, isAnother, vanished } from "./gone";
import { inTurn } from "./in-turn";
import { saysSame, withoutTalk } from "./kept-comments";
import { lastOf } from "./looks-registry";
import { digest } from "./thread-digest";
import { UNREAD_FEED, type LastLook, type LiveState, type LiveThread, type Standings } from "./standings";
import { standsOn, threadVerdict } from "./verdicts";

/** Pages of older comments that one look reads on; what somebody waits for comes first. */
const PAGES_A_LOOK = 10;

interface Plan {
  readonly source: LiveThreads;
  readonly goals: readonly number[];
  readonly trust: readonly TrustedAccount[];
}

type Before = Standings & { readonly live: LiveState };
type WorkPart = Pick<Standings, "origins" | "threads" | "live"> & { readonly last: LastLook };

/**
 * Looks at the threads of a repository where they live. Which issues are origins comes from the configuration, one search, and the
 * repository's own feed of comments; a thread is read whole when it is new or the feed shows a change in it, and otherwise only the comment
 * on which its verdict stands is asked for.
 */
export async function lookAtLiveThreads(plan: Plan, before: Before, limits: CallLimits): Promise<WorkPart> {
  const { source } = plan;
  const { name } = before.live;
  const walk = await follow(source, name, before.live.feed, limits);
  if (walk.look.answer === "denied") return denied(before, walk.look);
  if (walk.look.answer === "absent") {
    if (before.threads.size === 0 || !(await isAnother(source, before, limits)))
      return switchedOff(before, plan.goals, walk.look);
    return ofAnother(before, walk.look);
  }
  const mayRead = walk.look.answer === "value" || walk.look.answer === "unchanged";
  const back =
    mayRead && !source.isLow()
      ? await discover(source, name, walk.feed.discovery, PAGES_A_LOOK, limits)
      : { discovery: walk.feed.discovery, comments: [] };
  const feed = { ...walk.feed, discovery: back.discovery };
  const found = await searchOnce(source, before.live, limits);
  const seen = take(plan, { ...before.live, ...found, feed }, [...walk.comments, ...back.comments]);
  const read = await readThreads(plan, { ...before, live: seen }, walk.look, limits);
  if (read !== null) return read;
  source.doubt();
  return ofAnother(before, walk.look);
}

/** The comments are another repository's, under the same name: nothing of them counts, and all that was read before stands as it was. */
function ofAnother(before: Before, { at, millis, requests }: LookFacts): WorkPart {
  const detail = "GitHub answered with comments of another repository under the same name, so nothing of it was used.";
  const look: Look<never> = { at, millis, requests, answer: "failed", cause: "moved", detail };
  const threads = [...before.threads].map(([issue, standing]) => [issue, stand(standing, look)] as const);
  const { live } = before;
  return { live, threads: new Map(threads), origins: stand(before.origins, look), last: lastOf(look) };
}

/** "Issues unreadable while contents are readable: Work is no access." */
function denied(before: Before, look: Look<true>): WorkPart {
  const refused = look as Look<never>;
  const threads = [...before.threads].map(([issue, standing]) => [issue, stand(standing, refused)] as const);
  // With the threads goes what found them, so that they are found again once they may be read.
  const found = { feed: UNREAD_FEED, searched: false, candidates: new Map() };
  const live = { ...before.live, ...found, threads: new Map() };
  return { live, threads: new Map(threads), origins: stand(before.origins, refused), last: lastOf(look) };
}

/** Without issues there are no goals, but for those that the configuration names. */
function switchedOff(before: Before, goals: readonly number[], look: Look<true>): WorkPart {
  const absent = look as Look<never>;
  const threads = goals.map((issue) => [issue, stand(before.threads.get(issue) ?? READING, absent)] as const);
  return { ...denied(before, look), threads: new Map(threads), origins: stand(before.origins, absent) };
}

async function searchOnce(
  source: LiveThreads,
  live: LiveState,
  limits: CallLimits,
): Promise<Pick<LiveState, "searched" | "candidates">> {
  if (live.searched) return { searched: true, candidates: live.candidates };
  const look = await source.search(live.name, limits);
  if (look.answer !== "value") return { searched: false, candidates: live.candidates };
  return { searched: true, candidates: new Map(look.value.map(({ issue, comments }) => [issue, comments])) };
}

/** What the feed showed: which threads changed, and which issues are origins that nobody had named. */
function take({ source, goals, trust }: Plan, live: LiveState, comments: readonly LiveComment[]): LiveState {
  const threads = new Map<number, LiveThread>(live.threads);
  for (const issue of goals) if (!threads.has(issue)) threads.set(issue, NEW);
  for (const comment of comments) {
    const thread = threads.get(comment.issue);
    if (thread === undefined) {
      if (isArtifact(comment, live.name.fullName, trust)) threads.set(comment.issue, NEW);
    } else if (!thread.dirty && !holds(thread, comment)) threads.set(comment.issue, { ...thread, dirty: true });
  }
  // A thread that has not changed costs no points to read again.
  if (isBlind(live.feed, source.now()))
    for (const [issue, thread] of threads) if (thread.pages !== null) threads.set(issue, { ...thread, dirty: true });
  return { ...live, threads };
}

const NEW: LiveThread = { pages: null, dirty: false, watched: new Map(), again: null };

/** Only a trusted account's artifact makes an issue an origin, so that a stranger's comment costs nothing. */
function isArtifact(comment: LiveComment, repository: string, trust: readonly TrustedAccount[]): boolean {
  const { verdict } = readActivation(comment, { repository, issue: comment.issue, trust });
  return verdict !== "nothing" && verdict !== "look-alike";
}

function holds({ pages, again }: LiveThread, comment: LiveComment): boolean {
  // What was never read is read anyway; of what was gone there is something again.
  if (pages === null) return again === null;
  const own = pages.comments.find(({ id }) => id === comment.id);
  return own !== undefined && saysSame(own, comment);
}

async function readThreads(plan: Plan, before: Before, feed: Look<true>, limits: CallLimits): Promise<WorkPart | null> {
  const { live } = before;
  const wanted = new Map<number, LiveThread>(live.threads);
  for (const issue of live.candidates.keys()) if (!wanted.has(issue)) wanted.set(issue, NEW);
  const read = await inTurn([...wanted], ([issue, thread]) => lookAtThread(plan, before, issue, thread, feed, limits));
  if (read.some((one) => vanished(one, before, plan.trust)) && (await isAnother(plan.source, before, limits)))
    return null;
  const whole = await askAccounts(plan, live.name, before.threads, read, limits);
  if (whole === null) return null;
  const threads = new Map<number, Standing<ThreadBytes>>();
  const kept = new Map<number, LiveThread>();
  const candidates = new Map<number, number>();
  for (const { issue, thread, look } of whole) {
    const standing = stand(before.threads.get(issue) ?? READING, same(before, issue, look));
    if (!live.threads.has(issue)) {
      // A hit of the search is a hint: without a trusted artifact the issue is no origin, and one that could not be read is asked again.
      if (look.answer === "failed") candidates.set(issue, live.candidates.get(issue) ?? 0);
      if (look.answer !== "value" || verdictOf(plan, before, look.value).goal === "none") continue;
    }
    if (goneForGood(standing) && !plan.goals.includes(issue)) continue;
    threads.set(issue, standing);
    kept.set(issue, thread);
  }
  const numbers = [...threads.keys()].sort((a, b) => a - b);
  const offered: Look<readonly number[]> =
    feed.answer === "failed" ? (feed as Look<never>) : { ...feed, answer: "value", value: numbers };
  const ordered = new Map(numbers.map((issue) => [issue, threads.get(issue) as Standing<ThreadBytes>]));
  return {
    origins: stand(before.origins, offered),
    threads: ordered,
    live: { ...live, threads: kept, candidates },
    last: lastOf(feed),
  };
}

/** A thread that was read again and says the same has not changed: since when it says so stays. */
function same(before: Before, issue: number, look: Look<ThreadBytes>): Look<ThreadBytes> {
  const result = before.threads.get(issue)?.answered?.result;
  if (look.answer !== "value" || result === undefined || !("value" in result)) return look;
  const { at, millis, requests } = look;
  return result.value.sha256 === look.value.sha256 ? { at, millis, requests, answer: "unchanged" } : look;
}

function verdictOf({ trust }: Plan, { live }: Before, bytes: ThreadBytes) {
  return threadVerdict(bytes, live.name.fullName, trust);
}

async function lookAtThread(
  plan: Plan,
  before: Before,
  issue: number,
  thread: LiveThread,
  feed: Look<true>,
  limits: CallLimits,
): Promise<ReadThread> {
  const standing = before.threads.get(issue) ?? READING;
  const result = standing.answered?.result;
  const due = thread.again !== null && thread.again.at <= plan.source.now();
  const waits = !thread.dirty && !due && result !== undefined;
  if (waits && thread.again !== null && "because" in result && result.because === "absent") {
    const { at, millis, requests } = feed;
    return { issue, thread, look: feed.answer === "failed" ? feed : { at, millis, requests, answer: "unchanged" } };
  }
  if (!waits || thread.pages === null || !("value" in result)) return readWhole(plan, before, issue, thread, limits);
  // Where GitHub limits requests nothing more is asked; every other failure of the feed leaves the comment to be watched.
  if (feed.answer === "failed" && (feed.cause === "rate-limit" || feed.cause === "secondary-limit"))
    return { issue, thread, look: feed };
  const watched = new Map(thread.watched);
  let facts: LookFacts = feed;
  for (const id of standsOn(verdictOf(plan, before, result.value))) {
    const look = await plan.source.comment(before.live.name, id, watched.get(id) ?? null, limits);
    facts = look;
    if (look.answer === "unchanged") continue;
    if (look.answer === "value") {
      if (look.value.validator === null) watched.delete(id);
      else watched.set(id, look.value.validator);
      if (look.value.comment.issue === issue && holds(thread, look.value.comment)) continue;
    } else if (look.answer !== "absent") return { issue, thread: { ...thread, watched }, look };
    return readWhole(plan, before, issue, { ...thread, watched, dirty: true }, limits);
  }
  const { at, millis, requests } = facts;
  const now = { ...thread, watched };
  // The comment stands, but a newer one could have been made that the feed would have shown.
  if (feed.answer === "failed") return { issue, thread: now, look: feed };
  return { issue, thread: now, look: { at, millis, requests, answer: "unchanged" } };
}

async function readWhole(
  { source, trust }: Plan,
  { live }: Before,
  issue: number,
  thread: LiveThread,
  limits: CallLimits,
): Promise<ReadThread> {
  const about = live.candidates.get(issue) ?? 0;
  const look = await source.pages(live.name, issue, thread.pages, about, limits);
  if (look.answer === "absent")
    return { issue, thread: { ...NEW, again: askAgain(thread.again, look.at) }, look: look as Look<never> };
  if (look.answer !== "value") return { issue, thread: { ...thread, dirty: true }, look: look as Look<never> };
  const { value, ...facts } = look;
  const pages = withoutTalk(value, trust);
  return { issue, thread: { ...thread, pages, dirty: false }, look: { ...facts, answer: "value", value: bare(pages) } };
}

function bare({ issue, comments, bytes }: NonNullable<LiveThread["pages"]>): ThreadBytes {
  return { issue, comments, sha256: digest(comments), size: bytes };
}

import type { Look } from "@/lib/contracts/core/look";
import { stand } from "@/lib/contracts/core/standing";
import type { CallLimits, RepositoryName, Source } from "@/lib/sources/source";
import { lookAtLiveThreads } from "./looks-threads";
import {
  knownPin,
  lastOf,
  readRegistryAt,
  settle,
  spent,
  type RegistryLook,
  type RegistryPart,
} from "./looks-registry";
import { UNREAD, UNREAD_FEED, type LiveState, type LookPlan, type Standings } from "./standings";

type GitHubPlan = LookPlan & { readonly source: Extract<Source, { readonly kind: "github" }> };

/**
 * Looks at a repository on GitHub once: the head first, then who the repository is, the registry where the head moved, and the threads.
 * What another credential read stands for nothing here: under a new one everything is read anew.
 */
export async function lookAtGitHub(plan: GitHubPlan, before: Standings, limits: CallLimits): Promise<Standings> {
  const { source } = plan;
  const scope = source.scope();
  const prior = before.live === null || before.live.scope === scope ? before : UNREAD;
  if (prior.registry.answered === null && plan.open !== true && source.isLow()) return postponed(source, prior);
  const { registry: files, name, identified } = await lookAtFiles(source, prior, limits);
  const { last: filesLook, ...registry } = files;
  if (name === null) return { ...prior, ...registry, ...withoutThreads(prior, files) };
  const last = { registry: filesLook, threads: prior.last.threads };
  // Nobody said that the first one answers again, so nothing is read under its name.
  if (!identified && prior.live !== null && prior.live.replacedBy !== null) return { ...prior, ...registry, last };
  const accepted = plan.accepted ?? null;
  if (accepted !== null && name.id !== accepted)
    return { ...held(prior, prior.live ?? unreadLive(scope, { ...name, id: accepted }), name), last };
  const same = prior.live?.name.id === name.id ? prior.live : null;
  const live: LiveState = same ?? unreadLive(scope, name);
  // Nothing of a repository that another one has replaced is kept for the other.
  const base = same === null && prior.live !== null ? { ...prior, threads: new Map(), origins: UNREAD.origins } : prior;
  const work = await lookAtLiveThreads(
    plan,
    { ...base, pin: registry.pin, live: { ...live, name, replacedBy: null } },
    limits,
  );
  const { last: threadsLook, ...rest } = work;
  return { ...base, ...registry, ...rest, last: { registry: filesLook, threads: threadsLook } };
}

/** First reads are dear. While little is left to ask with, what was read already is kept fresh, and what somebody opens is read. */
function postponed(source: GitHubPlan["source"], prior: Standings): Standings {
  const detail =
    "Few points are left for this hour, and they are kept for what is open. This repository is read when GitHub gives new ones, or when somebody opens it.";
  const look: Look<never> = { at: source.now(), millis: 0, requests: 0, answer: "failed", cause: "rate-limit", detail };
  const { last, ...registry } = settle(prior, { pin: null, look });
  return { ...prior, ...registry, last: { registry: last, threads: null } };
}

/** Looks at the registry alone once more. Whatever else has changed by now, who the repository is included, is left to the next look. */
export async function lookAgainAtGitHub(
  source: GitHubPlan["source"],
  standings: Standings,
  limits: CallLimits,
): Promise<Standings> {
  const { registry: files, name } = await lookAtFiles(source, standings, limits);
  if (name === null || name.id !== standings.live?.name.id) return standings;
  const { last, ...registry } = files;
  return { ...standings, ...registry, last: { ...standings.last, registry: last } };
}

interface FilesLook {
  readonly registry: RegistryPart;
  /** null: it could not be said which repository this is. */
  readonly name: RepositoryName | null;
  /** Whether this look said so; otherwise it is the one that was read before. */
  readonly identified: boolean;
}

async function lookAtFiles(source: GitHubPlan["source"], prior: Standings, limits: CallLimits): Promise<FilesLook> {
  const known = prior.live === null ? null : knownPin(prior);
  const head = await source.head(known, limits);
  const pin = head.answer === "value" ? head.value : head.answer === "unchanged" ? known : null;
  if (pin === null || (head.answer !== "value" && head.answer !== "unchanged")) {
    return unidentified(prior, head as Look<never>);
  }
  const named = await source.identify(pin, limits);
  if (named.answer !== "value") return unidentified(prior, spent(named as Look<never>, head));
  const name = named.value;
  const registry: RegistryLook =
    head.answer === "unchanged"
      ? { pin, look: spent(head, named) }
      : await readRegistryAt(source, pin, spent(named, head), limits);
  return { registry: settle(prior, registry), name, identified: true };
}

/**
 * A failed look leaves who it is as it was. Contents that may not be read say nothing about that, and a repository without commits has no
 * squad either.
 */
function unidentified(prior: Standings, look: Look<never>): FilesLook {
  const failed = look.answer === "failed";
  const registry = settle(prior, { pin: failed ? prior.pin : null, look });
  return { registry, name: failed ? (prior.live?.name ?? null) : null, identified: false };
}

/**
 * Without an answer to who this is no thread can be read: why that is so is why they are not. A repository that may not be read any more
 * takes its threads along; a failed look leaves them as they were.
 */
function withoutThreads(prior: Standings, { registry, last }: RegistryPart): Omit<Standings, "pin" | "registry"> {
  const { answered, failing } = registry;
  if (failing !== null) {
    const { origins, threads, cards, live } = prior;
    const reading = origins.answered === null ? { ...origins, failing } : origins;
    return { origins: reading, threads, cards, live, last: { registry: last, threads: last } };
  }
  const result = answered?.result;
  const at = answered?.at ?? last.at;
  const facts = { at, millis: last.millis, requests: 0 };
  const look: Look<never> =
    result !== undefined && "because" in result && result.because === "denied"
      ? { ...facts, answer: "denied", status: result.status, detail: result.detail }
      : { ...facts, answer: "absent", what: "commits" };
  return {
    live: null,
    threads: new Map(),
    cards: UNREAD.cards,
    origins: stand(UNREAD.origins, look),
    last: { registry: last, threads: lastOf(look) },
  };
}

function unreadLive(scope: string, name: RepositoryName): LiveState {
  const threads = new Map();
  const candidates = new Map();
  return { scope, name, replacedBy: null, feed: UNREAD_FEED, threads, searched: false, candidates, titled: null };
}

/** "another numeric repository ID under the same name … held: the last accepted registry". Nothing of the other one is read. */
function held(prior: Standings, live: LiveState, now: RepositoryName): Standings {
  // This look succeeded; but nobody confirmed the copy, so it is as old as it was.
  const threads = [...prior.threads].map(([issue, standing]) => [issue, { ...standing, failing: null }] as const);
  return {
    ...prior,
    registry: { ...prior.registry, failing: null },
    origins: { ...prior.origins, failing: null },
    threads: new Map(threads),
    live: { ...live, replacedBy: now },
  };
}

import { createHash } from "node:crypto";
import type { Answer, Look, LookFacts, Millis, Pin, Sha, Sha256 } from "@/lib/contracts/core/look";
import { READING, stand, type Standing } from "@/lib/contracts/core/standing";
import type { CallLimits, CardBytes, Source, ThreadBytes } from "@/lib/sources/source";

/** Where the contract publishes the registry; no other path is ever read in its place. */
export const REGISTRY_PATH = ".squad/casting/registry.json";
/** "registry, history 8 MiB" (contracts, caps). */
const MAX_REGISTRY_BYTES = 8 * 1024 * 1024;
/** Threads are looked at side by side, this many at a time. */
const THREADS_AT_ONCE = 8;
/** A working directory can change between two reads; so often the look begins anew before it counts as failed. */
const MOVED_TRIES = 3;

export interface RegistryFile {
  readonly pin: Pin;
  readonly path: string;
  readonly oid: Sha;
  readonly sha256: Sha256;
  readonly bytes: Uint8Array;
}

/** Where everything of one repository stands after its looks. */
export interface Standings {
  /** The last pin that the source answered; null: none, or the answer was no value. */
  readonly pin: Pin | null;
  readonly registry: Standing<RegistryFile>;
  readonly origins: Standing<readonly number[]>;
  readonly threads: ReadonlyMap<number, Standing<ThreadBytes>>;
  readonly cards: Standing<CardBytes>;
  /** The last look at the registry, whatever it answered. */
  readonly last: { readonly registry: LastLook | null; readonly threads: LastLook | null };
}

export interface LastLook {
  readonly at: Millis;
  readonly millis: number;
  readonly answer: Answer<unknown>["answer"];
}

export const UNREAD: Standings = {
  pin: null,
  registry: READING,
  origins: READING,
  threads: new Map(),
  cards: READING,
  last: { registry: null, threads: null },
};

/**
 * Looks at everything of one repository once: the head, the registry at it, the threads and the issue cards.
 * @param goals issues that are origins by configuration, besides those that the source offers
 * @returns the moved standings; `prior` is not changed. Never throws: failures are answers of looks.
 */
export async function lookAt(
  source: Source,
  prior: Standings,
  goals: readonly number[],
  limits: CallLimits,
): Promise<Standings> {
  const [registry, work] = await Promise.all([
    lookAtRegistry(source, prior, limits),
    lookAtThreads(source, prior, goals, limits),
  ]);
  return { ...registry, ...work, last: { registry: registry.last, threads: work.last } };
}

type RegistryPart = Pick<Standings, "pin" | "registry"> & { readonly last: LastLook };

async function lookAtRegistry(source: Source, prior: Standings, limits: CallLimits): Promise<RegistryPart> {
  for (let attempt = 1; ; attempt += 1) {
    const part = await registryOnce(source, prior, limits);
    if (part.look.answer !== "unfit" || part.look.why !== "moved") return settle(prior, part);
    if (attempt === MOVED_TRIES) return settle(prior, { pin: prior.pin, look: beingWritten(part.look) });
  }
}

interface RegistryLook {
  readonly pin: Pin | null;
  readonly look: Look<RegistryFile>;
}

async function registryOnce(source: Source, prior: Standings, limits: CallLimits): Promise<RegistryLook> {
  // A registry that failed to be read at this pin must be read again, although the head is the same.
  const known = prior.registry.failing === null ? prior.pin : null;
  const head = await source.head(known, limits);
  if (head.answer === "unchanged") return { pin: known, look: head };
  if (head.answer === "failed") return { pin: prior.pin, look: head };
  if (head.answer !== "value") return { pin: null, look: head };
  const pin = head.value;
  const entry = await source.entry(pin, REGISTRY_PATH, limits);
  if (entry.answer !== "value") return { pin, look: spent(entry, head) };
  const blob = await source.blob(pin, entry.value, MAX_REGISTRY_BYTES, limits);
  const look = spent(blob, head, entry);
  if (look.answer !== "value") return { pin, look };
  const file = { pin, path: REGISTRY_PATH, oid: entry.value.oid, sha256: sha256(look.value), bytes: look.value };
  return { pin, look: { ...look, value: file } };
}

function settle(prior: Standings, { pin, look }: RegistryLook): RegistryPart {
  return { pin, registry: stand(prior.registry, look), last: lastOf(look) };
}

function beingWritten(look: LookFacts): Look<RegistryFile> {
  const detail = "The registry changed while it was being read, several times in a row.";
  return { at: look.at, millis: look.millis, requests: look.requests, answer: "failed", cause: "io", detail };
}

type WorkPart = Pick<Standings, "origins" | "threads" | "cards"> & { readonly last: LastLook };

async function lookAtThreads(
  source: Source,
  prior: Standings,
  goals: readonly number[],
  limits: CallLimits,
): Promise<WorkPart> {
  const offered = await source.origins(limits);
  const origins = stand(prior.origins, offered);
  const numbers = originsOf(origins, prior, goals);
  const looks = await inTurn(numbers, async (issue) => {
    const before = prior.threads.get(issue) ?? READING;
    return [issue, stand(before, await source.thread(issue, hashOf(before), limits))] as const;
  });
  const cards = stand(prior.cards, await source.cards(hashOf(prior.cards), limits));
  return { origins, threads: new Map(looks), cards, last: lastOf(offered) };
}

/** A thread that failed since is asked for anew: what was read before says nothing about it now. */
function hashOf(standing: Standing<{ readonly sha256: string }>): string | null {
  const result = standing.answered?.result;
  return result !== undefined && "value" in result ? result.value.sha256 : null;
}

/** Threads that nobody lists any more because the whole folder is gone are asked for all the same: their absence must show. */
function originsOf(origins: Standing<readonly number[]>, prior: Standings, goals: readonly number[]): number[] {
  const result = origins.answered?.result;
  const offered = result !== undefined && "value" in result ? result.value : [...prior.threads.keys()];
  return [...new Set([...offered, ...goals])].sort((a, b) => a - b);
}

async function inTurn<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await each(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(THREADS_AT_ONCE, items.length) }, worker));
  return results;
}

function spent<T>(look: Look<T>, ...earlier: readonly LookFacts[]): Look<T> {
  const all = [...earlier, look];
  return {
    ...look,
    at: Math.min(...all.map(({ at }) => at)),
    millis: all.reduce((sum, { millis }) => sum + millis, 0),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  };
}

function lastOf(look: Look<unknown>): LastLook {
  return { at: look.at, millis: look.millis, answer: look.answer };
}

function sha256(bytes: Uint8Array): Sha256 {
  return createHash("sha256").update(bytes).digest("hex");
}

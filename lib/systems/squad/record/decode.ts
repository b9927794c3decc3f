import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { Standing } from "@/lib/contracts/core/standing";
import { parseFacts } from "@/lib/contracts/squad/continuity-facts";
import type { ThreadPages } from "@/lib/sources/source";
import type { Baseline } from "../baseline";
import type { PictureVerdict } from "../pictures";
import type { SquadFacts } from "../squad";
import type { LiveState, RegistryFile, Standings } from "../standings";
import { readCards, readPages, readThread, remember } from "./bodies";
import { parseKept } from "./json";
import { baselineShape, recordShape, type RecordShape } from "./shapes";

/** A kept record that has the right shape; its bodies are still to be fetched. */
export interface Parsed {
  readonly shape: RecordShape;
  /** The bodies that it names. */
  readonly named: ReadonlySet<Sha256>;
}

/** Reads the data of a kept record; null where it is not what `encode` writes. */
export function parseRecord(data: string): Parsed | null {
  const parsed = recordShape.safeParse(parseKept(data));
  if (!parsed.success) return null;
  const shape = parsed.data;
  const named = new Set<Sha256>();
  const add = <W>(standing: Written<W>, hashOf: (written: W) => Sha256) => {
    const result = standing.answered?.result;
    if (result !== undefined && "value" in result) named.add(hashOf(result.value));
    if (standing.accepted !== null) named.add(hashOf(standing.accepted));
  };
  const itself = (sha256: Sha256) => sha256;
  add(shape.registry, ({ sha256 }) => sha256);
  for (const [, thread] of shape.threads) add(thread, itself);
  add(shape.cards, itself);
  for (const [, { pages }] of shape.live?.threads ?? []) if (pages !== null) named.add(pages);
  return { shape, named };
}

export interface Decoded {
  readonly facts: Omit<SquadFacts, "baseline">;
  readonly next: Millis;
}

/**
 * Puts a record together with its bodies; null where one is missing or is not what it should be: then the whole record is a miss, and
 * everything is read anew.
 * @param inMemory what an earlier state already holds, by hash, so that what did not change stays the same object
 */
export function decode(
  { shape }: Parsed,
  body: (sha256: Sha256) => Uint8Array | null,
  inMemory: ReadonlyMap<Sha256, object> = new Map(),
): Decoded | null {
  let whole = true;
  const read = <V extends object>(sha256: Sha256, reader: (bytes: Uint8Array) => V | null): V => {
    const there = inMemory.get(sha256);
    if (there !== undefined) return there as V;
    const bytes = body(sha256);
    const value = bytes === null ? null : reader(bytes);
    if (value === null) whole = false;
    else remember(value, sha256);
    return value as V;
  };
  // The same file may be the one that was found and the one that was accepted.
  const files = new Map<string, RegistryFile>();
  const file = (written: NonNullable<RecordShape["registry"]["accepted"]>): RegistryFile => {
    const key = JSON.stringify(written);
    const kept =
      files.get(key) ??
      fileOf(
        written,
        read(written.sha256, (bytes) => ({ ...written, bytes })),
      );
    files.set(key, kept);
    return kept;
  };
  const standings: Standings = {
    pin: shape.pin,
    registry: standingOf(shape.registry, file),
    origins: standingOf(shape.origins, (numbers) => numbers),
    threads: new Map(
      shape.threads.map(([issue, one]) => [issue, standingOf(one, (sha256) => read(sha256, readThread))]),
    ),
    cards: standingOf(shape.cards, (sha256) => read(sha256, readCards)),
    last: shape.last,
    live: shape.live === null ? null : liveOf(shape.live, (sha256) => read(sha256, readPages)),
  };
  const pictures = new Map<string, PictureVerdict>(shape.pictures as [string, PictureVerdict][]);
  return whole ? { facts: { standings, pictures }, next: shape.next } : null;
}

/** A standing as it is kept: what stands for its values, and the rest as it is. */
interface Written<W> {
  readonly answered: { readonly result: { readonly value: W } | { readonly because: string } } | null;
  readonly failing: unknown;
  readonly accepted: W | null;
}

function standingOf<V, W>({ answered, failing, accepted }: Written<W>, read: (written: W) => V): Standing<V> {
  const result = (from: { readonly value: W } | { readonly because: string }) =>
    "value" in from ? { value: read(from.value) } : from;
  return {
    answered: answered === null ? null : { ...answered, result: result(answered.result) },
    failing,
    accepted: accepted === null ? null : read(accepted),
  } as Standing<V>;
}

/** The same bytes at another commit are another file. */
function fileOf(written: Omit<RegistryFile, "bytes">, kept: RegistryFile): RegistryFile {
  if (kept === null || JSON.stringify({ ...kept, bytes: 0 }) === JSON.stringify({ ...written, bytes: 0 })) return kept;
  return { ...written, bytes: kept.bytes };
}

function liveOf(live: NonNullable<RecordShape["live"]>, pagesOf: (sha256: Sha256) => ThreadPages): LiveState {
  const { feed, threads, candidates, titled } = live;
  return {
    ...live,
    feed: { ...feed, discovery: { ...feed.discovery, validators: new Map(feed.discovery.validators) } },
    threads: new Map(
      threads.map(([issue, { pages, watched, ...thread }]) => [
        issue,
        { ...thread, watched: new Map(watched), pages: pages === null ? null : pagesOf(pages) },
      ]),
    ),
    candidates: new Map(candidates),
    titled: titled === null ? null : { ...titled, issues: new Set(titled.issues) },
  };
}

/** What a baseline keeps beside its number and its hash, as JSON. */
export function encodeBaseline({ facts, warnings }: Baseline): string {
  return JSON.stringify({ facts, warnings });
}

/** Reads it back; null where it is not whole. */
export function decodeBaseline(text: string): Pick<Baseline, "facts" | "warnings"> | null {
  const parsed = baselineShape.safeParse(parseKept(text));
  if (!parsed.success) return null;
  const { warnings } = parsed.data;
  const facts = parsed.data.facts == null ? null : parseFacts(parsed.data.facts);
  if (parsed.data.facts != null && facts === null) return null;
  return { facts, warnings: warnings as Baseline["warnings"] };
}

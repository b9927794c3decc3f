import { createHash } from "node:crypto";
import type { Sha256 } from "@/lib/contracts/core/look";
import type { Standing } from "@/lib/contracts/core/standing";
import type { CardBytes, LiveComment, ThreadBytes, ThreadPages } from "@/lib/sources/source";
import type { RegistryFile, Standings } from "../standings";
import { parseKept } from "./json";
import { cardsShape, pagesShape, threadShape } from "./shapes";

/** Bytes with their hash: what is large of a record. */
export interface Body {
  readonly sha256: Sha256;
  readonly bytes: Uint8Array;
}

// What did not change between two looks is the same object, so its hash is known.
const hashes = new WeakMap<object, Sha256>();

/** Takes note of what a body was read as. */
export function remember(whole: object, sha256: Sha256): void {
  hashes.set(whole, sha256);
}

/** What a state holds, by the hash of its body, where that is known. */
export function heldInMemory({ registry, threads, cards, live }: Standings): ReadonlyMap<Sha256, object> {
  const held = new Map<Sha256, object>();
  const add = (whole: object | null | undefined, sha256 = hashes.get(whole ?? {})) => {
    if (whole != null && sha256 !== undefined) held.set(sha256, whole);
  };
  const found = (standing: Standing<object>) => {
    const result = standing.answered?.result;
    return result !== undefined && "value" in result ? result.value : null;
  };
  add(registry.accepted, registry.accepted?.sha256);
  const file = found(registry) as RegistryFile | null;
  add(file, file?.sha256);
  for (const thread of threads.values()) add(found(thread));
  add(found(cards));
  for (const { pages } of live?.threads.values() ?? []) add(pages);
  return held;
}

/** Collects the bodies of one record, each made only where it is new. */
export class Bodies {
  private readonly made = new Map<Sha256, Uint8Array>();
  private readonly named = new Set<Sha256>();

  /** @param known bodies that are kept already */
  constructor(private readonly known: ReadonlySet<Sha256>) {}

  /** Every body that the record names. */
  get all(): ReadonlySet<Sha256> {
    return this.named;
  }

  /** Those that are not kept yet. */
  get fresh(): ReadonlyMap<Sha256, Uint8Array> {
    return this.made;
  }

  raw({ sha256, bytes }: Body): Sha256 {
    this.named.add(sha256);
    if (!this.known.has(sha256)) this.made.set(sha256, bytes);
    return sha256;
  }

  json(whole: object, plain: () => unknown): Sha256 {
    const before = hashes.get(whole);
    if (before !== undefined && this.known.has(before)) {
      this.named.add(before);
      return before;
    }
    const bytes = new TextEncoder().encode(JSON.stringify(plain()));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    hashes.set(whole, sha256);
    return this.raw({ sha256, bytes });
  }
}

export const threadBody = (thread: ThreadBytes) => (): unknown => thread;
export const cardsBody = (cards: CardBytes) => (): unknown => cards;

export function pagesBody({ issue, comments, pages, bytes }: ThreadPages) {
  return (): unknown => {
    const places = new Map<LiveComment, number>();
    const placeOf = (comment: LiveComment) => {
      const place = places.get(comment) ?? places.size;
      places.set(comment, place);
      return place;
    };
    const whole = {
      issue,
      comments: comments.map(placeOf),
      pages: pages.map((page) => ({ ...page, comments: page.comments.map(placeOf) })),
      bytes,
    };
    return { ...whole, pool: [...places.keys()] };
  };
}

/** Each reads a body back; null where it is not whole. */
export function readThread(bytes: Uint8Array): ThreadBytes | null {
  return (threadShape.safeParse(parse(bytes)).data ?? null) as ThreadBytes | null;
}

export function readCards(bytes: Uint8Array): CardBytes | null {
  return cardsShape.safeParse(parse(bytes)).data ?? null;
}

export function readPages(bytes: Uint8Array): ThreadPages | null {
  const parsed = pagesShape.safeParse(parse(bytes)).data;
  if (parsed === undefined) return null;
  const { issue, pool, bytes: size } = parsed;
  const at = (places: readonly number[]) => places.map((place) => pool[place] as LiveComment | undefined);
  const comments = at(parsed.comments);
  const pages = parsed.pages.map((page) => ({ ...page, comments: at(page.comments) }));
  if ([comments, ...pages.map((page) => page.comments)].some((all) => all.includes(undefined))) return null;
  return { issue, comments, pages, bytes: size } as ThreadPages;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseKept(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

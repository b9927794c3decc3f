import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { Answered, Standing } from "@/lib/contracts/core/standing";
import type { LiveState, RegistryFile, Standings } from "../standings";
import type { SquadState } from "../squad";
import { Bodies, cardsBody, pagesBody, threadBody } from "./bodies";
import type { RecordShape } from "./shapes";

/** A state as it is kept. */
export interface Encoded {
  /** JSON. */
  readonly data: string;
  /** Every body that the data names. */
  readonly named: ReadonlySet<Sha256>;
  /** Those that are not kept yet, by hash. */
  readonly bodies: ReadonlyMap<Sha256, Uint8Array>;
  /** What each target's answer is made of, by target: for the list of looks. */
  readonly bodyOf: ReadonlyMap<string, Sha256>;
}

/**
 * Writes a state down, so that `decode` gives the very same one back. The baseline is kept apart from it: it is the repository's, and not
 * of the credential that reads it.
 * @param known hashes of bodies that are kept already
 */
export function encode(state: SquadState, next: Millis, known: ReadonlySet<Sha256>): Encoded {
  const { standings, pictures } = state;
  const bodies = new Bodies(known);
  const bodyOf = new Map<string, Sha256>();
  const keep = (target: string, sha256: Sha256) => {
    bodyOf.set(target, sha256);
    return sha256;
  };
  const shape = {
    version: 1,
    pin: standings.pin,
    registry: standingOf(standings.registry, (file) => registryOf(file, bodies)),
    origins: standingOf(standings.origins, (numbers) => [...numbers]),
    threads: [...standings.threads].map(([issue, one]) => [
      issue,
      standingOf(one, (thread) => keep(`thread:${issue}`, bodies.json(thread, threadBody(thread)))),
    ]),
    cards: standingOf(standings.cards, (cards) => keep("titles", bodies.json(cards, cardsBody(cards)))),
    last: standings.last,
    live: standings.live === null ? null : liveOf(standings.live, bodies, keep),
    pictures: [...pictures],
    next,
  };
  const found = valueOf(standings.registry);
  if (found !== null) bodyOf.set("registry", found.sha256);
  return { data: JSON.stringify(shape satisfies Loose), named: bodies.all, bodies: bodies.fresh, bodyOf };
}

/** What the reader wants, as far as types can say it: an optional member may be left out, never `undefined`. */
type Loose = { readonly [member in keyof RecordShape]: unknown };

function valueOf({ answered }: Standings["registry"]): RegistryFile | null {
  return answered !== null && "value" in answered.result ? answered.result.value : null;
}

function registryOf(
  { pin, path, oid, sha256, bytes }: RegistryFile,
  bodies: Bodies,
): RecordShape["registry"]["accepted"] {
  return { pin, path, oid, sha256: bodies.raw({ sha256, bytes }) };
}

function standingOf<V, W>({ answered, failing, accepted }: Standing<V>, write: (value: V) => W) {
  const result = (from: Answered<V>) => ("value" in from ? { value: write(from.value) } : from);
  return {
    answered: answered === null ? null : { ...answered, result: result(answered.result) },
    failing,
    accepted: accepted === null ? null : write(accepted),
  };
}

function liveOf(live: LiveState, bodies: Bodies, keep: (target: string, sha256: Sha256) => Sha256) {
  const { feed, threads, candidates, titled } = live;
  return {
    ...live,
    feed: { ...feed, discovery: { ...feed.discovery, validators: [...feed.discovery.validators] } },
    threads: [...threads].map(([issue, { pages, watched, ...thread }]) => [
      issue,
      {
        ...thread,
        watched: [...watched],
        pages: pages === null ? null : keep(`pages:${issue}`, bodies.json(pages, pagesBody(pages))),
      },
    ]),
    candidates: [...candidates],
    titled: titled === null ? null : { ...titled, issues: [...titled.issues] },
  };
}

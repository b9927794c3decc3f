import "server-only";
import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { Store, StoredStanding, StoreFault } from "@/lib/store/types";
import { heldInMemory } from "@/lib/systems/squad/record/bodies";
import { decode, parseRecord, type Decoded, type Parsed } from "@/lib/systems/squad/record/decode";
import { settle, type SquadFacts } from "@/lib/systems/squad/squad";
import { baselineOf } from "./baselines";
import { keyOf, unread, type Member } from "./member";

/** So many repositories are read at a time, so that a thousand of them never stand in memory twice. */
const AT_ONCE = 100;

/**
 * Reads what the store has of these repositories, under the credentials that they have now, and has each adopt it. What is not there, or not
 * whole, is a miss: the repository is unread, and held to what was accepted all the same.
 * @returns why the store could not be read; null: it was
 */
export async function load(store: Store, members: readonly Member[], now: () => Millis): Promise<StoreFault | null> {
  for (let from = 0; from < members.length; from += AT_ONCE) {
    const fault = await loadSome(store, members.slice(from, from + AT_ONCE), now);
    if (fault !== null) return fault;
  }
  return null;
}

async function loadSome(store: Store, members: readonly Member[], now: () => Millis): Promise<StoreFault | null> {
  const scopes = new Map(members.map((member) => [member, member.scope()]));
  const [standings, accepted] = await Promise.all([
    store.standings(members.map(keyOf)),
    store.accepted([...new Set(members.map(({ place }) => place))]),
  ]);
  if (!standings.ok) return standings.fault;
  if (!accepted.ok) return accepted.fault;
  const rows = new Map(standings.value.map((row) => [`${row.scope} ${row.repository}`, row]));
  const baselines = new Map(accepted.value.map((one) => [one.repository, baselineOf(one)]));
  const records = members.map((member) => {
    const row = rows.get(`${scopes.get(member)} ${member.place}`) ?? null;
    return { member, row, parsed: row === null ? null : parseRecord(row.data), inMemory: inMemoryOf(member) };
  });
  const bodies = await fetchBodies(store, records, scopes);
  if (!bodies.ok) return bodies.fault;
  for (const { member, row, parsed, inMemory } of records) {
    const scope = scopes.get(member) ?? "";
    const own = bodies.of.get(scope);
    const decoded = parsed === null ? null : decode(parsed, (sha256) => own?.get(sha256) ?? null, inMemory);
    const baseline = baselines.get(member.place) ?? null;
    adopt(member, { scope, row, parsed, decoded }, baseline, now());
  }
  return null;
}

type Row = {
  readonly member: Member;
  readonly parsed: Parsed | null;
  readonly inMemory: ReadonlyMap<Sha256, object>;
};
type Bodies = ReadonlyMap<string, ReadonlyMap<Sha256, Uint8Array>>;

async function fetchBodies(
  store: Store,
  records: readonly Row[],
  scopes: ReadonlyMap<Member, string>,
): Promise<{ readonly ok: true; readonly of: Bodies } | { readonly ok: false; readonly fault: StoreFault }> {
  const wanted = new Map<string, Set<Sha256>>();
  for (const { member, parsed, inMemory } of records) {
    const scope = scopes.get(member) ?? "";
    const own = wanted.get(scope) ?? new Set();
    wanted.set(scope, own);
    for (const sha256 of parsed?.named ?? []) if (!inMemory.has(sha256)) own.add(sha256);
  }
  const of = new Map<string, ReadonlyMap<Sha256, Uint8Array>>();
  for (const [scope, hashes] of wanted) {
    if (hashes.size === 0) continue;
    const kept = await store.bodies(scope, [...hashes]);
    if (!kept.ok) return kept;
    of.set(scope, kept.value);
  }
  return { ok: true, of };
}

/** Only what the same credential has read. */
function inMemoryOf(member: Member): ReadonlyMap<Sha256, object> {
  const { shelf, state } = member;
  return shelf.loaded && shelf.scope === member.scope() ? heldInMemory(state.standings) : new Map();
}

interface Found {
  readonly scope: string;
  readonly row: StoredStanding | null;
  readonly parsed: Parsed | null;
  readonly decoded: Decoded | null;
}

function adopt(
  member: Member,
  { scope, row, parsed, decoded }: Found,
  baseline: SquadFacts["baseline"],
  now: Millis,
): void {
  const { shelf, plan } = member;
  const same = shelf.scope === scope && shelf.loaded;
  const nothing = same ? null : unread(member, now);
  const facts = { ...(decoded?.facts ?? unread(member, now)), baseline };
  Object.assign(shelf, {
    ...{ scope, baseline, saved: null, writtenAt: now },
    version: row?.version ?? 0,
    known: decoded === null ? new Set() : (parsed?.named ?? new Set()),
  });
  // An equal snapshot stays the same object; another credential's never does.
  const make = () => settle(plan, nothing ?? member.state, facts, now);
  member.adopt(facts, make, decoded?.next ?? 0);
  shelf.loaded = true;
}

/** Judges what was read, one repository at a time, and lets whatever is asked meanwhile go first. */
export async function judgeInTurn(members: readonly Member[]): Promise<void> {
  for (const member of members) {
    await new Promise((resolve) => setImmediate(resolve));
    void member.state;
  }
}

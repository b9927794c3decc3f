import "server-only";
import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { Lease, LookEntry, Store, StoreFault, Write } from "@/lib/store/types";
import { advance, keepAccepted } from "@/lib/systems/squad/baseline";
import { encode, type Encoded } from "@/lib/systems/squad/record/encode";
import { looksBetween } from "@/lib/systems/squad/record/looks";
import { settle, type SquadState } from "@/lib/systems/squad/squad";
import { acceptedOf, baselineOf } from "./baselines";
import { keyOf, type Member } from "./member";
import { writeMessage } from "./messages";

/** A look that changed nothing is written down no more often than this, in milliseconds: a crash loses so much of an age at most. */
const UNCHANGED_EVERY = 10_000;
/** What was accepted can change in between so often before a look gives up. */
const TRIES = 3;

/** A file that was read beside the registry and the threads, for whoever asks for it next. */
export interface Extra {
  readonly target: string;
  readonly at: Millis;
  readonly sha256: Sha256;
  readonly bytes: Uint8Array;
}

export interface Look {
  readonly lease: Lease;
  readonly after: SquadState;
  /** When the next look is due. */
  readonly next: Millis;
  readonly extras: readonly Extra[];
}

export type Saved =
  | { readonly saved: "written" | "unchanged"; readonly state: SquadState }
  /** Another process has written meanwhile, or leads now: what it left is to be read. */
  | { readonly saved: "overtaken" }
  | { readonly saved: "failed"; readonly fault: StoreFault };

/**
 * Writes what a look found, whole or not at all, before anybody is shown it: what is not kept could be taken back unseen.
 * Contract: "Acceptance is monotone per repository and atomic across replicas."
 */
export async function save(store: Store, member: Member, look: Look, now: () => Millis): Promise<Saved> {
  const { shelf, plan } = member;
  let { after } = look;
  let accepted = shelf.baseline;
  if (isUnchanged(shelf.saved, after) && look.extras.length === 0 && now() - shelf.writtenAt < UNCHANGED_EVERY)
    return { saved: "unchanged", state: after };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const encoded = encode(after, look.next, shelf.known);
    const kept = await store.write(writeOf(member, { ...look, after }, encoded, accepted));
    if (!kept.ok) return { saved: "failed", fault: kept.fault };
    if (kept.value.done === "lost") return { saved: "overtaken" };
    if (kept.value.done === "written") {
      const { version } = kept.value;
      Object.assign(shelf, { version, known: encoded.named, saved: after, baseline: after.baseline, writtenAt: now() });
      return { saved: "written", state: after };
    }
    // An operator may have decided meanwhile; another process cannot have looked, unless it leads.
    const [newest, versions] = [await store.accepted([member.place]), await store.standings([keyOf(member)])];
    if (!newest.ok) return { saved: "failed", fault: newest.fault };
    if (!versions.ok) return { saved: "failed", fault: versions.fault };
    if ((versions.value[0]?.version ?? 0) !== shelf.version) return { saved: "overtaken" };
    accepted = newest.value[0] === undefined ? null : baselineOf(newest.value[0]);
    const baseline = advance(accepted, after.standings, now());
    const standings = keepAccepted(after.standings, baseline);
    after = settle(plan, member.state, { standings, pictures: after.pictures, baseline }, now());
  }
  return { saved: "overtaken" };
}

function writeOf(member: Member, look: Look, encoded: Encoded, accepted: SquadState["baseline"]): Write {
  const { shelf } = member;
  const { after, lease, extras } = look;
  const looks: readonly LookEntry[] = [
    ...looksBetween(shelf.saved, after, encoded.bodyOf),
    ...extras.map(({ target, at, sha256 }) => ({ target, at, result: "value" as const, detail: "", body: sha256 })),
  ];
  const bodies = new Map([...encoded.bodies, ...extras.map(({ sha256, bytes }) => [sha256, bytes] as const)]);
  const { baseline, squad } = after;
  const version = shelf.version + 1;
  return {
    lease,
    version: shelf.version,
    data: encoded.data,
    bodies,
    looks,
    judgedBy: squad.file === null ? null : (accepted?.seq ?? 0),
    accept: baseline === null || baseline.seq === accepted?.seq ? null : acceptedOf(baseline),
    snapshot:
      squad.id === shelf.saved?.squad.id
        ? null
        : { id: squad.id, pin: JSON.stringify(squad.pin), inputs: JSON.stringify([...encoded.bodyOf]) },
    message: writeMessage({ t: "changed", of: member.place, scope: lease.scope, version }),
  };
}

/** Nothing but times differs. */
function isUnchanged(saved: SquadState | null, after: SquadState): boolean {
  if (saved === null || saved.squad.id !== after.squad.id || saved.baseline !== after.baseline) return false;
  const fails = ({ standings: { registry, origins } }: SquadState) =>
    `${registry.failing?.cause} ${registry.failing?.detail} ${origins.failing?.cause} ${origins.failing?.detail}`;
  return fails(saved) === fails(after) && saved.standings.live === after.standings.live;
}

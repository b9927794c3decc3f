import "server-only";
import type { Lease, Store, StoreFault } from "@/lib/store/types";
import { keyOf, type Member } from "./member";

/** How the lead of repositories is held, in milliseconds. */
export interface LeaseRhythm {
  /** A lease ends so long after it was last renewed. */
  readonly lastsMs: number;
  /** It is renewed so often. A process that died is followed within both together. */
  readonly everyMs: number;
}

/** Processes on one database: whoever dies is followed within 30 s. */
export const SHARED: LeaseRhythm = { lastsMs: 20_000, everyMs: 5_000 };
/** The data folder has one process alone, which the guard sees to. */
export const ALONE: LeaseRhythm = { lastsMs: 3_600_000, everyMs: 900_000 };

/** By our own clock a lease ends a little earlier than by the database's, so that nobody looks in vain. */
const MARGIN = 2_000;

/**
 * Which repositories this process leads. Contract of the store: a lease has an end and a fencing number that every write carries, so
 * whatever this process believes, it writes nothing for what another one leads.
 */
export class Leadership {
  private leases = new Map<string, Lease>();
  private validUntil = 0;
  private alive = 1;

  constructor(
    private readonly store: Store,
    private readonly holder: string,
    private readonly rhythm: LeaseRhythm,
    /** A clock that never goes back. */
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** How many processes share the repositories, this one included. */
  get replicas(): number {
    return this.alive;
  }

  /** How many repositories this process leads. */
  get count(): number {
    return this.valid ? this.leases.size : 0;
  }

  private get valid(): boolean {
    return this.monotonic() < this.validUntil;
  }

  /** The lease under which a repository may be looked at now; null: another process leads it, or nobody knows. */
  of(member: Member): Lease | null {
    const lease = this.leases.get(nameOf(keyOf(member)));
    return this.valid && lease !== undefined ? lease : null;
  }

  /**
   * Says that this process lives, renews what it leads, takes its share of what nobody leads, and gives back what is more than its share.
   * @returns why the store could not be asked; null: it was
   */
  async beat(members: readonly Member[]): Promise<StoreFault | null> {
    const asked = this.monotonic();
    const alive = await this.store.alive(this.holder, this.rhythm.lastsMs);
    if (!alive.ok) return alive.fault;
    this.alive = Math.max(1, alive.value);
    const most = Math.ceil(members.length / this.alive);
    const { holder, rhythm } = this;
    const ask = { holder, keys: members.map(keyOf), most, lastsMs: rhythm.lastsMs };
    let kept = await this.store.lead(ask);
    if (!kept.ok) return kept.fault;
    // What was led under another credential, or is configured no more, must take nobody's room.
    const wanted = new Set(ask.keys.map(nameOf));
    const stray = kept.value.filter((lease) => !wanted.has(nameOf(lease)));
    if (stray.length > 0) {
      await this.store.release(holder, stray);
      kept = await this.store.lead(ask);
      if (!kept.ok) return kept.fault;
    }
    const surplus = kept.value.slice(most);
    this.leases = new Map(kept.value.slice(0, most).map((lease) => [nameOf(lease), lease]));
    this.validUntil = asked + rhythm.lastsMs - MARGIN;
    if (surplus.length > 0) await this.store.release(holder, surplus);
    return null;
  }

  /** This process has learned that it leads this repository no more. */
  forget(member: Member): void {
    this.leases.delete(nameOf(keyOf(member)));
  }

  /** Gives everything back, so that others need not wait for the leases to end. */
  async resign(): Promise<void> {
    const leases = [...this.leases.values()];
    this.leases.clear();
    if (leases.length > 0) await this.store.release(this.holder, leases);
  }
}

function nameOf({ repository, scope }: { readonly repository: string; readonly scope: string }): string {
  return `${scope} ${repository}`;
}

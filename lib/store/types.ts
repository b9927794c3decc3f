import type { Millis, Sha256 } from "@/lib/contracts/core/look";

/**
 * What must outlive the process. Data of the systems is opaque here: JSON that they write and read, and bodies that are reached by their
 * hash. Every call answers with a value or a fault, and none throws or hangs: a fault is told to people, and what is in memory serves on.
 */
export interface Store {
  readonly kind: "embedded" | "postgres";
  /** Why the last call failed; null: it went through. */
  readonly fault: StoreFault | null;

  /** Where repositories stand, each with the version that the next write must name. One that is missing was never written, or was set aside. */
  standings(keys: readonly StandingKey[]): Promise<Kept<readonly StoredStanding[]>>;
  /** The version of every standing, to find what another process wrote. Cheap: one question, whatever the number. */
  versions(): Promise<Kept<readonly StandingVersion[]>>;
  /** Bodies by hash, through looks and accepted records of this scope alone. One that is missing, was never looked at in this scope, or is not what its hash says is left out. */
  bodies(scope: string, hashes: readonly Sha256[]): Promise<Kept<ReadonlyMap<Sha256, Uint8Array>>>;
  /** The body that the last look at `target` found; null: none. */
  lookedAt(key: StandingKey, target: string): Promise<Kept<Uint8Array | null>>;
  /** Writes one look whole or not at all. */
  write(write: Write): Promise<Kept<Written>>;

  /**
   * What each of these repositories' last believed record is. Its `seq` is the greatest number that any row has, altered ones too: name it
   * in `after`. A repository that has no believed record is left out, and then `after` is 0.
   */
  accepted(repositories: readonly string[]): Promise<Kept<readonly Accepted[]>>;
  /** Everything ever accepted of one repository, the first one first. */
  acceptedHistory(repository: string): Promise<Kept<readonly Accepted[]>>;
  /** Records an operator's decision together with the baseline that follows from it. */
  decide(decision: NewDecision): Promise<Kept<"recorded" | "conflict">>;
  /** An operator's decisions about one repository, the last one first. */
  decisions(repository: string): Promise<Kept<readonly Decision[]>>;

  /** Takes the lead of repositories that nobody leads, at most so many, and renews those that `holder` leads. By the database's clock. */
  lead(ask: LeaseAsk): Promise<Kept<readonly Lease[]>>;
  /** Gives the lead back, so that another can take it at once. */
  release(holder: string, leases: readonly Lease[]): Promise<Kept<void>>;
  /** Says that this process lives, and how many were heard of within `withinMs`, it included. */
  alive(holder: string, withinMs: Millis): Promise<Kept<number>>;

  /** Notes that a webhook was delivered. `seen`: it was before. */
  delivered(delivery: { readonly id: string; readonly event: string }): Promise<Kept<"new" | "seen">>;
  /** What a credential may still ask, as the last process to hear of it wrote it down, and how long ago by the database's clock; null: nobody has. `key` names host and credential. */
  budget(key: string): Promise<Kept<{ readonly value: string; readonly age: Millis } | null>>;
  setBudget(key: string, value: string): Promise<Kept<void>>;

  /** What was found altered or broken and set aside, the last first. */
  setAside(repository: string): Promise<Kept<readonly SetAside[]>>;
  /** Removes what is older than the retention allows. Accepted records, their bodies and decisions are never removed. */
  sweep(retention: Retention): Promise<Kept<{ readonly looks: number; readonly bodies: number }>>;

  /** Tells every process, this one included, what changed. Lost where the store cannot be reached: `versions` finds it later. */
  publish(message: string): Promise<Kept<void>>;
  /** Hears what any process published. Gives a function that ends it. */
  subscribe(hear: (message: string) => void): () => void;
  close(): Promise<void>;
}

export type Kept<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: StoreFault };

export interface StoreFault {
  readonly code:
    /** The database cannot be reached. */
    | "store-unreachable"
    /** No room is left on the disk. */
    | "store-full"
    | "store-read-only"
    /** A newer Muster has written it. */
    | "store-newer"
    /** Another process has the data folder. */
    | "store-in-use"
    /** The address of the database or the user's rights are not in order. */
    | "store-refused"
    | "store-failed";
  /** A sentence for people: what is wrong and what would mend it. Never a password or an address with one. */
  readonly message: string;
}

/** `repository` names the place as the runtime does; `scope` names the credential that read it. */
export interface StandingKey {
  readonly repository: string;
  readonly scope: string;
}

export interface StandingVersion extends StandingKey {
  readonly version: number;
}

export interface StoredStanding extends StandingVersion {
  /** JSON, as it was written: its hash was checked. */
  readonly data: string;
}

export interface Lease extends StandingKey {
  /** The process that it was given to. */
  readonly holder: string;
  /** Grows by one each time that the lead goes over. */
  readonly fence: number;
}

export interface LeaseAsk {
  readonly holder: string;
  /** What this process could lead. */
  readonly keys: readonly StandingKey[];
  /** It leads no more than so many in all. */
  readonly most: number;
  readonly lastsMs: number;
}

/** One target's answer in a look. A run of equal answers is one row: `result`, `detail` and `body` make it equal. */
export interface LookEntry {
  /** registry, thread:45, blob:<oid> … */
  readonly target: string;
  readonly at: Millis;
  readonly result: "value" | "absent" | "denied" | "unfit" | "failed";
  /** Why, where the result is no value; "" otherwise. */
  readonly detail: string;
  readonly body: Sha256 | null;
}

export interface Write {
  readonly lease: Lease;
  /** The version that the writer read; 0: there was none. */
  readonly version: number;
  readonly data: string;
  /** Bodies that may not be in the store yet, by hash. One that this scope never looked at must be here; without its bytes a look is kept without its body. */
  readonly bodies: ReadonlyMap<Sha256, Uint8Array>;
  readonly looks: readonly LookEntry[];
  readonly accept: NewAccepted | null;
  /**
   * What was accepted when the look was judged, by its `seq`; 0: nothing was. Where it is another by now, that is a conflict. null: the look
   * found nothing that is held to it.
   */
  readonly judgedBy: number | null;
  readonly snapshot: SnapshotHead | null;
  /** Published with the write, in the same transaction. */
  readonly message: string;
}

/**
 * `lost`: this process does not lead the repository (any more), or its lease ran out; nothing was written.
 * `conflict`: the standing or what is accepted is another than the writer read; nothing was written, and it must read again.
 */
export type Written = { readonly done: "written"; readonly version: number } | { readonly done: "lost" | "conflict" };

export interface SnapshotHead {
  readonly id: Sha256;
  /** As JSON. */
  readonly pin: string;
  /** What it is made from, one named hash a line, as JSON. */
  readonly inputs: string;
}

/** What a repository is held to. */
export interface Accepted {
  readonly repository: string;
  /** 1, 2, 3 … for each repository. */
  readonly seq: number;
  /** The source's own number of the repository; null: it has none. */
  readonly repositoryId: number | null;
  /** null: a decision took another repository, whose first complete registry is still to come. */
  readonly revision: number | null;
  readonly body: Sha256 | null;
  /** As JSON. */
  readonly pin: string | null;
  /** What later ones are compared with, as JSON that the contract reads. */
  readonly facts: string | null;
  /** The scope that read it. */
  readonly scope: string;
  readonly at: Millis;
  /** The decision that it follows from; null: it followed by the rules. */
  readonly decision: string | null;
}

/** Without a decision a revision may only rise: that is checked where it is written. */
export interface NewAccepted extends Omit<Accepted, "repository" | "scope" | "seq" | "decision"> {
  /** The last one that the writer knew; 0: none. */
  readonly after: number;
}

export interface Decision {
  /** A UUID. */
  readonly id: string;
  readonly repository: string;
  readonly at: Millis;
  readonly who: string;
  readonly why: string;
  /** What was held and what it was held against, as JSON for people and auditors. */
  readonly about: string;
}

export interface NewDecision {
  readonly decision: Decision;
  readonly scope: string;
  readonly accept: NewAccepted;
  /** Published in the same transaction. */
  readonly message: string;
}

export interface SetAside {
  readonly repository: string;
  /** standing, body, accepted, decision */
  readonly kind: string;
  readonly name: string;
  readonly at: Millis;
  readonly why: string;
}

export interface Retention {
  /** Looks, snapshots and their bodies are kept for so many days after they were last confirmed. */
  readonly days: number;
}

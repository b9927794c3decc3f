import "server-only";
import type { Millis, Sha256 } from "@/lib/contracts/core/look";
import type { StandingKey, StoreFault } from "@/lib/store/types";
import { unreadSquad, type SquadFacts, type SquadPlan, type SquadState } from "@/lib/systems/squad/squad";
import type { Message } from "./messages";

/** One repository, as what keeps it sees it. */
export interface Member {
  /** `owner/name` as configured. */
  readonly name: string;
  /** Names the place that it is read from; the same in every process with the same configuration. */
  readonly place: string;
  readonly plan: SquadPlan;
  readonly state: SquadState;
  /** What the store knows of it. */
  readonly shelf: Shelf;
  /** Names the credential that reads it now. */
  scope(): string;
  /** Takes over what another process, or an earlier one, has left. @param make judges it */
  adopt(facts: SquadFacts, make: () => SquadState, next: Millis): void;
  /** Resolves when no look is under way. */
  idle(): Promise<void>;
  /** This process leads it from now on, or not any more. `now`: a look is wanted whether one is due or not. */
  leads(leads: boolean, now: boolean): void;
  /** Nothing can be kept, so nothing new is shown. */
  unkept(fault: StoreFault): void;
  heard(message: Message): void;
  /** Another process leads it: what was asked of that one and did not come about is asked again. */
  remind(): void;
}

/** What a repository's record in the store is, as far as this process knows. */
export interface Shelf {
  /** Of the scope that wrote it. */
  scope: string;
  /** 0: there is none. */
  version: number;
  /** The bodies that it names. */
  known: ReadonlySet<Sha256>;
  /** The state that it was made of; null: it was read, so the next look confirms all of it. */
  saved: SquadState | null;
  /** What is accepted, as far as this process knows. */
  baseline: SquadState["baseline"];
  writtenAt: Millis;
  /** Whether it was read, or found not to be there. */
  loaded: boolean;
}

export function emptyShelf(): Shelf {
  return { scope: "", version: 0, known: new Set(), saved: null, baseline: null, writtenAt: 0, loaded: false };
}

export function keyOf(member: Member): StandingKey {
  return { repository: member.place, scope: member.scope() };
}

/** What stands where the store has nothing for this credential: nothing was read, and what was accepted before still holds. */
export function unread({ plan }: Member, now: Millis): SquadState {
  return unreadSquad(plan, now);
}

import "server-only";
import type { Decision, Kept, Store } from "@/lib/store/types";
import { blobTarget } from "./blobs";
import { unkept, type Decided, type Deciding } from "./keeping/decide";
import type { Keeper } from "./keeping/keeper";
import type { Member } from "./keeping/member";

/** What the store has of one repository, beside the state that is shown. */
export class Archive {
  constructor(
    private readonly keeper: Keeper | null,
    private readonly member: Member,
  ) {}

  /** Records that an operator accepts what is held. */
  decide(by: Deciding): Promise<Decided> {
    return this.keeper?.decide(this.member, by) ?? Promise.resolve(unkept(null));
  }

  /** What operators decided, the last first; null: the store cannot be read. */
  decisions(): Promise<readonly Decision[] | null> {
    return this.ask((store) => store.decisions(this.member.place));
  }

  /** What was found altered in the store, the last first; null: the store cannot be read. */
  setAside() {
    return this.ask((store) => store.setAside(this.member.place));
  }

  /** A file that was read before, by its object name; null: it was not, or it cannot be said. */
  blob(oid: string): Promise<Uint8Array | null> {
    const key = { repository: this.member.place, scope: this.member.scope() };
    return this.ask((store) => store.lookedAt(key, blobTarget(oid)));
  }

  private ask<T>(question: (store: Store) => Promise<Kept<T>>): Promise<T | null> {
    return this.keeper?.ask(question) ?? Promise.resolve(null);
  }
}

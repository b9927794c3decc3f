import "server-only";
import type { Millis } from "@/lib/contracts/core/look";
import type { Store, StoreFault } from "@/lib/store/types";
import { load } from "./load";
import type { Member } from "./member";

/** Reads what is kept of repositories, each by one reading at a time: one that is asked for meanwhile follows. */
export class Reader {
  private readonly reading = new Map<Member, Promise<StoreFault | null>>();

  constructor(
    private readonly store: Store,
    private readonly now: () => Millis,
  ) {}

  /** @returns why the store could not be read; null: it was */
  async read(members: readonly Member[]): Promise<StoreFault | null> {
    await Promise.all(members.map((member) => this.reading.get(member)));
    const reading = load(this.store, members, this.now).finally(() => {
      for (const member of members) if (this.reading.get(member) === reading) this.reading.delete(member);
    });
    for (const member of members) this.reading.set(member, reading);
    return reading;
  }
}

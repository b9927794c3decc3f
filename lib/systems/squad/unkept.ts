import type { Look, Millis } from "@/lib/contracts/core/look";
import { stand, type Standing } from "@/lib/contracts/core/standing";
import type { SquadFacts, SquadState } from "./squad";

/**
 * What stands while the store cannot keep what looks find: the last state, marked as failing since then. Nothing new is taken, since what is
 * not kept could be taken back unseen.
 * @param detail a sentence for people
 */
export function withoutStore({ standings, pictures, baseline }: SquadState, detail: string, now: Millis): SquadFacts {
  const look: Look<never> = { at: now, millis: 0, requests: 0, answer: "failed", cause: "store", detail };
  const fail = <V>(standing: Standing<V>) => stand(standing, look);
  const threads = new Map([...standings.threads].map(([issue, one]) => [issue, fail(one)] as const));
  const { registry, origins } = standings;
  return {
    pictures,
    baseline,
    standings: { ...standings, registry: fail(registry), origins: fail(origins), threads },
  };
}

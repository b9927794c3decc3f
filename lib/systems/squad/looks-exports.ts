import { READING, stand, type Standing } from "@/lib/contracts/core/standing";
import type { CallLimits, ExportedThreads } from "@/lib/sources/source";
import { inTurn } from "./in-turn";
import { lastOf } from "./looks-registry";
import type { LastLook, Standings } from "./standings";

export type WorkPart = Pick<Standings, "origins" | "threads" | "cards"> & { readonly last: LastLook };

/** Looks at every thread that the folder of exports offers, and at the titles beside them. */
export async function lookAtExports(
  source: ExportedThreads,
  prior: Standings,
  goals: readonly number[],
  limits: CallLimits,
): Promise<WorkPart> {
  const offered = await source.origins(limits);
  const origins = stand(prior.origins, offered);
  const numbers = originsOf(origins, prior, goals);
  const looks = await inTurn(numbers, async (issue) => {
    const before = prior.threads.get(issue) ?? READING;
    return [issue, stand(before, await source.thread(issue, hashOf(before), limits))] as const;
  });
  const cards = stand(prior.cards, await source.cards(hashOf(prior.cards), limits));
  return { origins, threads: new Map(looks), cards, last: lastOf(offered) };
}

/** A thread that failed since is asked for anew: what was read before says nothing about it now. */
function hashOf(standing: Standing<{ readonly sha256: string }>): string | null {
  const result = standing.answered?.result;
  return result !== undefined && "value" in result ? result.value.sha256 : null;
}

/** Threads that nobody lists any more because the whole folder is gone are asked for all the same: their absence must show. */
function originsOf(origins: Standing<readonly number[]>, prior: Standings, goals: readonly number[]): number[] {
  const result = origins.answered?.result;
  const offered = result !== undefined && "value" in result ? result.value : [...prior.threads.keys()];
  return [...new Set([...offered, ...goals])].sort((a, b) => a - b);
}

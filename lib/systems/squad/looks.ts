import type { CallLimits, Source } from "@/lib/sources/source";
import { lookAtExports } from "./looks-exports";
import { lookAgainAtGitHub, lookAtGitHub } from "./looks-github";
import { lookAtRegistry } from "./looks-registry";
import type { LookPlan, Standings } from "./standings";

/**
 * Looks at everything of one repository once: the head, the registry at it, and the threads.
 * @returns the moved standings; `prior` is not changed. Never throws: failures are answers of looks.
 */
export async function lookAt(plan: LookPlan, prior: Standings, limits: CallLimits): Promise<Standings> {
  const { source } = plan;
  if (source.kind === "github") return lookAtGitHub({ ...plan, source }, prior, limits);
  const [registry, work] = await Promise.all([
    lookAtRegistry(source, prior, limits),
    lookAtExports(source, prior, plan.goals, limits),
  ]);
  return { ...registry, ...work, last: { registry: registry.last, threads: work.last }, live: null };
}

/** Looks at the registry alone once more, because a binding waits for a revision of it. */
export async function lookAgain(source: Source, standings: Standings, limits: CallLimits): Promise<Standings> {
  if (source.kind === "github") return lookAgainAtGitHub(source, standings, limits);
  const { last, ...registry } = await lookAtRegistry(source, standings, limits);
  return { ...standings, ...registry, last: { ...standings.last, registry: last } };
}

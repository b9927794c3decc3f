import "server-only";
import { stateLines } from "@/lib/systems/squad/documents/status";
import type { GitHubHome } from "./github-home";
import type { Keeper } from "./keeping/keeper";
import type { Readings } from "./metrics/gauges";
import type { Purse, RepositoryState } from "./metrics/names";
import type { Repository } from "./repository";

const SECOND = 1_000;
const PURSES: readonly Purse[] = ["core", "graphql"];

/** What this process can say of itself at this moment, in numbers alone. */
export function readingsOf(
  repositories: readonly Repository[],
  keeper: Keeper,
  github: GitHubHome,
  eventClients: number,
): Readings {
  const now = Date.now();
  const states: Partial<Record<RepositoryState, number>> = {};
  const ages: number[] = [];
  let overdue = 0;
  for (const repository of repositories) {
    const { standings } = repository.state;
    const { identity, repository: whole } = stateLines(repository.state, now);
    const word = identity.cause === "reading" ? "reading" : (whole.state as RepositoryState);
    states[word] = (states[word] ?? 0) + 1;
    if (standings.registry.answered !== null) ages.push(Math.max(0, now - standings.registry.answered.at) / SECOND);
    if (repository.next > 0) overdue = Math.max(overdue, (now - repository.next) / SECOND);
  }
  const points = PURSES.flatMap((purse) => {
    const fills = github.hosts.flatMap(({ client }) => client.limits.left(purse) ?? []);
    if (fills.length === 0) return [];
    const sum = (of: "remaining" | "limit") => fills.reduce((total, fill) => total + fill[of], 0);
    return [{ purse, left: sum("remaining"), limit: sum("limit") }];
  });
  return {
    ...{ repositories: states, points, ages, overdueSeconds: overdue, eventClients },
    ...{ led: keeper.led, replicas: keeper.replicas, leaseTakeovers: keeper.takeovers },
    storeUp: keeper.fault === null && keeper.isOpen,
  };
}

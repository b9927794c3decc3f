import { branchOf } from "./world.mjs";

export const TOKEN = "bench-token-one";
export const START = Date.UTC(2026, 9, 1);
const HOUR = 3_600_000;

/** A GitHub host as Muster opens it. `credential` may change under it. */
export function openHost(code, { apiUrl, webUrl }, now, credential = () => TOKEN) {
  return code.openGitHubHost({ apiUrl, webUrl, credential: () => code.personal(credential()), now });
}

/** One repository in the runtime's own class. */
export function openRepository(code, host, name, clock, webUrl) {
  const ref = branchOf(name);
  const plan = {
    source: code.openGitHubSource(host, { repository: name, ref }),
    settings: { repository: name, trust: code.DEFAULT_TRUST, staleMillis: 24 * HOUR, exported: false, webUrl, ref },
    goals: [],
  };
  return new code.Repository(name, plan, { rhythm: code.GITHUB, clock });
}

/** Whether all that is older than the first look was read. */
export function isSettled({ state }) {
  const { live, registry } = state.standings;
  return registry.answered !== null && live !== null && live.feed.discovery.state === "done" && live.searched;
}

/** How many goals resolve: a figure about a repository that was not read would be worth nothing. */
export function boundGoals({ state }) {
  return state.squad.work.goals.filter(({ goal }) => goal === "bound").length;
}

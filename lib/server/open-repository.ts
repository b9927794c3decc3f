import "server-only";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { openDirectorySource } from "@/lib/sources/directory/open";
import type { Source } from "@/lib/sources/source";
import { stateLines } from "@/lib/systems/squad/documents/status";
import type { Changes } from "./changes";
import type { RepositoryConfig } from "./config-schema";
import type { GitHubHome } from "./github-home";
import type { Keeper } from "./keeping/keeper";
import type { Lanes } from "./lanes";
import type { Metrics } from "./metrics/metrics";
import { Repository } from "./repository";
import { DIRECTORY, GITHUB, weightOf, type Tempo } from "./rhythm";
import type { Settings } from "./settings";

/** "up to a configured age (24 h from the last success)". */
const STALE_HOURS = 24;
const HOUR = 3_600_000;

/** What the repositories of a process share. */
export interface Shared {
  readonly settings: Settings;
  readonly keeper: Keeper;
  readonly changes: Changes;
  readonly metrics: Metrics;
  readonly github: GitHubHome;
  readonly files: Lanes;
  readonly remote: Lanes;
  readonly tempo: Tempo;
  /** The shortest interval between two looks at a directory, in milliseconds. */
  readonly spacing: number;
}

export function openRepository(entry: RepositoryConfig, shared: Shared): Repository {
  const { repository: name, directory, ref = null } = entry;
  const { keeper, changes, metrics, tempo, settings } = shared;
  const remote = directory === undefined;
  const squad = {
    repository: name,
    trust: entry.trust ?? DEFAULT_TRUST,
    staleMillis: (entry.staleHours ?? STALE_HOURS) * HOUR,
    exported: !remote,
    webUrl: remote ? settings.github.webUrl : null,
    ref,
  };
  const plan = { source: sourceOf(entry, shared), settings: squad, goals: entry.goals ?? [] };
  const kind = remote ? "github" : "directory";
  return new Repository(name, plan, {
    keeper,
    place: placeOf(entry, settings.github.apiUrl),
    rhythm: remote ? GITHUB : DIRECTORY,
    pace: () => (remote ? tempo.pace : shared.spacing),
    lanes: remote ? shared.remote : shared.files,
    looked: (state, millis) => {
      const answer = state.standings.last.registry?.answer;
      if (answer !== undefined) metrics.looked({ kind, answer, seconds: millis / 1_000 });
      if (remote) shared.github.looked(name);
    },
    changed: (state) => {
      if (remote) tempo.weigh(name, weightOf(state));
      const { state: word } = stateLines(state, Date.now()).repository;
      changes.tell({ repository: name, snapshot: state.squad.id, state: word });
    },
  });
}

/** Where a repository is read, in words that are the same for every process. A folder may be mounted elsewhere for each. */
function placeOf({ repository, directory, ref }: RepositoryConfig, apiUrl: string): string {
  const where = directory === undefined ? `github ${apiUrl}` : "directory";
  return `${where} ${repository.toLowerCase()}${ref === undefined ? "" : ` ${ref}`}`;
}

function sourceOf({ repository, directory, ref, threads }: RepositoryConfig, { github }: Shared): Source {
  if (directory === undefined) return github.source(repository, ref ?? null);
  return openDirectorySource({
    directory,
    ...(ref === undefined ? {} : { ref }),
    ...(threads === undefined ? {} : { threads }),
  });
}

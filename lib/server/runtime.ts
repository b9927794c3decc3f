import "server-only";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { openDirectorySource } from "@/lib/sources/directory/open";
import { personal } from "@/lib/sources/github/credential";
import { openGitHubHost, openGitHubSource, type GitHubHost } from "@/lib/sources/github/open";
import type { Source } from "@/lib/sources/source";
import { Repository } from "./repository";
import type { GitHubConfig, RepositoryConfig } from "./config-schema";
import { Lanes } from "./lanes";
import { log } from "./log";
import { DIRECTORY, GITHUB, Tempo, weightOf } from "./rhythm";
import { readSettings, type Settings } from "./settings";

/** "up to a configured age (24 h from the last success)". */
const STALE_HOURS = 24;
const HOUR = 3_600_000;
/** Looks of all watched directories together begin no closer than this, in milliseconds. */
const SPACING = 120;
/** Looks at once, over all repositories of a kind. */
const LANES = 8;

/** Everything that lives as long as the process. */
export interface Runtime {
  readonly settings: Settings;
  /** By name as configured, in the configuration's order. */
  readonly repositories: ReadonlyMap<string, Repository>;
  /** The repository that a name means, whatever its letter case (as GitHub compares names). */
  find(name: string): Repository | null;
}

/** A configuration that cannot be used. The start script has already listed the faults; a request is answered with them. */
export class SettingsError extends Error {
  constructor(
    readonly file: string,
    readonly faults: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(`${file} has ${faults.length} fault${faults.length === 1 ? "" : "s"}`);
    this.name = "SettingsError";
  }
}

const KEY = Symbol.for("muster.runtime");
type Root = { [KEY]?: Runtime };

/**
 * The one runtime of this process. Routes and instrumentation do not share modules, so it lives on globalThis; it opens at the first
 * request, never while building, and a failed start is tried again at the next one.
 */
export function runtime(): Runtime {
  const root = globalThis as Root;
  return (root[KEY] ??= openRuntime());
}

function openRuntime(): Runtime {
  const reading = readSettings(process.env, process.cwd());
  if (!reading.ok) throw new SettingsError(reading.file, reading.faults);
  const { settings } = reading;
  const home: Home = { host: null, files: new Lanes(LANES), remote: new Lanes(LANES), tempo: new Tempo() };
  const spacing = settings.repositories.filter(({ directory }) => directory !== undefined).length * SPACING;
  const repositories = new Map(
    settings.repositories.map((entry) => [entry.repository, openRepository(entry, settings, home, spacing)]),
  );
  // The first looks begin now, so that the first visitor finds answers.
  for (const repository of repositories.values()) void repository.look();
  const byLowerCase = new Map([...repositories].map(([name, repository]) => [name.toLowerCase(), repository]));
  log.info(
    { repositories: repositories.size, demo: settings.demo, open: settings.open },
    "Muster reads its repositories",
  );
  return { settings, repositories, find: (name) => byLowerCase.get(name.toLowerCase()) ?? null };
}

/** What repositories of a kind share. */
interface Home {
  host: GitHubHost | null;
  readonly files: Lanes;
  readonly remote: Lanes;
  readonly tempo: Tempo;
}

function openRepository(entry: RepositoryConfig, { github }: Settings, home: Home, spacing: number): Repository {
  const { repository, directory, ref } = entry;
  const remote = directory === undefined;
  const settings = {
    repository,
    trust: entry.trust ?? DEFAULT_TRUST,
    staleMillis: (entry.staleHours ?? STALE_HOURS) * HOUR,
    exported: !remote,
    webUrl: remote ? github.webUrl : null,
    ref: ref ?? null,
  };
  const plan = { source: sourceOf(entry, github, home), settings, goals: entry.goals ?? [] };
  return new Repository(repository, plan, {
    rhythm: remote ? GITHUB : DIRECTORY,
    pace: () => (remote ? home.tempo.pace : spacing),
    lanes: remote ? home.remote : home.files,
    looked: (state) => remote && home.tempo.weigh(repository, weightOf(state)),
  });
}

function sourceOf(entry: RepositoryConfig, github: GitHubConfig, home: Home): Source {
  const { repository, directory, ref, threads } = entry;
  if (directory !== undefined) {
    return openDirectorySource({
      directory,
      ...(ref === undefined ? {} : { ref }),
      ...(threads === undefined ? {} : { threads }),
    });
  }
  home.host ??= openGitHubHost({
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    // Read at each use: the settings were refused at the start where it was not set.
    credential: () => personal(process.env[github.tokenVariable]?.trim() ?? ""),
  });
  return openGitHubSource(home.host, { repository, ref: ref ?? null });
}

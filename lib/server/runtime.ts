import "server-only";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { openDirectorySource } from "@/lib/sources/directory/open";
import { Repository } from "./repository";
import type { RepositoryConfig } from "./config-schema";
import { Lanes } from "./lanes";
import { log } from "./log";
import { readSettings, type Settings } from "./settings";

/** "up to a configured age (24 h from the last success)". */
const STALE_HOURS = 24;
const HOUR = 3_600_000;
/** Looks of all watched repositories together begin no closer than this, in milliseconds. */
const SPACING = 120;
const PACE = 2_500;
/** Looks at once, over all repositories. */
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
type Home = { [KEY]?: Runtime };

/**
 * The one runtime of this process. Routes and instrumentation do not share modules, so it lives on globalThis; it opens at the first
 * request, never while building, and a failed start is tried again at the next one.
 */
export function runtime(): Runtime {
  const home = globalThis as Home;
  return (home[KEY] ??= openRuntime());
}

function openRuntime(): Runtime {
  const reading = readSettings(process.env, process.cwd());
  if (!reading.ok) throw new SettingsError(reading.file, reading.faults);
  const { settings } = reading;
  const pace = Math.max(PACE, settings.repositories.length * SPACING);
  const lanes = new Lanes(LANES);
  const repositories = new Map(
    settings.repositories.map((entry) => [entry.repository, openRepository(entry, pace, lanes)]),
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

function openRepository(entry: RepositoryConfig, pace: number, lanes: Lanes): Repository {
  const { repository, directory, ref, threads } = entry;
  const source = openDirectorySource({
    directory,
    ...(ref === undefined ? {} : { ref }),
    ...(threads === undefined ? {} : { threads }),
  });
  const settings = {
    repository,
    trust: entry.trust ?? DEFAULT_TRUST,
    staleMillis: (entry.staleHours ?? STALE_HOURS) * HOUR,
    exported: true,
    ref: ref ?? null,
  };
  return new Repository(repository, { source, settings, goals: entry.goals ?? [] }, pace, Date.now, lanes);
}

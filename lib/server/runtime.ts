import "server-only";
import { openStore } from "@/lib/store/open";
import { Changes } from "./changes";
import { EventHub } from "./events/hub";
import { GitHubHome } from "./github-home";
import { StoreHome } from "./keeping/home";
import { Keeper } from "./keeping/keeper";
import { Lanes } from "./lanes";
import { log } from "./log";
import { createMetrics, type Metrics } from "./metrics/metrics";
import { openRepository } from "./open-repository";
import { readingsOf } from "./readings";
import type { Repository } from "./repository";
import { Tempo } from "./rhythm";
import { readSettings, type Settings } from "./settings";
import { sweepNowAndThen } from "./sweeping";
import { Hasten } from "./webhooks/coalesce";

/** Looks of all watched directories together begin no closer than this, in milliseconds. */
const SPACING = 120;
/** Looks at once, over all repositories of a kind. */
const LANES = 8;
/** However many deliveries come, a repository is looked at no more often than this, in milliseconds. */
const HASTENED_EVERY = 1_000;
/** So long the first request waits for what was kept, in milliseconds. */
const OPENS_WITHIN = 10_000;
/** A stop waits so long for what is under way, in milliseconds. */
const STOPS_WITHIN = 20_000;

/** Everything that lives as long as the process. */
export interface Runtime {
  readonly settings: Settings;
  /** By name as configured, in the configuration's order. */
  readonly repositories: ReadonlyMap<string, Repository>;
  /** The repository that a name means, whatever its letter case (as GitHub compares names). */
  find(name: string): Repository | null;
  readonly changes: Changes;
  /** Everybody who listens to them from outside. */
  readonly events: EventHub;
  /** Looks that somebody wishes for, few of many. */
  readonly hasten: Hasten;
  readonly keeper: Keeper;
  readonly home: StoreHome;
  readonly metrics: Metrics;
  /** Resolves when what was kept was read, or could not be, or OPENS_WITHIN has passed. */
  readonly opened: Promise<void>;
  /** Finishes what is under way, gives back what this process leads, and closes the store. */
  stop(): Promise<void>;
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
 * The one runtime of this process. Routes and instrumentation do not share modules, so it lives on globalThis; it opens when the server
 * starts or at the first request, never while building, and a failed start is tried again at the next one.
 */
export function runtime(): Runtime {
  const root = globalThis as Root;
  return (root[KEY] ??= openRuntime());
}

/** The same, as soon as what was kept was read. */
export async function openedRuntime(): Promise<Runtime> {
  const here = runtime();
  await here.opened;
  return here;
}

function openRuntime(): Runtime {
  const reading = readSettings(process.env, process.cwd());
  if (!reading.ok) throw new SettingsError(reading.file, reading.faults);
  const { settings } = reading;
  const metrics = createMetrics();
  const changes = new Changes();
  const events = new EventHub(changes);
  const home = new StoreHome(() => openStore(settings.store));
  const github = new GitHubHome(settings.github, process.env, home, metrics);
  const keeper = new Keeper(home, { budget: github.heard, failed: ({ code }) => metrics.storeFault(code) });
  const spacing = settings.repositories.filter(({ directory }) => directory !== undefined).length * SPACING;
  const shared = {
    ...{ settings, keeper, changes, metrics, github, spacing },
    ...{ files: new Lanes(LANES), remote: new Lanes(LANES), tempo: new Tempo() },
  };
  const repositories = new Map(settings.repositories.map((entry) => [entry.repository, openRepository(entry, shared)]));
  const byLowerCase = new Map([...repositories].map(([name, repository]) => [name.toLowerCase(), repository]));
  keeper.start([...repositories.values()]);
  const stopSweeping = sweepNowAndThen(home, settings.retentionDays);
  metrics.collect(() => readingsOf([...repositories.values()], keeper, github, events.clients));
  const { demo, open } = settings;
  log.info({ repositories: repositories.size, demo, open }, "Muster reads its repositories");
  const hasten = new Hasten((name) => repositories.get(name)?.hasten(), HASTENED_EVERY);
  const stop = async () => {
    events.close();
    hasten.close();
    stopSweeping();
    for (const repository of repositories.values()) repository.close();
    await within(STOPS_WITHIN, keeper.close());
    await within(STOPS_WITHIN, home.close());
  };
  const opened = within(OPENS_WITHIN, keeper.started);
  const find = (name: string) => byLowerCase.get(name.toLowerCase()) ?? null;
  return { settings, repositories, find, changes, events, hasten, keeper, home, metrics, opened, stop };
}

async function within(millis: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

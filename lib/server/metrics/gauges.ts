import "server-only";
import { Counter, Gauge, Registry } from "prom-client";
import { listed, PURSES, REPOSITORY_STATES, type Purse, type RepositoryState } from "./names";

/** What this process reads off itself when it is scraped. It holds numbers alone: no name of a repository can come along. */
export interface Readings {
  /** How many repositories are in each state; one that is left out counts 0. */
  readonly repositories: Readonly<Partial<Record<RepositoryState, number>>>;
  /** What GitHub has said may still be asked in this window, and of how much. */
  readonly points: readonly { readonly purse: Purse; readonly left: number; readonly limit: number }[];
  /** Seconds since the last answer, one for each repository that ever answered. */
  readonly ages: readonly number[];
  /** Repositories that this process leads. */
  readonly led: number;
  /** Processes on this store that are alive, this one included. */
  readonly replicas: number;
  /** By how many seconds the look that waits longest is overdue; 0: none is. */
  readonly overdueSeconds: number;
  /** Browsers that listen to /api/events. */
  readonly eventClients: number;
  /** How often this process has taken a lead over from another, since it started. */
  readonly leaseTakeovers: number;
  /** The last call of the store went through. */
  readonly storeUp: boolean;
}

/**
 * Writes readings in Prometheus' text format. They stand in a registry that lives for one scrape, so that a series is gone when its reading is,
 * instead of standing at its last value.
 */
export async function gaugesOf(readings: Readings): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const states = gauge("muster_repositories", "Repositories, by state.", ["state"]);
  for (const state of REPOSITORY_STATES) states.set({ state }, readings.repositories[state] ?? 0);
  const left = gauge("muster_points_left", "Points that GitHub still grants in this window, by purse.", ["purse"]);
  const limit = gauge("muster_points_limit", "Points that GitHub grants in a window, by purse.", ["purse"]);
  for (const points of readings.points) {
    const purse = listed(PURSES, points.purse);
    left.set({ purse }, points.left);
    limit.set({ purse }, points.limit);
  }
  const age = gauge("muster_snapshot_age_seconds", "Seconds since repositories last answered.", ["statistic"]);
  if (readings.ages.length > 0) {
    const sorted = [...readings.ages].sort((a, b) => a - b);
    age.set({ statistic: "max" }, sorted.at(-1) ?? 0);
    age.set({ statistic: "median" }, median(sorted));
  }
  gauge("muster_led_repositories", "Repositories that this process leads.").set(readings.led);
  gauge("muster_replicas", "Processes on this store that are alive.").set(readings.replicas);
  gauge("muster_overdue_look_seconds", "By how long the look that waits longest is overdue.").set(
    readings.overdueSeconds,
  );
  gauge("muster_event_clients", "Browsers that listen to live events here.").set(readings.eventClients);
  new Counter({
    name: "muster_lease_takeovers_total",
    help: "Leads of repositories that this process took over from another.",
    registers,
  }).inc(readings.leaseTakeovers);
  gauge("muster_store_up", "1: the last call of the store went through; 0: it failed.").set(readings.storeUp ? 1 : 0);
  return registry.metrics();
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

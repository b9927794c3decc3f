import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { residentMemory } from "../parts/processes.mjs";
import { boundGoals, isSettled, TOKEN } from "./squad.mjs";
import { branchOf } from "./world.mjs";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** A page that is open asks about as often as this. */
const POLL = 10 * SECOND;

/**
 * A folder for the configuration and the store, over repositories of the emulated GitHub. It goes with this process, however that ends,
 * except by force.
 * @returns {{ config: string, data: string }}
 */
export function layOut({ apiUrl, webUrl }, names) {
  const folder = mkdtempSync(join(tmpdir(), "muster-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "muster.config.json");
  const repositories = names.map((name) => ({ repository: name, ref: branchOf(name) }));
  writeFileSync(config, JSON.stringify({ repositories, github: { apiUrl, webUrl, tokenVariable: "BENCH_TOKEN" } }));
  return { config, data: join(folder, "data") };
}

/** What a Muster on such a folder is started with. */
export function environment({ config, data }) {
  return { MUSTER_CONFIG: config, MUSTER_DATA: data, BENCH_TOKEN: TOKEN, DATABASE_URL: "", MUSTER_REPOSITORIES: "" };
}

/** Opens the server's own runtime in this process, by a virtual clock, with the embedded store. */
export async function openRuntime(bundle, time, place) {
  Object.assign(process.env, environment(place));
  const code = await import(pathToFileURL(bundle).href);
  waitForStore(code.EngineStore, time);
  const runtime = code.runtime();
  // Opening is work of this machine too, and nothing has set the clock going yet.
  await runtime.keeper.started;
  if (runtime.keeper.fault !== null) throw new Error(runtime.keeper.fault.message);
  return { code, runtime, all: [...runtime.repositories.values()] };
}

/** The database works by the machine's time: while it is asked something, virtual time stands still. */
function waitForStore({ prototype }, time) {
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof method !== "function" || name === "constructor" || name === "subscribe") continue;
    prototype[name] = function (...parts) {
      return time.standsStillFor(method.apply(this, parts));
    };
  }
}

/** Lets time pass until all was read. @returns {Promise<{ millis: number, points: { core: number, graphql: number }, requests: number }>} */
export async function firstReads(all, emulator, time) {
  const began = time.now;
  while (!all.every(isSettled)) {
    if (time.now - began > 60 * MINUTE) throw new Error("Not all repositories were read within an hour.");
    await time.runTo(time.now + SECOND);
  }
  const { points, requests, unexpected } = await emulator.ask("tally");
  if (unexpected.length > 0) throw new Error(`Nobody should ask ${unexpected.join(", ")}.`);
  return { millis: time.now - began, points, requests };
}

/** Lets time pass, and does something every POLL. */
export async function pass(time, millis, each = async () => undefined) {
  const end = time.now + millis;
  for (let round = 0; time.now < end; round += 1) {
    await each(round);
    await time.runTo(Math.min(end, time.now + POLL));
  }
}

/** Pushes so many registries and posts so many comments in every minute, each in another repository than the one before. */
export function changes(emulator, all, count, minutely = () => undefined) {
  let next = 0;
  return async (round) => {
    if (round % (MINUTE / POLL) !== 0) return;
    for (let done = 0; done < count; done += 1) {
      await emulator.ask("push", all[(next += 7) % all.length].name);
      await emulator.ask("comment", all[(next += 7) % all.length].name);
    }
    minutely();
  };
}

/** Figures of repositories that were not read would all be within their limits. */
export function requireRead(all, goals) {
  const failing = all.map(({ state }) => state.standings.registry.failing).filter((one) => one !== null);
  if (failing.length > 0)
    throw new Error(`${failing.length} repositories fail at the end, one so: ${failing[0].detail}`);
  const unbound = all.filter((repository) => boundGoals(repository) < goals).length;
  if (unbound > 0) throw new Error(`${unbound} repositories have not all of their goals at the end.`);
}

/** What this process holds after its garbage was collected: the heap in bytes, the whole in megabytes. */
export function memory() {
  globalThis.gc();
  globalThis.gc();
  return {
    heap: process.memoryUsage().heapUsed,
    resident: residentMemory(process.pid) ?? process.memoryUsage().rss / 1e6,
  };
}

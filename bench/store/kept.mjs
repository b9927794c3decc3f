import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { random } from "../parts/random.mjs";
import { environment, firstReads, layOut, MINUTE, openRuntime, pass, requireRead } from "../github/runtime.mjs";
import { TOKEN } from "../github/squad.mjs";
import { VirtualTime } from "../github/virtual-time.mjs";
import { coldStarts } from "./cold-start.mjs";
import { overview } from "./overview.mjs";
import { COUNT, LATENCY, namesOf, POINTS_AN_HOUR, SPEC, most, told } from "./thousand.mjs";

const HOUR = 60 * MINUTE;
/** First reads, the looks after them, an idle hour and some minutes of watching take about so long. */
const BEFORE_NOW = HOUR + 28 * MINUTE;

/**
 * A thousand repositories on the embedded store: an idle hour of them by a virtual clock that ends at the present, and then the built server
 * on the folder that was left, over the same emulated GitHub.
 */
export async function kept(bundles, emulator) {
  Math.random = random(1_000);
  const time = new VirtualTime(Date.now() - BEFORE_NOW, {
    latency: LATENCY,
    told: (now) => emulator.ask("clock", now),
  });
  time.install();
  const names = namesOf("kept");
  await emulator.ask("clock", time.now);
  await emulator.ask("token", TOKEN);
  await emulator.ask("limit", POINTS_AN_HOUR);
  await emulator.ask(
    "lay",
    names.map((name) => ({ name, ...SPEC })),
  );
  const place = layOut(emulator, names);
  const figures = await idleHour(await openRuntime(bundles.virtual, time, place), emulator, time, place.data);
  await emulator.ask("clock", null);
  const env = { ...environment(place), MUSTER_LOG: "info" };
  const { starts, server } = await coldStarts(env);
  try {
    return [...figures, ...starts, ...(await overview(server, emulator))];
  } finally {
    await server.stop();
  }
}

async function idleHour({ runtime, all }, emulator, time, data) {
  await firstReads(all, emulator, time);
  // One look at each after that, so that only what every look costs is counted.
  await pass(time, 12 * MINUTE);
  await emulator.ask("reset");
  const before = sizes(data);
  const began = performance.now();
  const cpu = process.cpuUsage();
  await pass(time, HOUR);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  const tally = await emulator.ask("tally");
  const after = sizes(data);
  requireRead(all, SPEC.goals);
  await watchUntilNow(all, time);
  await time.through(runtime.stop());
  return idleFigures(tally, { user, system, seconds }, before, after);
}

/** Then what was kept is as fresh as where somebody has the overview open. */
async function watchUntilNow(all, time) {
  while (time.now < Date.now())
    await pass(time, MINUTE, async () => all.forEach((repository) => void repository.attend("overview")));
}

function idleFigures({ requests, points, kinds }, { user, system, seconds }, before, after) {
  const asked = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const grown = after.all - after.log - (before.all - before.log);
  const mb = (bytes) => (bytes / 1e6).toFixed(1);
  return [
    { ...told("an idle hour, requests", requests, "requests"), detail: asked.join(", ") },
    most("an idle hour, points", points.core + points.graphql, 0, "points"),
    {
      ...told("an idle hour, processor time of Muster", (user + system) / 1e6, "s"),
      detail: `${((user + system) / 1e3 / COUNT / 6).toFixed(1)} ms for each of ${COUNT * 6} looks, the store's part and the client's in it; it took ${seconds.toFixed(0)} s`,
    },
    {
      ...told("an idle hour, the store grew by", grown / 1e6, "MB"),
      detail: `to ${mb(after.all - after.log)} MB, and a write-ahead log from ${mb(before.log)} MB to ${mb(after.log)} MB`,
      digits: 1,
    },
  ];
}

/** Bytes of the store's files, and those of its write-ahead log among them, which PostgreSQL uses again and again. */
function sizes(data) {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  let all = 0;
  let log = 0;
  for (const { parentPath, name } of files) {
    const { size } = statSync(join(parentPath, name));
    all += size;
    if (parentPath.includes("pg_wal")) log += size;
  }
  return { all, log };
}

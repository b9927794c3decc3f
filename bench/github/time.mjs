import { pathToFileURL } from "node:url";
import { median, quantile } from "../parts/statistics.mjs";
import { boundGoals, isSettled, openHost, openRepository, START, TOKEN } from "./squad.mjs";

const SPECS = [
  { name: "time/small", goals: 1, comments: 1, rows: 8 },
  { name: "time/large", goals: 10, comments: 300, rows: 8 },
];
const WARM = 5;
const ROUNDS = 25;
const IDLE_A_ROUND = 8;
/** Muster's own pace would be most of what is measured; by a clock that runs so much faster it never waits. */
const FASTER = 100;
const AT_MOST = 0.5;

/** How long a look takes over a local connection, and one at which nothing changed beside one that reads everything. */
export async function time(bundles, emulator) {
  const code = await import(pathToFileURL(bundles.real).href);
  const began = performance.now();
  const now = () => Math.floor(START + (performance.now() - began) * FASTER);
  await emulator.ask("clock", START);
  await emulator.ask("token", TOKEN);
  await emulator.ask("lay", SPECS);
  const figures = [];
  for (const spec of SPECS) figures.push(...(await ofSquad(code, emulator, now, spec)));
  return figures;
}

async function ofSquad(code, emulator, now, spec) {
  const open = () => openRepository(code, openHost(code, emulator, now), spec.name, now, emulator.webUrl);
  const kept = open();
  do await kept.look();
  while (!isSettled(kept));
  const idle = [];
  const whole = [];
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const fresh = open();
    const first = await timed(() => fresh.look());
    if (boundGoals(fresh) !== spec.goals) throw new Error(`${spec.name} was not read whole.`);
    fresh.close();
    const unchanged = [];
    for (let look = 0; look < IDLE_A_ROUND; look += 1) unchanged.push(await timed(() => kept.look()));
    if (round < WARM) continue;
    whole.push(first);
    idle.push(...unchanged);
  }
  kept.close();
  return figuresOf(spec, idle, whole);
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { millis: performance.now() - began, cpu: (user + system) / 1_000 };
}

function figuresOf({ goals, comments }, idle, whole) {
  const [quiet, all] = [idle, whole].map((looks) => looks.map(({ millis }) => millis));
  const squad = `${goals} goal${goals === 1 ? "" : "s"}, ${comments} comment${comments === 1 ? "" : "s"} each`;
  const cpu = `processor time ${median(idle.map((look) => look.cpu)).toFixed(1)} ms and ${median(whole.map((look) => look.cpu)).toFixed(1)} ms`;
  return [
    {
      name: `idle look, ${squad}, p95`,
      value: quantile(quiet, 0.95),
      unit: "ms",
      detail: `${quiet.length} looks`,
      digits: 1,
    },
    {
      name: `idle look beside one that reads all, ${squad}`,
      value: median(quiet) / median(all),
      limit: { most: AT_MOST },
      unit: "×",
      detail: `${median(quiet).toFixed(1)} ms beside ${median(all).toFixed(1)} ms, medians of ${quiet.length} and ${all.length}; ${cpu}`,
    },
  ];
}

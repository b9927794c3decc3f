import { random } from "../parts/random.mjs";
import { median, quantile } from "../parts/statistics.mjs";
import { changes, firstReads, layOut, memory, MINUTE, openRuntime, pass, requireRead, SECOND } from "./runtime.mjs";
import { START, TOKEN } from "./squad.mjs";
import { VirtualTime } from "./virtual-time.mjs";

const REPOSITORIES = 500;
const SPEC = { goals: 1, comments: 5, rows: 8 };
/** Repositories whose Work somebody has open, besides the overview of all. */
const OPEN = 20;
/** In every minute so many registries are pushed, and so many comments posted. */
const CHANGES = 5;
const HALF = 5 * MINUTE;
/** How long GitHub takes to answer, in this simulation. */
const LATENCY = 200;
/** GitHub's published limits: requests a minute (REST), at once, and points an hour. */
const A_MINUTE = 900;
const AT_ONCE = 100;
const AN_HOUR = 5_000;
const GROWTH = 1.1;

/**
 * Five hundred repositories with one token in the server's own runtime, for ten minutes of its time after all were read: the overview of
 * all is open for the first half, and nobody looks in the second. Registries and threads change meanwhile.
 */
export async function fleet(bundles, emulator) {
  Math.random = random(500);
  const time = new VirtualTime(START, { latency: LATENCY, told: (now) => emulator.ask("clock", now) });
  time.install();
  const names = Array.from({ length: REPOSITORIES }, (_, index) => `fleet/r${index}`);
  await emulator.ask("clock", START);
  await emulator.ask("token", TOKEN);
  await emulator.ask(
    "lay",
    names.map((name) => ({ name, ...SPEC })),
  );
  const opened = await openRuntime(bundles.virtual, time, layOut(emulator, names));
  return run(opened, emulator, time);
}

async function run({ code, runtime, all }, emulator, time) {
  const looks = watchLooks(code.Repository, time);
  const attend = () => {
    for (const repository of all) void repository.attend("overview");
    for (const repository of all.slice(0, OPEN)) void repository.attend("work");
  };
  const first = await firstReads(all, emulator, time);
  // One round of looks, so that everything that is kept from one look to the next is there.
  await pass(time, 4 * MINUTE, attend);
  const from = time.now;
  await emulator.ask("reset");
  const before = memory();
  const heaps = [before.heap];
  const change = changes(emulator, all, CHANGES, () => heaps.push(memory().heap));
  const watched = await half(time, looks, emulator, async (round) => (attend(), change(round)));
  const idle = await half(time, looks, emulator, change);
  const after = memory();
  requireRead(all, SPEC.goals);
  if (watched.seen < all.length) throw new Error(`Only ${watched.seen} repositories were looked at while watched.`);
  await time.through(runtime.stop());
  return figures({ time, from, first, watched, idle, before, after, heaps });
}

/** Notes each look from the instant at which it was due until its end. */
function watchLooks({ prototype }, time) {
  const looks = [];
  const { look } = prototype;
  prototype.look = function () {
    const due = this.looking === null ? Math.min(this.next || time.now, time.now) : null;
    const ended = look.call(this);
    // Where this process does not lead, none begins.
    if (due !== null && this.looking !== null)
      void ended.then(() => looks.push({ repository: this.name, due, done: time.now }));
    return ended;
  };
  return looks;
}

async function half(time, looks, emulator, each) {
  const from = time.now;
  const cpu = process.cpuUsage();
  looks.length = 0;
  await emulator.ask("reset");
  await pass(time, HALF, each);
  const { user, system } = process.cpuUsage(cpu);
  const { points, requests } = await emulator.ask("tally");
  const waits = looks.map(({ due, done }) => done - due);
  const seen = new Set(looks.map(({ repository }) => repository)).size;
  const counts = { points, requests, looks: looks.length, seen };
  return { from, to: time.now, ...counts, waits, spans: spans(looks), cpu: user + system };
}

/** Between the ends of two looks at the same repository. */
function spans(looks) {
  const last = new Map();
  return looks.flatMap(({ repository, done }) => {
    const before = last.get(repository);
    last.set(repository, done);
    return before === undefined ? [] : [done - before];
  });
}

function figures({ time, from, first, watched, idle, before, after, heaps }) {
  const hourly = (of) => ((watched.points[of] + idle.points[of]) * 60) / ((2 * HALF) / MINUTE);
  const firstHour = (of) => first.points[of] + hourly(of);
  return [
    {
      ...told("first reads of all", first.millis / MINUTE, "minutes"),
      detail: `${first.requests} requests`,
      digits: 1,
    },
    most("first reads, requests in any minute", time.mostWithin(MINUTE, -Infinity, from), A_MINUTE, "requests"),
    most("first hour, REST, with the changes", firstHour("core"), AN_HOUR, "points"),
    most("first hour, GraphQL, with the changes", firstHour("graphql"), AN_HOUR, "points"),
    most("watched, requests in any minute", time.mostWithin(MINUTE, watched.from, watched.to), A_MINUTE, "requests"),
    told("watched, requests a minute", watched.requests / (HALF / MINUTE), "requests"),
    most("idle, requests in any minute", time.mostWithin(MINUTE, idle.from + MINUTE, idle.to), A_MINUTE, "requests"),
    told("idle, requests a minute", idle.requests / (HALF / MINUTE), "requests"),
    most("requests at once", time.mostAtOnce, AT_ONCE, "requests"),
    most("an hour, REST", hourly("core"), AN_HOUR, "points"),
    most("an hour, GraphQL", hourly("graphql"), AN_HOUR, "points"),
    waiting("watched, from due to done, p95", watched),
    waiting("idle, from due to done, p95", idle),
    { ...told("watched, between two looks at one repository, median", median(watched.spans) / SECOND, "s") },
    { ...told("watched, processor time of Muster", watched.cpu / 1e3 / watched.looks, "ms a look"), digits: 1 },
    ...memoryFigures(before, after, heaps),
  ];
}

function waiting(name, { waits, looks }) {
  return {
    ...told(name, quantile(waits, 0.95) / SECOND, "s"),
    detail: `${looks} looks, GitHub answering after ${LATENCY} ms`,
    digits: 1,
  };
}

function memoryFigures(before, after, heaps) {
  const mb = (bytes) => (bytes / 1e6).toFixed(1);
  const slope = ((heaps.at(-1) - heaps[1]) / (heaps.length - 2)) * 60;
  return [
    {
      ...most("memory at the end beside after the first round", after.resident / before.resident, GROWTH, "×"),
      detail: `${before.resident.toFixed(0)} MB, then ${after.resident.toFixed(0)} MB resident`,
      digits: 2,
    },
    {
      ...most("heap at the end beside after the first round", after.heap / before.heap, GROWTH, "×"),
      detail: `${mb(before.heap)} MB, then ${mb(after.heap)} MB; ${mb(slope)} MB an hour by minutes: ${heaps.map(mb).join(" ")}`,
      digits: 2,
    },
  ];
}

function most(name, value, limit, unit) {
  return { ...told(name, value, unit), limit: { most: limit } };
}

function told(name, value, unit) {
  return { name: `${REPOSITORIES} repositories: ${name}`, value, unit, digits: 0 };
}

import { random } from "../parts/random.mjs";
import { median } from "../parts/statistics.mjs";
import { changes, firstReads, layOut, memory, MINUTE, openRuntime, pass, requireRead } from "../github/runtime.mjs";
import { START, TOKEN } from "../github/squad.mjs";
import { VirtualTime } from "../github/virtual-time.mjs";
import { collections } from "./sizes.mjs";
import { COUNT, LATENCY, most, namesOf, POINTS_AN_HOUR, SPEC } from "./thousand.mjs";

const MINUTES = 10;
/** A round of looks while all are watched takes nearly six. */
const WARM = 6;
/** Once a minute, before and after: the median of so many counts. */
const READINGS = 3;
/** In every minute so many registries are pushed, and so many comments posted. */
const CHANGES = 20;
/** Repositories that webhooks tell of all the while. */
const HASTENED = 5;
const GROWTH = 1.1;
/** What is one for each repository, and then some: whatever holds more than that has another reason, and grows with it. */
const EACH = 1.2;

/**
 * A thousand repositories in the server's own runtime with the embedded store, for ten minutes of its time after a warm-up, watched and
 * changing all the while. What it holds must not grow, and no collection may hold more than there are repositories.
 */
export async function soak(bundles, emulator) {
  Math.random = random(2_000);
  const time = new VirtualTime(START, { latency: LATENCY, told: (now) => emulator.ask("clock", now) });
  time.install();
  const names = namesOf("soak");
  await emulator.ask("clock", START);
  await emulator.ask("token", TOKEN);
  await emulator.ask("limit", POINTS_AN_HOUR);
  await emulator.ask(
    "lay",
    names.map((name) => ({ name, ...SPEC })),
  );
  const { runtime, all } = await openRuntime(bundles.virtual, time, layOut(emulator, names));
  await firstReads(all, emulator, time);
  const listening = listen(runtime.events);
  const readings = [];
  const change = changes(emulator, all, CHANGES, () => readings.push(memory()));
  const each = async (round) => {
    for (const repository of all) void repository.attend("overview");
    for (const repository of all.slice(0, HASTENED)) runtime.hasten.ask(repository.name);
    await change(round);
  };
  await pass(time, WARM * MINUTE, each);
  // Counting takes memory itself, so it comes before the first readings and after the last ones.
  const before = collections(runtime, [time]);
  readings.length = 0;
  await pass(time, READINGS * MINUTE, each);
  const first = readings.splice(0);
  await pass(time, MINUTES * MINUTE, each);
  const last = readings.slice(-READINGS);
  const after = collections(runtime, [time]);
  requireRead(all, SPEC.goals);
  const heard = await listening();
  await time.through(runtime.stop());
  return [...memoryFigures(first, last, heard), ...sizeFigures(before, after)];
}

/** A browser that hears of everything. Gives what ends it, and says how many bytes it heard. */
function listen(events) {
  const stop = new AbortController();
  const connection = events.connect({ after: null, only: null, address: "192.0.2.1", signal: stop.signal });
  const read = (async () => {
    let bytes = 0;
    try {
      for await (const piece of connection.stream) bytes += piece.length;
    } catch {
      // It ends by being dropped.
    }
    return bytes;
  })();
  return () => (stop.abort(), read);
}

function memoryFigures(first, last, heard) {
  const of = (readings, what) => median(readings.map((reading) => reading[what]));
  const growth = (what) => of(last, what) / of(first, what);
  const mb = (number) => number.toFixed(0);
  return [
    {
      ...most("soak: memory at the end beside after the warm-up", growth("resident"), GROWTH, "×"),
      detail: `${mb(of(first, "resident"))} MB, then ${mb(of(last, "resident"))} MB resident, medians of ${READINGS}; ${MINUTES} minutes, ${2 * CHANGES * MINUTES} changes, ${mb(heard / 1e3)} kB of events`,
      digits: 2,
    },
    {
      ...most("soak: heap at the end beside after the warm-up", growth("heap"), GROWTH, "×"),
      detail: `${mb(of(first, "heap") / 1e6)} MB, then ${mb(of(last, "heap") / 1e6)} MB`,
      digits: 2,
    },
  ];
}

/** The collections by the number of their entries: how large the largest is, and what has grown although it is not one for each repository. */
function sizeFigures(before, after) {
  const largest = [...after].sort(([, a], [, b]) => b.most - a.most);
  const [way, { most: size }] = largest[0];
  const grown = [...after].filter(
    ([name, { entries }]) => entries > EACH * Math.max(COUNT, before.get(name)?.entries ?? 0),
  );
  const list = largest.slice(0, 8).map(([name, one]) => `${name} ${one.most}`);
  return [
    {
      ...most("soak: entries of the largest collection", size, EACH * COUNT, "entries"),
      detail: `${way}; ${after.size} kinds: ${list.join(", ")}`,
    },
    {
      ...most("soak: kinds of collections that have grown", grown.length, 0, "kinds"),
      detail: grown.map(([name, { entries }]) => `${name} ${before.get(name)?.entries ?? 0} to ${entries}`).join(", "),
    },
  ];
}

/**
 * `npm run bench`: measures every figure that the project promises, or those that are named, and prints a line each. Exits 1 when one is
 * over its limit or could not be measured. What the figures mean: docs/performance.md.
 */
import { buildIfChanged } from "../scripts/parts/build.mjs";
import { endOnSignals } from "../scripts/parts/child.mjs";
import { runCommand, tell } from "../scripts/parts/plain.mjs";
import { holds, line } from "./parts/report.mjs";

/** In the order in which they run. Each module is loaded only when it is asked for. `byName`: it takes long, and runs only when it is named. */
const BENCHES = {
  contracts: { served: false, measure: async () => (await import("./contracts.mjs")).contracts() },
  unchanged: { served: true, measure: async () => (await import("./unchanged.mjs")).unchanged() },
  "first-load": { served: true, measure: async () => (await import("./first-load.mjs")).firstLoad() },
  roster: { served: true, measure: async () => (await import("./roster.mjs")).roster() },
  github: { served: false, measure: async () => (await import("./github.mjs")).github() },
  scale: { served: true, measure: async () => (await import("./scale.mjs")).scale() },
  store: { served: true, measure: async () => (await import("./store.mjs")).store() },
  soak: { served: false, byName: true, measure: async () => (await import("./store.mjs")).soak() },
};

const all = Object.keys(BENCHES).filter((name) => !BENCHES[name].byName);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));

endOnSignals();
await runCommand(async () => {
  if (unknown.length > 0) {
    tell(`There is no bench called ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  if (wanted.some((name) => BENCHES[name].served)) await buildIfChanged();
  let over = 0;
  for (const name of wanted) over += await one(name);
  console.log(over === 0 ? "every figure within its limit" : `${over} over the limit`);
  process.exitCode = over === 0 ? 0 : 1;
});

/** @returns {Promise<number>} figures over their limit; a bench that breaks off counts as one */
async function one(name) {
  console.log(`\n== ${name}`);
  try {
    const figures = await BENCHES[name].measure();
    for (const figure of figures) console.log(line(figure));
    return figures.filter((figure) => !holds(figure)).length;
  } catch (error) {
    console.log(`not measured: ${error instanceof Error ? error.stack : String(error)}`);
    return 1;
  }
}

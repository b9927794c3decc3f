/**
 * `npm run bench`: every figure, or those named (`npm run bench -- contracts roster`). One line a figure: name, measured, limit, verdict.
 * Exits 1 when one is over its limit, or could not be measured.
 */
import { contracts } from "./contracts.mjs";
import { firstLoad } from "./first-load.mjs";
import { holds, line } from "./parts/report.mjs";
import { roster } from "./roster.mjs";
import { scale } from "./scale.mjs";
import { unchanged } from "./unchanged.mjs";

const BENCHES = { contracts, "first-load": firstLoad, roster, unchanged, scale };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no figure called ${unknown.join(", ")}. There are ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}

let over = 0;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  try {
    const figures = await bench();
    for (const figure of figures) console.log(line(figure));
    over += figures.filter((figure) => !holds(figure)).length;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    over += 1;
  }
}
console.log(`\n${over === 0 ? "Every figure holds." : `${over} over the limit or not measured.`}`);
process.exitCode = over === 0 ? 0 : 1;

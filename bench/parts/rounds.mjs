import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { median } from "./statistics.mjs";

setFlagsFromString("--expose-gc");
/** Collects garbage, so that neither side pays for what the other left behind. */
const collect = runInNewContext("gc");

/**
 * Times two functions in turn: pairs of one call each, the order changing from pair to pair. The first pairs only warm up. The
 * clock is the processor time of this thread, where the system tells it: what would go by if no neighbour shared the machine.
 * @param {() => unknown} subject @param {() => unknown} yardstick
 * @param {{ warm?: number, pairs?: number, millis?: number }} [options] `millis`: no pair begins after this long
 * @returns {{ ratio: number, subject: number, yardstick: number, pairs: number }} `ratio`: the median of the pairs' ratios;
 *   the times are medians in milliseconds
 */
export function compare(subject, yardstick, { warm = 5, pairs = 41, millis = 30_000 } = {}) {
  const times = [];
  const deadline = performance.now() + millis;
  for (let pair = 0; pair < warm + pairs && (times.length < 5 || performance.now() < deadline); pair += 1) {
    const subjectFirst = pair % 2 === 0;
    const first = time(subjectFirst ? subject : yardstick);
    const second = time(subjectFirst ? yardstick : subject);
    if (pair >= warm) times.push(subjectFirst ? [first, second] : [second, first]);
  }
  return {
    ratio: median(times.map(([of, by]) => of / by)),
    subject: median(times.map(([of]) => of)),
    yardstick: median(times.map(([, by]) => by)),
    pairs: times.length,
  };
}

function time(run) {
  collect();
  const before = clock();
  const result = run();
  const millis = clock() - before;
  // Looked at, or the optimiser may leave the work out.
  if (result === undefined) throw new Error("What is measured gave no result.");
  return millis;
}

const OF_THIS_THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds that this thread was on a processor (Linux, proc(5)); elsewhere, that went by. */
function clock() {
  try {
    return Number(readFileSync(OF_THIS_THREAD, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

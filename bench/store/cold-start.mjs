import { readFileSync } from "node:fs";
import { startServer } from "../parts/servers.mjs";
import { median } from "../parts/statistics.mjs";
import { most, told } from "./thousand.mjs";

const STARTS = 3;
const AT_MOST = 5_000;

/**
 * How long the built server takes from its start until it is ready upon what another one left.
 * @returns {Promise<{ starts: import("../parts/report.mjs").Figure[], server: Awaited<ReturnType<typeof startServer>> }>} the last one runs on
 */
export async function coldStarts(env) {
  const start = () => startServer({ name: "kept", path: "/api/ready", env });
  const times = [];
  let server = null;
  let phases = "";
  for (let count = 0; count < STARTS; count += 1) {
    await server?.end();
    const from = Date.now();
    server = await start();
    times.push(server.readyMillis);
    phases = phasesOf(server.log, from);
  }
  await server.stop();
  server = await start();
  const all = times.map((millis) => (millis / 1_000).toFixed(1)).join(", ");
  return {
    starts: [
      {
        ...most("cold start to ready, PGlite", median(times), AT_MOST, "ms"),
        detail: `median of ${STARTS}: ${all} s; the last one: ${phases}`,
      },
      told("the same after kill -9", server.readyMillis, "ms"),
    ],
    server,
  };
}

/** When the server said what, after its start. */
function phasesOf(log, from) {
  const lines = readFileSync(log, "utf8").split("\n");
  const at = (text) => {
    const line = lines.find((one) => one.includes(text)) ?? "";
    const time = /"time":"?([^",}]+)/.exec(line)?.[1];
    if (time === undefined) return "?";
    return `${(((Number(time) || Date.parse(time)) - from) / 1_000).toFixed(1)} s`;
  };
  return `its repositories known after ${at("Muster reads its repositories")}, the store open after ${at("The store is open")}`;
}

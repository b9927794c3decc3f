import { get } from "node:http";
import { join } from "node:path";
import { exitCode, lastLines, start } from "./child.mjs";
import { HEAP } from "./heap.mjs";
import { PlainFailure } from "./plain.mjs";
import { NEXT, ROOT, STATE } from "./root.mjs";

const READY_WITHIN = 60_000;
const LEASH = new URL("leash.mjs", import.meta.url).href;

/**
 * Starts the built server and waits until it answers /api/health.
 * @param {{ host: string, port: number, probe: { host: string, header: string } }} address
 * @param {Record<string, string | undefined>} env @param {() => void} ready called once, when it answers
 * @returns {Promise<{ code: number, lines: string[] }>} how the server ended: its code, and its last words
 */
export async function serve(address, env, ready) {
  const log = join(STATE, "log", `server-${address.port}.log`);
  const args = [...HEAP, "--import", LEASH, NEXT, "start", "-H", address.host, "-p", String(address.port)];
  const child = start(process.execPath, args, {
    cwd: ROOT,
    log,
    env: {
      ...env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // Muster ends itself: it finishes what is under way and gives back what it leads.
      NEXT_MANUAL_SIG_HANDLE: "true",
      MUSTER_PARENT: String(process.pid),
    },
  });
  let over = null;
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve((over = { code: 127, lines: [error.message] })));
    child.on("exit", (code, signal) => resolve((over = { code: exitCode(code, signal), lines: lastLines(log, 20) })));
  });
  const deadline = Date.now() + READY_WITHIN;
  while (over === null && !(await answers(address))) {
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new PlainFailure(
        `Muster started but did not answer within ${READY_WITHIN / 1000} seconds. Its last words:`,
        lastLines(log, 20),
      );
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  if (over === null) ready();
  return ended;
}

/** True if /api/health answers that all is well. */
function answers({ port, probe }) {
  return new Promise((resolve) => {
    const options = { host: probe.host, port, path: "/api/health", headers: { host: probe.header }, timeout: 5_000 };
    const request = get(options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

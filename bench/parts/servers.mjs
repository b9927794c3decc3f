import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lastLines, start } from "../../scripts/parts/child.mjs";
import { HEAP } from "../../scripts/parts/heap.mjs";
import { NEXT, ROOT, STATE } from "../../scripts/parts/root.mjs";

const READY_WITHIN = 60_000;
const LEASH = new URL("../../scripts/parts/leash.mjs", import.meta.url).href;

/**
 * Starts a built Next application on a free loopback port and waits until it answers.
 * @param {{ name: string, path: string, root?: string, env?: Record<string, string>, started?: (pid: number) => void }} options
 *   `path`: what to ask until it answers below 500; `started`: told as soon as there is a process
 * @returns {Promise<{ url: string, pid: number, readyMillis: number, log: string, stop: () => Promise<void>, end: () => Promise<void> }>}
 *   `stop` kills it; `end` lets it end in order
 */
export async function startServer({ name, path, root = ROOT, env = {}, started = () => undefined }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(STATE, "log", `bench-${name}.log`);
  const began = performance.now();
  const child = start(
    process.execPath,
    [...HEAP, "--import", LEASH, NEXT, "start", "-H", "127.0.0.1", "-p", String(port)],
    {
      cwd: root,
      log,
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_MANUAL_SIG_HANDLE: "true",
        MUSTER_PARENT: String(process.pid),
        ...env,
      },
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  started(child.pid);
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  while (!(await answers(`${url}${path}`))) {
    if (child.exitCode === null && child.signalCode === null && performance.now() - began < READY_WITHIN) {
      await pause(50);
      continue;
    }
    await stop();
    throw new Error([`The server ${name} did not answer:`, ...lastLines(log, 20)].join("\n"));
  }
  return { url, pid: child.pid, readyMillis: performance.now() - began, log, stop, end };
}

function answers(url) {
  return new Promise((resolve) => {
    const request = get(url, { timeout: READY_WITHIN }, (response) => {
      response.resume();
      resolve(response.statusCode < 500);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

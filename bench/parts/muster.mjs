import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { materializeDemo } from "../../demo/materialize.mjs";
import { ROOT, STATE } from "../../scripts/parts/root.mjs";
import { startServer } from "./servers.mjs";

/** Starts the built Muster over the embedded demo. */
export async function startDemo() {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: join(STATE, "bench", "demo") });
  if (!ok) throw new Error(detail);
  return startMuster(config, { MUSTER_DEMO: "1" });
}

/** Starts the built Muster over a configuration file. */
export function startMuster(config, env = {}) {
  return startServer({ name: "muster", path: "/api/health", env: { MUSTER_CONFIG: config, ...env } });
}

const PATIENCE = 60_000;

/** Waits until a repository was looked at, so that its documents are not those of one that is still being read. */
export async function settled(url, repository) {
  const began = performance.now();
  while (performance.now() - began < PATIENCE) {
    const status = await (await fetch(`${url}/api/repos/${repository}/status`)).json();
    if (status.data.revision !== null) return performance.now() - began;
    await pause(50);
  }
  throw new Error(`${repository} was not read within ${PATIENCE / 1_000} s.`);
}

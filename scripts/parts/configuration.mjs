import { join } from "node:path";
import { tsImport } from "tsx/esm/api";
import { materializeDemo } from "../../demo/materialize.mjs";
import { PlainFailure } from "./plain.mjs";
import { ROOT, STATE } from "./root.mjs";

/**
 * What to serve: the file that MUSTER_CONFIG names, else muster.config.json, or what MUSTER_REPOSITORIES lists, else the embedded demo.
 * The file is judged by the validator that the server uses; every fault is a line of its own.
 * @returns {Promise<{ what: string, why: string, listen?: { host?: string, port?: number }, env: Record<string, string> }>}
 *   `what` and `why`: words for the line that says what is served; `env`: what the server must be told
 */
export async function whatToServe(env) {
  const tsconfig = join(ROOT, "tsconfig.json");
  const { readConfigured } = await tsImport("../../lib/server/configured.ts", { parentURL: import.meta.url, tsconfig });
  const configured = readConfigured(env, ROOT);
  if (configured === null) return serveDemo();
  const { name, file } = configured;
  const { listen, repositories } = usable(configured);
  const count = repositories.length === 1 ? "1 repository" : `${repositories.length} repositories`;
  // The short form has no place to name another host.
  const where = file === null ? " on github.com" : "";
  return { what: `${count} from ${name}${where}`, why: "", listen, env: file === null ? {} : { MUSTER_CONFIG: file } };
}

function usable({ name, reading }) {
  if (reading.ok) return reading.config;
  const faults = reading.faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  if (faults.length === 1) throw new PlainFailure(`${name} has a fault. ${faults[0]}`);
  throw new PlainFailure(`${name} has ${faults.length} faults:`, faults);
}

async function serveDemo() {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: join(STATE, "demo") });
  if (!ok) throw new PlainFailure(detail);
  const env = { MUSTER_CONFIG: config, MUSTER_DEMO: "1" };
  return { what: "the demo squad", why: " (no muster.config.json found)", env };
}

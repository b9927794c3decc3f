/**
 * What the container runs: takes secrets from files, lays the demo out where nothing is configured, and starts the built server.
 * In the image this file stands in `deploy`, beside the server that `next build` made.
 */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { materializeDemo } from "../demo/materialize.mjs";
import { faultOf, fromFiles } from "./environment.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { env } = process;

const files = fromFiles(env, (file) => readFileSync(file, "utf8"));
const fault = files.fault ?? faultOf(env);
if (fault !== null) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
// Muster ends itself: it finishes what is under way and gives back what it leads.
Object.assign(env, { NEXT_MANUAL_SIG_HANDLE: "true" }, files.values);
if (!env.MUSTER_CONFIG && !env.MUSTER_REPOSITORIES && !existsSync(join(ROOT, "muster.config.json"))) {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: join(tmpdir(), "muster-demo") });
  if (ok) Object.assign(env, { MUSTER_CONFIG: config, MUSTER_DEMO: "1" });
  else process.stderr.write(`${detail}\n`);
}
// Named by a variable, since it is made by the build: beside the sources there is none.
await import(new URL("../server.js", import.meta.url).href);

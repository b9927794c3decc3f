import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "./child.mjs";
import { digest } from "./digest.mjs";
import { PlainFailure, tell } from "./plain.mjs";
import { NEXT, ROOT, STATE } from "./root.mjs";

const STAMP = join(ROOT, ".next", ".muster-stamp");
const LOG = join(STATE, "log", "build.log");

/** Everything that the built server depends on. */
const SOURCES = [
  ...["app", "components", "lib", "public", "proxy.ts", "instrumentation.ts", "instrumentation-node.ts"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package-lock.json"],
];

/** True if the last build was of the sources as they are now. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourcesDigest();
}

/** Builds the server unless that is done already. */
export async function buildIfChanged() {
  if (isBuilt()) return;
  tell("Muster is building itself; this takes about a minute …");
  const { ok, lines } = await build();
  if (!ok) throw new PlainFailure("Muster could not be built. From .muster/log/build.log:", lines);
}

/** Builds the server. `lines`: where the log says that it failed, for a person to read. */
export async function build(options = {}) {
  const sources = sourcesDigest();
  rmSync(STAMP, { force: true });
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  const { code } = await run(process.execPath, [NEXT, "build"], {
    cwd: ROOT,
    env,
    log: LOG,
    timeoutMs: options.timeoutMs,
  });
  if (code !== 0) return { ok: false, lines: complaint(lastLines(LOG, 1_000)) };
  mkdirSync(join(ROOT, ".next"), { recursive: true });
  writeFileSync(STAMP, sources);
  return { ok: true, lines: [] };
}

/** A failed build names its errors first and repeats them in traces after that. */
function complaint(lines) {
  const first = lines.findIndex((line) => /\b(error|errors|failed)\b/i.test(line));
  return first === -1 ? lines.slice(-30) : lines.slice(first, first + 30);
}

function sourcesDigest() {
  return digest(ROOT, SOURCES, { salt: process.version, skip: (path) => /\.test\.tsx?$|\/cases\//.test(path) });
}

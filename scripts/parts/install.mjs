import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "./child.mjs";
import { PlainFailure, tell } from "./plain.mjs";
import { ROOT, STATE } from "./root.mjs";

const STAMP = join(ROOT, "node_modules", ".muster-stamp");
const OLDEST_NODE = [20, 9];
/** Packages with native parts differ between versions of Node.js and between machines. */
const RUNTIME = `node ${process.versions.node} ${process.platform} ${process.arch}`;

/** Refuses a Node.js that Next.js does not run on. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PlainFailure(`Muster needs Node.js ${OLDEST_NODE.join(".")} or newer; this is ${version}.`);
}

/** Makes node_modules what package-lock.json says, unless it is that already. Development packages are needed to build. */
export async function installDependencies() {
  const wanted = `${lockHash()} ${RUNTIME}\n`;
  const stamp = read(STAMP);
  if (stamp === wanted) return;
  const otherRuntime = stamp !== null && !stamp.endsWith(` ${RUNTIME}\n`);
  if (otherRuntime || !sameAsInstalled()) {
    tell("Muster is installing its dependencies; this happens once and takes about a minute …");
    await installFromLock();
  }
  writeFileSync(STAMP, wanted);
}

async function installFromLock() {
  const log = join(STATE, "log", "install.log");
  const npm = process.env.npm_execpath;
  // Before the first installation npm is all there is; npm_execpath is the npm that runs this script, whatever PATH says.
  const [command, before] = npm && /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, [npm]] : ["npm", []];
  const { code, missing } = await run(command, [...before, "ci", "--include=dev", "--no-audit", "--no-fund"], {
    cwd: ROOT,
    log,
  });
  if (code === 0) return;
  const why = missing ? "there is no npm on this machine" : `npm ci ended with code ${code}`;
  throw new PlainFailure(
    `Muster could not install its dependencies: ${why}. The log is .muster/log/install.log.`,
    lastLines(log, 15),
  );
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
}

/** True if npm's own record of the installed tree names every package of the lock file, as after an `npm install` by hand. */
function sameAsInstalled() {
  const record = read(join(ROOT, "node_modules", ".package-lock.json"));
  if (record === null) return false;
  const installed = JSON.parse(record).packages ?? {};
  const locked = JSON.parse(read(join(ROOT, "package-lock.json")) ?? "{}").packages ?? {};
  return Object.entries(locked).every(
    ([path, entry]) =>
      path === "" ||
      entry.optional ||
      entry.devOptional ||
      entry.peer ||
      installed[path]?.integrity === entry.integrity,
  );
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Faulty, fault } from "./faults";

const HALF_MADE = /^pg\.new-/;

/**
 * Runs in a process of its own: making a database leaves several hundred megabytes behind that are never given back. It ends with the
 * process that started it, which holds its standard input open.
 */
const CHILD = `
import { createRequire } from "node:module";
process.stdin.on("end", () => process.exit(3)).on("error", () => process.exit(3)).resume();
try {
  const { PGlite } = createRequire(process.cwd() + "/package.json")("@electric-sql/pglite");
  const database = await PGlite.create({ dataDir: process.argv[1] });
  await database.close();
  process.exit(0);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(String(error?.code ?? error), () => process.exit(1));
}
`;

/**
 * Makes the folder of the embedded database where there is none. The database is made beside its place and moved there when it is whole, so a process
 * that dies in between leaves nothing half made. Only the holder of the guard may call it.
 */
export async function createDataFolder(folder: string): Promise<string> {
  const place = join(folder, "pg");
  const left = (await readdir(folder)).filter((name) => HALF_MADE.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  if (existsSync(join(place, "PG_VERSION"))) return place;
  const fresh = join(folder, `pg.new-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await runChild(fresh);
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return place;
}

function runChild(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // What a program needs to run, and nothing else of the environment: the child has no business with tokens.
    const { PATH, HOME, TMPDIR, SystemRoot, NODE_ENV } = process.env;
    const child = spawn(process.execPath, ["--input-type=module", "-e", CHILD, folder], {
      stdio: ["pipe", "ignore", "pipe"],
      env: { PATH, HOME, TMPDIR, SystemRoot, NODE_ENV },
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(failure(said))));
  });
}

function failure(said: string): Error {
  if (/ENOSPC|EDQUOT|No space left/i.test(said)) return new Faulty(fault("store-full"));
  if (/EROFS|EACCES|EPERM|Read-only|denied/i.test(said)) return new Faulty(fault("store-read-only"));
  return new Faulty(fault("store-failed", "The embedded database could not be made in the data folder."));
}

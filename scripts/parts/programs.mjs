import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { lastLines, run } from "./child.mjs";
import { PlainFailure, tell } from "./plain.mjs";
import { ROOT, STATE } from "./root.mjs";

/** Debian's browser. Playwright's own comes from a server that many build machines cannot reach. */
export const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** Makes sure that `git` can be called: the directory source reads commits with it. */
export async function requireGit() {
  if ((await run("git", ["--version"])).code === 0) return;
  if (await installDebianPackage("git")) return;
  throw new PlainFailure(
    "Muster reads repositories with the git program, and there is none on this machine. Install git and try again.",
  );
}

/** Makes sure that the end-to-end tests have a Chromium: the system's, else Debian's package, else Playwright's own. */
export async function requireBrowser() {
  if (existsSync(SYSTEM_CHROMIUM)) return;
  // Elsewhere the package of that name is missing, or brings the browser by other means.
  if ((await installDebianPackage("chromium")) && existsSync(SYSTEM_CHROMIUM)) return;
  const log = join(STATE, "log", "browser.log");
  const playwright = join(ROOT, "node_modules", "playwright", "cli.js");
  const { code } = await run(process.execPath, [playwright, "install", "chromium"], { cwd: ROOT, log });
  if (code === 0) return;
  throw new PlainFailure(
    "The end-to-end tests need Chromium, and it could not be installed. Install Debian's chromium package, or run: npx playwright install chromium",
    lastLines(log, 10),
  );
}

/** Makes sure that the tests have a PostgreSQL to start: one that is here, else Debian's package. Only its programs are used, never its service. */
export async function requirePostgres() {
  if (hasPostgres()) return;
  if ((await installDebianPackage("postgresql")) && hasPostgres()) return;
  throw new PlainFailure(
    "The tests start a PostgreSQL server of their own, and its programs are not on this machine. Install PostgreSQL 14 or newer (on Debian: apt-get install postgresql) and try again.",
  );
}

/** `initdb` and `postgres` in one folder: Debian keeps them out of PATH. The tests look in the same places (lib/store/testing/postgres.ts). */
function hasPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : [];
  const places = [...versions, ...(process.env.PATH ?? "").split(delimiter).filter((place) => place !== "")];
  return places.some((place) => ["initdb", "postgres"].every((program) => existsSync(join(place, program))));
}

/** Installs a package with apt where that is possible: as root, on a machine that has it. */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  tell(`Muster is installing ${name} for its tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env, log: join(STATE, "log", "apt-update.log") });
  const { code } = await run(
    "apt-get",
    ["-o", "DPkg::Lock::Timeout=120", "install", "-y", "--no-install-recommends", name],
    {
      env,
      log: join(STATE, "log", `apt-${name}.log`),
    },
  );
  return code === 0;
}

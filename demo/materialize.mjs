import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { hasGit, importInto, streamOf } from "./fast-import.mjs";
import { commitsOf } from "./history.mjs";
import { DEMO_REPOSITORIES } from "./repositories.mjs";

export { DEMO_REPOSITORIES };

/** Names what a bare repository was made from; inside it, so that both appear at once. */
const STAMP = "muster-demo.json";
/** Goes up when the way from plain files to commits changes. */
const LAYOUT = 1;
/** Tries to put a repository in place while others do the same. */
const ATTEMPTS = 5;

/**
 * Lays the demo out: for each repository with `read: "commit"` a bare git repository `<into>/<owner>/<name>.git`, made from the plain files
 * below `<root>/demo`, and `<into>/muster.config.json`, which names them and the thread folders by paths relative to itself. Nothing is
 * copied besides. Commits have the same names on every machine. What is already there and made from the same bytes stays; everything
 * else appears whole or not at all, also when several starts do this at once. Where git is missing or fails, the configuration
 * reads the plain folders as working directories. Never throws.
 *
 * @param {{ root: string, into: string, git?: () => Promise<boolean> }} options `root`: the folder that holds `demo`; `git` answers whether git is there
 * @returns {Promise<{ ok: boolean, detail: string, config: string }>} `detail`: what was done, in a sentence; where `ok` is false nothing can be served, and it is the reason alone
 */
export async function materializeDemo({ root, into, git = hasGit }) {
  const demo = resolve(root, "demo");
  const target = resolve(into);
  const config = join(target, "muster.config.json");
  try {
    await access(join(demo, "expected.json"));
    await mkdir(target, { recursive: true });
    const trouble = (await git()) ? await troubleOf(() => layOut(demo, target)) : "git was not found";
    await writeWhole(config, configText(demo, target, trouble === null));
    const detail = trouble === null ? "" : `The demo is read as working directories, without commits: ${trouble}.`;
    return { ok: true, detail: detail || "The demo's repositories are in place.", config };
  } catch (error) {
    return { ok: false, detail: `${reasonOf(error)}.`, config };
  }
}

async function layOut(demo, target) {
  const asked = DEMO_REPOSITORIES.filter(({ read }) => read === "commit");
  // Two at a time: git is quick here, and a first start has other things to do.
  const halves = [asked.filter((_, index) => index % 2 === 0), asked.filter((_, index) => index % 2 === 1)];
  await Promise.all(
    halves.map(async (half) => {
      for (const { repository } of half) await place(demo, target, repository);
    }),
  );
}

/** Puts one bare repository in place, unless one made from the same stream is there. */
async function place(demo, target, repository) {
  const folder = bareFolder(target, repository);
  const stream = streamOf(await commitsOf(demo, repository));
  const stamp = `${JSON.stringify({ layout: LAYOUT, stream: createHash("sha256").update(stream).digest("hex") })}\n`;
  if (await holds(folder, stamp)) return;
  const fresh = besides(folder);
  try {
    await importInto(fresh, stream);
    await writeFile(join(fresh, STAMP), stamp);
    await swap(fresh, folder, stamp);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Renames `fresh` to `folder`. An older repository there makes way first; an equal one that another start was quicker with stays. */
async function swap(fresh, folder, stamp) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(fresh, folder);
      return;
    } catch (error) {
      if (await holds(folder, stamp)) return;
      if (attempt === ATTEMPTS) throw error;
      await setAside(folder);
    }
  }
}

async function setAside(folder) {
  const old = besides(folder);
  try {
    await rename(folder, old);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  await rm(old, { recursive: true, force: true });
}

/** A name beside `path` that no other start uses, on the same file system. */
function besides(path) {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID()}`);
}

async function holds(folder, stamp) {
  try {
    return (await readFile(join(folder, STAMP), "utf8")) === stamp;
  } catch {
    return false;
  }
}

function bareFolder(target, repository) {
  return join(target, `${repository}.git`);
}

/** Readers see the old text or the new one; an unchanged file is not touched. */
async function writeWhole(path, text) {
  if ((await readFile(path, "utf8").catch(() => null)) === text) return;
  const fresh = besides(path);
  try {
    await writeFile(fresh, text);
    await rename(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}

function configText(demo, target, withGit) {
  const repositories = DEMO_REPOSITORIES.map(({ repository, read, threads }) => {
    const bare = withGit && read === "commit";
    const directory = pathFrom(target, bare ? bareFolder(target, repository) : join(demo, repository));
    return {
      repository,
      directory,
      ref: bare ? "main" : "worktree",
      ...(threads ? { threads: pathFrom(target, join(demo, "threads", repository)) } : {}),
    };
  });
  return `${JSON.stringify({ repositories }, null, 2)}\n`;
}

/** Relative, so that no machine's folders stand in it; absolute only where another drive leaves no choice. */
function pathFrom(base, path) {
  return relative(base, path).split(sep).join("/");
}

async function troubleOf(work) {
  try {
    await work();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error) {
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}

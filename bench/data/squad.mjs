import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { importInto, streamOf } from "../../demo/fast-import.mjs";
import { makePicture } from "./picture.mjs";
import { makeRegistry } from "./registry.mjs";
import { makeThread } from "./thread.mjs";

const REPOSITORY = "bench/large";
const AUTHOR = { name: "Bench", email: "bench@muster.example" };

/**
 * Lays a squad out in a temporary folder: its registry, a picture for each avatar, exported threads, and a configuration that names
 * them.
 * @param {{ agents: number, goals: number, read: "commit" | "worktree" }} options `read`: a bare git repository, or plain files
 * @returns {Promise<{ repository: string, config: string, remove: () => void }>}
 */
export async function layOutSquad({ agents, goals, read }) {
  const folder = mkdtempSync(join(tmpdir(), "muster-bench-"));
  const { text, ids } = makeRegistry(agents);
  const files = filesOf(text);
  if (read === "commit") {
    const commit = { date: "2026-09-21T20:00:00Z", author: AUTHOR, message: "Publish the registry", files };
    await importInto(join(folder, "squad"), streamOf([commit]));
  } else for (const [path, content] of files) write(join(folder, "squad", path), content);
  for (let number = 0; number < goals; number += 1) {
    const issue = 40 + number;
    const thread = makeThread(REPOSITORY, issue, ids, number);
    write(join(folder, "threads", `${issue}.json`), JSON.stringify(thread, null, 2));
  }
  const entry = { repository: REPOSITORY, directory: "squad", threads: "threads" };
  const config = join(folder, "muster.config.json");
  write(config, JSON.stringify({ repositories: [read === "commit" ? entry : { ...entry, ref: "worktree" }] }));
  return { repository: REPOSITORY, config, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The registry and the pictures, by path. */
function filesOf(text) {
  const files = new Map([[".squad/casting/registry.json", Buffer.from(text)]]);
  Object.values(JSON.parse(text).agents).forEach(({ avatar }, index) => {
    if (avatar) files.set(avatar.path, makePicture(index));
  });
  return files;
}

function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

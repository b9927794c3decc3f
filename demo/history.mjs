import { createHash } from "node:crypto";
import { lstat, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * What a demo repository looked like, commit by commit. The plain files are the last commit; `demo/history/<owner>/<name>.json` tells
 * the earlier ones as changes, oldest first:
 * `{ commits: [{ date, author, message, revision?, agents?, files? }], head: { date, author, message } }`. `agents` is a JSON merge patch
 * (RFC 7396) on the agents of the commit before; `files` puts a file of the history folder in the place of a plain one until `null` ends it.
 *
 * @typedef {{ name: string, email: string }} Author
 * @typedef {{ date: string, author: Author, message: string, files: Map<string, Buffer> }} Commit `files` holds the whole tree.
 */

const REGISTRY = ".squad/casting/registry.json";
/** Members of a record in the order that the producer writes them. */
const MEMBERS = [
  "display_name",
  "persistent_name",
  "role",
  "universe",
  "status",
  "created_at",
  "updated_at",
  "retired_at",
  "avatar",
];
/** Written by file managers, never part of a repository. */
const NOT_OURS = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/**
 * All commits of one demo repository, oldest first; the last one is exactly the plain files.
 * @param {string} demo the demo folder
 * @param {string} repository `owner/name`
 * @returns {Promise<Commit[]>}
 */
export async function commitsOf(demo, repository) {
  const plain = await plainFiles(join(demo, repository));
  const told = JSON.parse(await readFile(join(demo, "history", `${repository}.json`), "utf8"));
  const folder = join(demo, "history", repository.slice(0, repository.indexOf("/")));
  const commits = [];
  let agents = {};
  const replaced = new Map();
  for (const step of told.commits) {
    agents = merged(agents, step.agents ?? {});
    for (const [path, file] of Object.entries(step.files ?? {})) {
      if (file === null) replaced.delete(path);
      else replaced.set(path, await readFile(join(folder, file)));
    }
    const files = new Map([["README.md", plain.get("README.md") ?? Buffer.alloc(0)]]);
    if (step.revision !== undefined) {
      files.set(REGISTRY, registryBytes(repository, step.revision, step.date, agents));
      for (const path of picturesOf(agents)) {
        const bytes = replaced.get(path) ?? plain.get(path);
        if (bytes !== undefined) files.set(path, bytes);
      }
    }
    commits.push({ date: step.date, author: step.author, message: step.message, files });
  }
  return [...commits, { ...told.head, files: plain }];
}

/** Regular files below a folder by their path with `/`; anything else in there is refused, since a commit of it would differ by system. */
async function plainFiles(folder, prefix = "") {
  const files = new Map();
  const names = (await readdir(join(folder, prefix))).filter((name) => !NOT_OURS.has(name)).sort();
  for (const name of names) {
    const path = prefix === "" ? name : `${prefix}/${name}`;
    const stat = await lstat(join(folder, path));
    if (stat.isDirectory()) for (const [inner, bytes] of await plainFiles(folder, path)) files.set(inner, bytes);
    else if (stat.isFile()) files.set(path, await readFile(join(folder, path)));
    else throw new Error(`${path} is neither a file nor a folder; the demo holds nothing else`);
  }
  return files;
}

/** RFC 7396 for objects: null removes, an object goes deeper, anything else replaces. */
function merged(target, patch) {
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isObject(value)) result[name] = merged(isObject(result[name]) ? result[name] : {}, value);
    else result[name] = value;
  }
  return result;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A registry as the producer writes it: two spaces, agents by ID, the transaction last. */
function registryBytes(repository, revision, generatedAt, agents) {
  const sorted = Object.fromEntries(
    Object.keys(agents)
      .sort()
      .map((id) => [id, ordered(agents[id])]),
  );
  const root = { schema: "squad-agent-provenance/v1", schema_version: 1, revision, generated_at: generatedAt };
  const document = { ...root, agents: sorted, transaction_id: transactionOf(repository, revision) };
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}

function ordered(record) {
  const known = MEMBERS.filter((name) => name in record).map((name) => [name, record[name]]);
  const others = Object.entries(record).filter(([name]) => !MEMBERS.includes(name));
  return Object.fromEntries([...known, ...others]);
}

/** A UUID that is the same on every machine: the demo's commits must have the same names everywhere. */
function transactionOf(repository, revision) {
  const bytes = createHash("sha256").update(`${repository}@r${revision}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function picturesOf(agents) {
  return Object.values(agents).flatMap((record) => (record.avatar === undefined ? [] : [record.avatar.path]));
}

import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter, isAbsolute } from "node:path";

/**
 * Git repositories from a list of commits, with the same object names on every machine: a `git fast-import` stream holds nothing but the
 * bytes, names and raw dates it is given.
 */

/** Longest that one git call may take, in milliseconds. */
const GIT_TIMEOUT = 60_000;
/** Bytes of git's complaints that are kept for the message. */
const MAX_COMPLAINT = 4_000;

/**
 * The stream of `git fast-import` for a history on `main`. Dates are whole seconds, UTC.
 * @param {readonly import("./history.mjs").Commit[]} commits oldest first
 * @returns {Buffer}
 */
export function streamOf(commits) {
  const parts = [];
  const line = (text) => parts.push(Buffer.from(`${text}\n`));
  const data = (bytes) => {
    line(`data ${bytes.length}`);
    parts.push(bytes, Buffer.from("\n"));
  };
  for (const { date, author, message, files } of commits) {
    const stamp = `${author.name} <${author.email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
    line("commit refs/heads/main");
    line(`author ${stamp}`);
    line(`committer ${stamp}`);
    data(Buffer.from(`${message}\n`));
    line("deleteall");
    for (const path of [...files.keys()].sort()) {
      line(`M 100644 inline ${quoted(path)}`);
      data(files.get(path));
    }
    line("");
  }
  line("done");
  return Buffer.concat(parts);
}

/** A path as fast-import reads it, in C style: quotes, backslashes and line feeds escaped. */
function quoted(path) {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/**
 * Makes a bare repository in an empty folder from a stream.
 * @param {string} folder absolute; must not exist or be empty
 * @param {Buffer} stream
 */
export async function importInto(folder, stream) {
  await git(["init", "--quiet", "--bare", "--template=", folder]);
  const at = [`--git-dir=${folder}`];
  await git([...at, "symbolic-ref", "HEAD", "refs/heads/main"]);
  // One pack whatever the size: loose objects would be some hundred small files.
  await git([...at, "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", "--done", "--date-format=raw"], stream);
}

/** True when a `git` program answers. */
export async function hasGit() {
  try {
    await git(["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** Runs git on its own settings: nothing of the user's configuration or of a surrounding repository reaches it. */
function git(args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      env: environment(),
      stdio: ["pipe", "ignore", "pipe"],
      timeout: GIT_TIMEOUT,
      windowsHide: true,
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => (complaint = (complaint + chunk).slice(0, MAX_COMPLAINT)));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else
        reject(new Error(`git ${verbOf(args)} ended with ${signal ?? code}: ${complaint.trim() || "no reason given"}`));
    });
    // A program that ends early closes the pipe; its exit code says why.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function verbOf(args) {
  return args.find((arg) => /^[a-z]/.test(arg) && !arg.includes("=")) ?? "";
}

function environment() {
  const kept = ["SystemRoot", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return {
    ...Object.fromEntries(kept),
    PATH: (process.env.PATH ?? "").split(delimiter).filter(isAbsolute).join(delimiter),
    HOME: devNull,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_DEFAULT_HASH: "sha1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

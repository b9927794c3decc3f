import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter, dirname, isAbsolute, parse } from "node:path";
import type { Call } from "../shared/call";
import type { Gate } from "../shared/gate";

/** Where a repository lies. Both are absolute. */
export interface GitPlace {
  /** The configured directory. */
  readonly directory: string;
  /** Its `.git` (a folder, or a file that names one), or the directory itself where the repository is bare. */
  readonly gitDir: string;
  /** Bounds the processes at a time, for this repository alone: one that hangs must not hold up the others. */
  readonly gate: Gate;
}

export type GitOutcome =
  | { readonly ended: "exit"; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly ended: "too-large" | "stopped" | "no-program" | "not-started" };

/** Of git's own words only as much is kept as it takes to tell one failure from another. */
const STDERR_CAP = 16_384;

/**
 * Settings that no repository's own configuration can change, because the command line comes last: nothing is run
 * (monitors, hooks, helpers, pagers), nothing is fetched, and no replacement or derived file stands in for an object.
 */
const SETTINGS: readonly string[] = [
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.askPass=",
  "core.pager=cat",
  "core.useReplaceRefs=false",
  "core.commitGraph=false",
  "core.precomposeUnicode=false",
  "core.untrackedCache=false",
  "credential.helper=",
  "protocol.allow=never",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
];

/**
 * Runs one git command over a repository and gives what it wrote. Arguments go as a list, never through a shell; the
 * environment holds the search path and nothing else of ours; no input; the process is killed past `cap` bytes or when
 * the call ends. With the repository named outright git discovers nothing, so no parent folder is ever entered.
 * Never throws, except to end a call that was stopped.
 */
export function runGit(place: GitPlace, args: readonly string[], cap: number, call: Call): Promise<GitOutcome> {
  return place.gate.through(() => {
    call.spend();
    return start(place, args, cap, call.signal);
  });
}

function start(place: GitPlace, args: readonly string[], cap: number, signal: AbortSignal): Promise<GitOutcome> {
  return new Promise((resolve) => {
    const child = launch(place, args);
    if (child === null) return resolve({ ended: "not-started" });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    let complaint = 0;
    const finish = (outcome: GitOutcome): void => {
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    };
    // Settles at once: a process that the kernel cannot end must not hold the look.
    const kill = (ended: "too-large" | "stopped"): void => {
      child.kill("SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
      finish({ ended });
    };
    const stop = (): void => kill("stopped");
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (!(size <= cap)) return kill("too-large");
      stdout.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (complaint < STDERR_CAP) stderr.push(chunk);
      complaint += chunk.length;
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      finish({ ended: error.code === "ENOENT" ? "no-program" : "not-started" }),
    );
    child.on("close", (code) =>
      finish({
        ended: "exit",
        code: code ?? -1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
  });
}

function launch({ directory, gitDir }: GitPlace, args: readonly string[]) {
  // core.worktree cannot lead git elsewhere once the work tree is named; ownership of a directory was the operator's choice.
  const settings = [...SETTINGS, `safe.directory=${directory}`].flatMap((setting) => ["-c", setting]);
  const where = ["--no-pager", `--git-dir=${gitDir}`, `--work-tree=${directory}`];
  try {
    return spawn("git", [...where, ...settings, ...args], {
      // Not the repository: a relative entry in a search path would find programs there.
      cwd: parse(directory).root,
      env: environment(directory) as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      shell: false,
      windowsHide: true,
    });
  } catch {
    return null;
  }
}

function environment(directory: string): Readonly<Record<string, string>> {
  return {
    PATH: (process.env.PATH ?? "").split(delimiter).filter(isAbsolute).join(delimiter),
    LC_ALL: "C",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    // The name of no transport, so none is allowed; also where git is too old to know GIT_NO_LAZY_FETCH.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_CEILING_DIRECTORIES: dirname(directory),
  };
}

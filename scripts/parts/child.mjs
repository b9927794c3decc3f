import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";

/** How long a child may take to end after a signal before it is killed, in milliseconds. */
const GRACE = 25_000;
const WINDOWS = process.platform === "win32";

/** The children that are running, each the head of its own process group. */
const running = new Set();
let ending = null;

/**
 * Starts a program in a process group of its own, so that it can be ended with everything it started.
 * @param {string} command @param {string[]} args never passed through a shell
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: string }} [options] `log`: a file that receives both streams
 */
export function start(command, args, options = {}) {
  const log = options.log ? openLog(options.log) : null;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: !WINDOWS,
    stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
  });
  if (log !== null) closeSync(log);
  running.add(child);
  child.on("error", () => running.delete(child));
  child.on("exit", () => {
    running.delete(child);
    signalGroup(child, "SIGKILL");
  });
  return child;
}

/**
 * Runs a program to its end.
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: string, echo?: boolean, timeoutMs?: number }} [options]
 *   `log`: a file that receives both streams (the answered text is then empty); `echo`: show both streams as they come
 * @returns {Promise<{ code: number, text: string, timedOut: boolean, missing: boolean }>} `code` as a shell gives it
 *   (128 + n after signal n); `missing`: there is no such program
 */
export function run(command, args, options = {}) {
  const child = start(command, args, options);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece) => {
      text += piece;
      if (options.echo) process.stdout.write(piece);
    });
  }
  let timedOut = false;
  const limit = options.timeoutMs ?? 0;
  const timer = limit > 0 ? setTimeout(() => ((timedOut = true), signalGroup(child, "SIGKILL")), limit) : null;
  return new Promise((resolve) => {
    const end = (code, missing) => {
      if (timer) clearTimeout(timer);
      if (ending) process.exit(exitCode(null, ending));
      resolve({ code, text, timedOut, missing });
    };
    child.on("error", (error) => end(127, error.code === "ENOENT"));
    child.on("exit", (code, signal) => {
      // What left the group may hold the streams open; it is not waited for.
      const late = setTimeout(() => end(exitCode(code, signal), false), 2_000);
      child.on("close", () => (clearTimeout(late), end(exitCode(code, signal), false)));
    });
  });
}

/** Passes SIGINT, SIGTERM and SIGHUP on to every running group; with none running, or none left after a while, ends this process. */
export function endOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(signal));
}

/** Ends every running group, and this process with them. A second call is not gentle. */
export function end(signal) {
  if (ending || running.size === 0) {
    for (const child of running) signalGroup(child, "SIGKILL");
    process.exit(exitCode(null, signal));
  }
  ending = signal;
  for (const child of running) signalGroup(child, signal);
  setTimeout(() => end(signal), GRACE).unref();
}

/** True once a signal, or the parent's end, has asked us to end. */
export function isEnding() {
  return ending !== null;
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(WINDOWS ? child.pid : -child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** What a shell reports for an ended child: its code, or 128 and the signal's number. */
export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function openLog(path) {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, "w");
}

/** The last lines of a text file, at most `count`; none when there is no such file. */
export function lastLines(path, count) {
  try {
    return readFileSync(path, "utf8").trimEnd().split("\n").slice(-count);
  } catch {
    return [];
  }
}

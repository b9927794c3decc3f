import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";

/** Groups that are running, so that a signal to us reaches all of them. */
const running = new Set();

/**
 * Runs a program to its end, in a process group of its own that is gone when this resolves.
 * @param {string} command
 * @param {string[]} args never passed through a shell
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: string, echo?: boolean, timeoutMs?: number }} [options]
 *   `log`: a file that receives both streams (the returned text is then empty); `echo`: show both streams as they come
 * @returns {Promise<{ code: number, text: string, timedOut: boolean, missing: boolean }>} `code` as a shell gives it
 *   (128 + n after signal n); `missing`: there is no such program
 */
export function run(command, args, options = {}) {
  const log = options.log ? openLog(options.log) : null;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: process.platform !== "win32",
    stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
  });
  if (log !== null) closeSync(log);
  running.add(child);
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
      running.delete(child);
      resolve({ code, text, timedOut, missing });
    };
    child.on("error", (error) => end(127, error.code === "ENOENT"));
    child.on("exit", (code, signal) => {
      // What is left of the group ends here; what left the group may hold the streams open, and is not waited for.
      signalGroup(child, "SIGKILL");
      const late = setTimeout(() => end(exitCode(code, signal), false), 2_000);
      child.on("close", () => (clearTimeout(late), end(exitCode(code, signal), false)));
    });
  });
}

/** Sends a signal to a child and everything it started. */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Passes the signals that end us on to every running group. `then` runs first, once. */
export function passSignalsOn(then = () => {}) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      then(signal);
      for (const child of running) signalGroup(child, signal);
    });
  }
}

/** What a shell reports for an ended child: its code, or 128 and the signal's number. */
export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** Opens a log file for writing from its start, making its folder. */
export function openLog(path) {
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

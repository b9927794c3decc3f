import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../github-part.mjs", import.meta.url));

/**
 * Measures one part of a bench over the emulated GitHub in a process of its own: nothing that another one left behind is in its memory, and
 * its clock is its own.
 * @param {string} part @param {Record<string, string>} built what bundles() gave
 * @returns {Promise<import("./report.mjs").Figure[]>}
 */
export function measuredApart(part, built) {
  const env = { ...process.env, NODE_ENV: "production", MUSTER_LOG: "silent" };
  const child = fork(PROGRAM, [part, JSON.stringify(built)], { env, execArgv: ["--expose-gc"] });
  return new Promise((resolve, reject) => {
    let figures = null;
    child.once("message", (message) => (figures = message));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0 && figures !== null) resolve(figures);
      else reject(new Error(`The part ${part} ended with ${code}.`));
    });
  });
}

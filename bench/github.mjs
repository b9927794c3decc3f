import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundles } from "./github/bundle.mjs";

const PROGRAM = fileURLToPath(new URL("./github-part.mjs", import.meta.url));
const PARTS = ["counted", "fleet", "time"];

/**
 * What reading many repositories from GitHub costs: requests and points, counted; the pace of hundreds of repositories with one token, and
 * what they hold in memory; and the time of one look. GitHub is the emulated one of the tests.
 */
export async function github() {
  const built = await bundles();
  const figures = [];
  for (const part of PARTS) figures.push(...(await measured(part, built)));
  return figures;
}

/** Each part has a process of its own: nothing that another one left behind is in its memory, and its clock is its own. */
function measured(part, built) {
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

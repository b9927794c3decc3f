import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../github-emulator.mjs", import.meta.url));

/**
 * Starts the emulated GitHub in a process of its own, so that neither its time nor its memory is taken for Muster's.
 * @param {string} bundle
 * @returns {Promise<{ apiUrl: string, webUrl: string, ask: (operation: string, ...parts: unknown[]) => Promise<any>, stop: () => Promise<void> }>}
 */
export async function startEmulator(bundle) {
  const child = fork(PROGRAM, [bundle], { execArgv: [] });
  const exited = once(child, "exit");
  const waiting = new Map();
  let asked = 0;
  child.on("message", ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  });
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The emulated GitHub ended with ${code}.`));
  });
  const ask = (operation, ...parts) =>
    new Promise((resolve, reject) => {
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      child.send({ id, operation, parts });
    });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
  return { ...(await ask("start")), ask, stop };
}

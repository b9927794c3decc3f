import "server-only";
import { log } from "./log";
import { runtime, SettingsError } from "./runtime";

/**
 * Opens the runtime with the process, so that the first visitor finds answers, and ends it in order: what is under way is finished, what
 * this process leads is given back, then it exits. Never throws.
 * @param last what is still to be done before the end
 */
export async function openEarly(last: () => Promise<unknown>): Promise<void> {
  try {
    const here = runtime();
    // The start script has no other way to learn that this folder has a process already.
    void here.home.tried.then(() => {
      const fault = here.home.fault;
      if (fault?.code !== "store-in-use") return;
      process.stderr.write(`${fault.message}\n`);
      process.exit(1);
    });
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      log.error({ error: error instanceof Error ? error.message : "unknown" }, "Muster could not open");
      return;
    }
    for (const { path, message } of error.faults) log.error({ path }, `${error.file}: ${message}`);
  }
  endInOrder(last);
}

/** Only where the server leaves signals to us (NEXT_MANUAL_SIG_HANDLE): an open stream of events would hold its own ending up for ever. */
function endInOrder(last: () => Promise<unknown>): void {
  if (!process.env["NEXT_MANUAL_SIG_HANDLE"]) return;
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    // Who asks twice does not want to wait.
    if (ending) process.exit(1);
    ending = true;
    log.info({ signal }, "Muster stops");
    const stopped = (async () => {
      try {
        await runtime().stop();
      } catch {
        // A faulty configuration never opened anything.
      }
      await last();
    })();
    void stopped.finally(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

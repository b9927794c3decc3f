import { openEarly } from "@/lib/server/life";
import { log } from "@/lib/server/log";
import { readRoutes } from "@/lib/server/tracing/routes";
import { isTracingWanted } from "@/lib/server/tracing/settings";

/** What begins with the process under Node.js. Never throws: what cannot begin is told in one line, and Muster serves without it. */
export async function begin(): Promise<void> {
  const flush = isTracingWanted(process.env) ? await startTracing() : async () => undefined;
  await openEarly(flush);
}

/** Gives what sends the last traces when the process ends. */
async function startTracing(): Promise<() => Promise<unknown>> {
  try {
    const { startTracing: start } = await import("@/lib/server/tracing/start");
    const tracing = start(readRoutes(process.cwd()));
    log.info("Muster sends traces");
    return () => tracing.flush();
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.name : "unknown" }, "Tracing could not start; Muster serves on");
    return async () => undefined;
  }
}

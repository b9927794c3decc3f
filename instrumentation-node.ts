import { log } from "@/lib/server/log";
import { readRoutes } from "@/lib/server/tracing/routes";
import { isTracingWanted } from "@/lib/server/tracing/settings";

/** What begins with the process under Node.js. Never throws: what cannot begin is told in one line, and Muster serves without it. */
export async function begin(): Promise<void> {
  if (!isTracingWanted(process.env)) return;
  try {
    const { startTracing } = await import("@/lib/server/tracing/start");
    startTracing(readRoutes(process.cwd()));
    log.info("Muster sends traces");
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.name : "unknown" }, "Tracing could not start; Muster serves on");
  }
}

import "server-only";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { log } from "../log";
import { CleanExporter } from "./exporter";
import { ENDPOINTS } from "./settings";
import { SCOPE } from "./span";

/** How long the end of the process may wait for the last spans, in milliseconds. */
const FLUSH_WITHIN = 3_000;

export interface Tracing {
  /** Sends what is waiting. Gives `late` where that took longer than `within` milliseconds or failed; never throws. */
  flush(within?: number): Promise<"sent" | "late">;
  /** Sends what is waiting and ends, so that no timer and no socket stays. */
  stop(within?: number): Promise<"sent" | "late">;
}

/**
 * Sends spans by OTLP over HTTP to where OpenTelemetry's own variables say (endpoint, headers, sampler and batches are read from them by its
 * SDK), and hands the context on in W3C's form. The service is called `muster` unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES says
 * otherwise; nothing about the machine is sent. `routes`: the application's patterns, see `cleaned`. Throws where the variables cannot be used.
 */
export function startTracing(routes: ReadonlySet<string>): Tracing {
  requireAddresses(process.env);
  const exporter = new CleanExporter(new OTLPTraceExporter(), routes, (state) =>
    state === "failing"
      ? log.warn("Traces cannot be sent to the OpenTelemetry endpoint; Muster serves on")
      : log.info("Traces are sent to the OpenTelemetry endpoint"),
  );
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": SCOPE }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  // Next.js ends the process by itself on this signal, after the requests that are under way; what waits goes out meanwhile.
  const onSignal = () => void bounded(provider.forceFlush(), FLUSH_WITHIN);
  process.once("SIGTERM", onSignal);
  return {
    flush: (within = FLUSH_WITHIN) => bounded(provider.forceFlush(), within),
    stop: (within = FLUSH_WITHIN) => {
      process.off("SIGTERM", onSignal);
      return bounded(provider.shutdown(), within);
    },
  };
}

/** The SDK would take an address that is none for its own default, and send to a port of this machine. */
function requireAddresses(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of ENDPOINTS) {
    const written = env[name]?.trim() ?? "";
    if (written !== "" && !/^https?:$/.test(new URL(written).protocol))
      throw new TypeError(`${name} is no web address`);
  }
}

async function bounded(work: Promise<void>, within: number): Promise<"sent" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), within);
  });
  const sent = work.then(
    () => "sent" as const,
    () => "late" as const,
  );
  const first = await Promise.race([sent, late]);
  clearTimeout(timer);
  return first;
}

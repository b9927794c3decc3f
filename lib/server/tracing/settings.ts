import "server-only";

/** The variables of OpenTelemetry that say where traces go. */
export const ENDPOINTS = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] as const;

/** Whether the operator named somewhere to send traces to, by OpenTelemetry's own variables. Without, nothing of it is loaded. */
export function isTracingWanted(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true") return false;
  return ENDPOINTS.some((name) => (env[name]?.trim() ?? "") !== "");
}

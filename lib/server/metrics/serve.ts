import "server-only";
import { API_HEADERS } from "../headers";
import { runtime } from "../runtime";

/** One scrape in Prometheus' text format. */
export async function serveMetrics(): Promise<Response> {
  const { contentType, body } = await runtime().metrics.text();
  return new Response(body, { headers: { ...API_HEADERS, "cache-control": "no-store", "content-type": contentType } });
}

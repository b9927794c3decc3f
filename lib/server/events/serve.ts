import "server-only";
import { API_HEADERS } from "../headers";
import { isOwnOrigin } from "../hosts";
import { problem } from "../problem";
import { runtime } from "../runtime";
import { clientAddress } from "./address";
import type { Connection } from "./hub";

/** Who is refused may ask again after so many seconds. */
const RETRY_AFTER = 30;

/** Nothing between here and the listener may keep, join or compress what is sent as it happens. */
const HEADERS = {
  ...API_HEADERS,
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

const REFUSALS: Readonly<Record<Exclude<Connection, { ok: true }>["because"], string>> = {
  full: "As many listeners as this server takes are connected. Ask the status instead, and try again later.",
  address: "As many listeners as one address may have are connected. Ask the status instead, and try again later.",
  closed: "This server is about to stop. Try again in a moment.",
};

/**
 * Answers the stream of changes (server-sent events). `Last-Event-ID`, or `after` in the address, continues a stream; `repository`, once
 * or several times, chooses whose changes are told. Listening is no watching: only requests for documents make looks come often.
 */
export function serveEvents(request: Request): Response {
  // A page elsewhere cannot read the stream, but could hold streams open through the browser of somebody who visits it.
  if (!isOwnOrigin(request.headers))
    return problem("wrong-origin", { detail: "Changes are told to Muster's own pages and to programs only." });
  const { events, find } = runtime();
  const query = new URL(request.url).searchParams;
  const found = query.getAll("repository").map((name) => find(name)?.name ?? null);
  const named = found.flatMap((name) => name ?? []);
  if (named.length < found.length) return problem("unknown-repository");
  // Next.js answers HEAD by this too, and would leave the stream open for ever.
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const connection = events.connect({
    after: request.headers.get("last-event-id") ?? query.get("after"),
    only: named.length === 0 ? null : new Set(named),
    address: clientAddress(request.headers, process.env["MUSTER_TRUST_PROXY"] === "1"),
    signal: request.signal,
  });
  if (connection.ok) return new Response(connection.stream, { headers: HEADERS });
  return problem("too-many-listeners", { detail: REFUSALS[connection.because], retryAfter: RETRY_AFTER });
}

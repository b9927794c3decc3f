import "server-only";
import type { Problem } from "@/lib/systems/squad/document-types";
import { API_HEADERS } from "./headers";

/** Every error that the API answers, by its stable code. Documented in docs/api.md. */
export const PROBLEMS = {
  "wrong-host": [
    421,
    "Unknown host",
    "Muster does not answer under this host name. Name it in MUSTER_HOSTS if it should.",
  ],
  "wrong-origin": [
    403,
    "Not from our own page",
    "Requests that change something are taken only from Muster's own pages.",
  ],
  "method-not-allowed": [405, "Method not allowed", "This address does not take that method."],
  "not-found": [404, "Nothing here", "There is nothing at this address."],
  "unknown-repository": [404, "Unknown repository", "No repository of this name is in the configuration."],
  "unknown-agent": [404, "No such agent", "The registry has no valid record with this ID."],
  "unknown-evidence": [
    404,
    "No such evidence",
    "This address names nothing that was read. It may have changed since the link was made.",
  ],
  "bad-address": [400, "Not an evidence address", "Write registry:<pointer>, comment:<id>:<pointer> or avatar:<id>."],
  "no-avatar": [404, "No avatar", "There is no picture to show for this agent."],
  "avatar-unread": [503, "Picture not read", "The picture could not be read just now. Nothing is lost; ask again."],
  "unsupported-avatar": [
    415,
    "No usable picture",
    "The file is no complete PNG, JPEG, GIF or WebP picture within the limits.",
  ],
  "too-soon": [429, "Just looked", "A look was asked for moments ago. Wait a little."],
  "faulty-configuration": [
    503,
    "The configuration has faults",
    "Muster cannot start with this configuration. See the page or the log for the list.",
  ],
  internal: [
    500,
    "Muster made a mistake",
    "This is a fault of Muster, not of your records. Nothing is lost; the log says more.",
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/**
 * An error answer (RFC 9457). `detail` says more than the code's own sentence; `retryAfter` in whole seconds.
 */
export function problem(
  code: ProblemCode,
  more: { detail?: string; allow?: string; retryAfter?: number } = {},
): Response {
  const [status, title, detail] = PROBLEMS[code];
  const body: Problem = { type: `urn:muster:problem:${code}`, title, status, detail: more.detail ?? detail, code };
  const headers = new Headers({
    ...API_HEADERS,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (more.allow !== undefined) headers.set("allow", more.allow);
  if (more.retryAfter !== undefined) headers.set("retry-after", String(more.retryAfter));
  return new Response(JSON.stringify(body), { status, headers });
}

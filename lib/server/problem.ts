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
  "bad-address": [
    400,
    "Not an evidence address",
    "Write registry:<pointer>, found:<pointer>, comment:<id>:<pointer> or avatar:<id>.",
  ],
  "no-avatar": [404, "No avatar", "There is no picture to show for this agent."],
  "avatar-unread": [503, "Picture not read", "The picture could not be read just now. Nothing is lost; ask again."],
  "unsupported-avatar": [
    415,
    "No usable picture",
    "The file is no complete PNG, JPEG, GIF or WebP picture within the limits.",
  ],
  "too-soon": [429, "Just looked", "A look was asked for moments ago. Wait a little."],
  "operator-off": [
    403,
    "Nobody can decide here",
    "This server was started without an operator's token. Set MUSTER_OPERATOR_TOKEN to at least 16 characters and start Muster again.",
  ],
  "not-operator": [401, "Not the operator's token", "The token is not the one that this server was started with."],
  "too-many-tries": [
    429,
    "Too many wrong tokens",
    "Several wrong tokens were tried within a minute. None is heard until a minute has passed.",
  ],
  "bad-decision": [400, "The decision is not complete", "Some of what was sent cannot be used. Nothing was decided."],
  "body-too-large": [413, "Too much was sent", "What is sent here is at most 16 kB long. Nothing was decided."],
  "not-json": [415, "Not JSON", "Send the decision as application/json. Nothing was decided."],
  "nothing-held": [404, "Nothing is held", "The source follows what was accepted, so there is nothing to decide."],
  "baseline-moved": [
    409,
    "It is another difference now",
    "What is held has changed since you looked. Nothing was decided; see what it is now.",
  ],
  "store-unavailable": [
    503,
    "The decision could not be recorded",
    "The store did not take it. Nothing was decided; try again in a moment.",
  ],
  "webhooks-off": [
    404,
    "Webhooks are off",
    "Set MUSTER_WEBHOOK_SECRET to the secret of the webhook at GitHub and start Muster again; while you replace it, MUSTER_WEBHOOK_SECRET_PREVIOUS holds the one before.",
  ],
  "webhook-signature": [
    401,
    "Not signed",
    "No secret of this server made the signature in X-Hub-Signature-256. The secret at GitHub and MUSTER_WEBHOOK_SECRET must be the same.",
  ],
  "webhook-malformed": [400, "Not a delivery", "This is not a delivery in the form that GitHub sends."],
  "webhook-too-large": [413, "Too large", "A delivery has at most 25 MB, as GitHub sends them."],
  "webhook-type": [
    415,
    "Not JSON",
    "Choose application/json as the content type of the webhook in GitHub's settings; no other is taken.",
  ],
  "webhook-slow": [408, "Too slow", "The delivery did not arrive to its end within 10 seconds."],
  "webhook-busy": [
    503,
    "Busy",
    "Too many large deliveries arrive at the same time. Nothing is lost; changes are found by looking too.",
  ],
  "too-many-listeners": [503, "Too many listeners", "As many listeners as this server takes are connected."],
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
 * An error answer (RFC 9457). `detail` says more than the code's own sentence; `retryAfter` in whole seconds; `errors` names the parts of
 * the body that cannot be used; `challenge` is what a 401 has to say of how to come in (RFC 9110 11.6.1).
 */
export function problem(
  code: ProblemCode,
  more: {
    detail?: string;
    allow?: string;
    retryAfter?: number;
    errors?: Problem["errors"];
    challenge?: string;
  } = {},
): Response {
  const [status, title, detail] = PROBLEMS[code];
  const said = { type: `urn:muster:problem:${code}`, title, status, detail: more.detail ?? detail, code };
  const body: Problem = more.errors === undefined ? said : { ...said, errors: more.errors };
  const headers = new Headers({
    ...API_HEADERS,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (more.allow !== undefined) headers.set("allow", more.allow);
  if (more.challenge !== undefined) headers.set("www-authenticate", more.challenge);
  if (more.retryAfter !== undefined) headers.set("retry-after", String(more.retryAfter));
  return new Response(JSON.stringify(body), { status, headers });
}

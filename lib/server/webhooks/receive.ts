import "server-only";
import { verifyWithFallback } from "@octokit/webhooks-methods";
import { API_HEADERS } from "../headers";
import { problem } from "../problem";
import { withBody, type BodyLimits, type BodyReading } from "./body";
import { meaningOf, repositoryIn, type Hastened } from "./events";

/** How a delivery ended, for counting. */
export type WebhookResult =
  "taken" | "seen" | "ignored" | "pong" | "off" | "type" | "signature" | "too-large" | "slow" | "busy" | "malformed";

export interface WebhookDeps {
  /** The secrets that sign: the current one, and during a rotation the one before. Empty ones count as none. */
  readonly secrets: readonly string[];
  /** Remembers a delivery, over all replicas; "unknown" where the store does not answer. */
  readonly delivered: (id: string, event: string) => Promise<"new" | "seen" | "unknown">;
  /** Asks for a look soon. Gives whether the repository is a configured one, in any letter case. */
  readonly hasten: (repositoryFullName: string, what: Hastened) => boolean;
  /** Asks for a look at every repository soon: what an installation may read has changed. */
  readonly hastenInstallation?: () => void;
  readonly count?: (result: WebhookResult) => void;
  readonly log: { info(facts: Readonly<Record<string, unknown>>, message: string): void };
  readonly limits?: BodyLimits;
}

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;
const DELIVERY = /^[0-9A-Za-z-]{8,100}$/;
const EVENT = /^[a-z][a-z0-9_]{0,99}$/;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Takes one delivery of GitHub's webhook. Without a signature that one of the secrets made nothing of it is parsed. "push, issue_comment,
 * issues, repository, installation only *hasten* a look, their payload is never believed": what changed is read from GitHub itself, so a
 * forged, repeated or missing delivery costs a look or some time, and never a wrong answer. Every refusal is an answer; nothing throws.
 */
export async function receiveWebhook(request: Request, deps: WebhookDeps): Promise<Response> {
  const { response, result } = await judge(request, deps);
  deps.count?.(result);
  return response;
}

interface Judged {
  readonly response: Response;
  readonly result: WebhookResult;
}

async function judge(request: Request, deps: WebhookDeps): Promise<Judged> {
  const secrets = deps.secrets.filter((secret) => secret !== "");
  const [current] = secrets;
  if (current === undefined) return { response: problem("webhooks-off"), result: "off" };
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? ""))
    return { response: problem("webhook-type"), result: "type" };
  const signature = request.headers.get("x-hub-signature-256") ?? "";
  if (!SIGNATURE.test(signature)) return unsigned();
  return withBody(request, deps.limits ?? {}, async (reading) => {
    if (!reading.ok) return unread(reading);
    const text = textOf(reading.bytes);
    // The library compares in constant time. It throws at an empty body, which no secret has signed either.
    const signed =
      text !== null && text !== "" && (await verifyWithFallback(current, text, signature, secrets.slice(1)));
    return signed ? take(request.headers, text, deps) : unsigned();
  });
}

/** What to do with a delivery whose body is GitHub's. Its headers are not signed, so they decide nothing that matters. */
async function take(headers: Headers, text: string, deps: WebhookDeps): Promise<Judged> {
  const id = headers.get("x-github-delivery") ?? "";
  const event = headers.get("x-github-event") ?? "";
  if (!DELIVERY.test(id) || !EVENT.test(event)) return malformed(NO_HEADERS);
  const meaning = meaningOf(event);
  if (meaning === "ping") return answer(200, "pong");
  if (meaning === "unknown") return told(deps, { id, event, matched: false }, "ignored");
  const named = repositoryIn(text);
  if (!named.ok) return malformed();
  if (meaning !== "installation" && named.repository === null) return malformed();
  // Where the store is down a repeated one goes through, and costs a look.
  if ((await deps.delivered(id, event)) === "seen") return told(deps, { id, event }, "seen");
  if (meaning === "installation" || named.repository === null) {
    deps.hastenInstallation?.();
    return told(deps, { id, event }, "taken");
  }
  const matched = deps.hasten(named.repository, meaning);
  return told(deps, { id, event, matched }, matched ? "taken" : "ignored");
}

/** "Nothing of the payload is logged but event, delivery id and whether it matched." */
function told(
  { log }: WebhookDeps,
  { id, event, matched }: { readonly id: string; readonly event: string; readonly matched?: boolean },
  result: "taken" | "seen" | "ignored",
): Judged {
  log.info({ delivery: id, event, result, ...(matched === undefined ? {} : { matched }) }, "GitHub told of a change");
  return answer(202, result);
}

function answer(status: number, result: "taken" | "seen" | "ignored" | "pong"): Judged {
  const headers = { ...API_HEADERS, "cache-control": "no-store", "content-type": "application/json; charset=utf-8" };
  return { response: new Response(JSON.stringify({ result }), { status, headers }), result };
}

function unsigned(): Judged {
  return { response: problem("webhook-signature"), result: "signature" };
}

const NO_HEADERS = "The delivery has no X-GitHub-Delivery or no X-GitHub-Event header as GitHub sends them.";

function malformed(detail?: string): Judged {
  return { response: problem("webhook-malformed", detail === undefined ? {} : { detail }), result: "malformed" };
}

function unread({ why }: Extract<BodyReading, { ok: false }>): Judged {
  switch (why) {
    case "too-large":
      return { response: problem("webhook-too-large"), result: "too-large" };
    case "slow":
      return { response: problem("webhook-slow"), result: "slow" };
    case "busy":
      return { response: problem("webhook-busy", { retryAfter: 10 }), result: "busy" };
    case "broken":
      return malformed("The delivery broke off before its end.");
  }
}

/** The text whose UTF-8 is exactly these bytes, a mark of the byte order included; null where there is none, and so nothing that GitHub signed. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

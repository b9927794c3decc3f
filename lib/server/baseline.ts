import "server-only";
import type { BaselineDocument, DecisionLine } from "@/lib/systems/squad/document-types";
import { baselineDocument } from "@/lib/systems/squad/documents/baseline";
import { readAbout } from "@/lib/systems/squad/decision";
import type { SquadState } from "@/lib/systems/squad/squad";
import type { Decision } from "@/lib/store/types";
import { readAsk, readBody } from "./decision-request";
import { API_HEADERS } from "./headers";
import type { Decided, Deciding } from "./keeping/decide";
import { Door, operatorToken } from "./operator";
import { problem } from "./problem";
import { serveNow } from "./respond";

/** Of a repository what its baseline is read from and decided by. */
export interface Decider {
  readonly state: SquadState;
  readonly archive: {
    /** An operator's decisions, the last one first; null: the store cannot be read. */
    decisions(): Promise<readonly Decision[] | null>;
    decide(by: Deciding): Promise<Decided>;
  };
}

/** What the repository is held to, what is held against it, and every decision so far. */
export async function baselineFor(repository: Decider): Promise<BaselineDocument> {
  const decisions = await repository.archive.decisions();
  const { squad } = repository.state;
  return baselineDocument(squad, decisions?.map(lineOf) ?? null, operatorToken() !== null);
}

export async function serveBaseline(repository: Decider): Promise<Response> {
  return serveNow(await baselineFor(repository));
}

/** One for every repository: who guesses at one has guessed at all. */
const door = new Door();

/**
 * Takes an operator's decision: "an operator may accept the new baseline, which is recorded". Who asks is checked before anything that
 * they wrote is read.
 */
export async function serveDecision(request: Request, repository: Decider, at: Door = door): Promise<Response> {
  const token = operatorToken();
  if (token === null) return problem("operator-off");
  const entry = at.enter(request.headers.get("authorization"), token);
  if (!entry.ok) return refuse(entry);
  if (!isJson(request.headers.get("content-type"))) return problem("not-json");
  const body = await readBody(request);
  if (body === null) return problem("body-too-large");
  const reading = readAsk(body);
  if (!reading.ok) return problem("bad-decision", { errors: reading.bad });
  const decided = await repository.archive.decide(reading.ask);
  if (decided.ok) {
    const headers = { ...API_HEADERS, "cache-control": "no-store" };
    return Response.json({ decision: lineOf(decided.decision) }, { headers });
  }
  return problem(decided.code === "store" ? "store-unavailable" : decided.code, { detail: decided.message });
}

function refuse({ code, wait }: { readonly code: "not-operator" | "too-many-tries"; readonly wait: number }): Response {
  return code === "not-operator"
    ? problem("not-operator", { challenge: 'Bearer realm="Muster operator"' })
    : problem("too-many-tries", { retryAfter: Math.ceil(wait / 1_000) });
}

function isJson(type: string | null): boolean {
  return /^application\/json *(;|$)/i.test(type?.trim() ?? "");
}

function lineOf({ id, at, who, why, about }: Decision): DecisionLine {
  const read = readAbout(about);
  return {
    ...{ id, at: new Date(at).toISOString(), who, why },
    ...{ before: read?.before ?? null, after: read?.after ?? null, findings: read?.findings ?? [] },
  };
}

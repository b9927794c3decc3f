import { graphql, GraphqlResponseError } from "@octokit/graphql";
import { z } from "zod";
import { failed, type Call, type Refusal } from "../shared/call";
import { denied, isJson, isSecondary, plain, singleSignOn, type ClassifyContext } from "./classify";
import type { GitHubClient } from "./client";
import { list } from "./list";

/** GitHub names one for each thing that it could not give, and a question asks for a hundred. */
const MAX_ERRORS = 100;
/** Steps from the root of a question to a field of it. */
const MAX_PATH = 50;

const fault = z.object({
  type: z.string().optional(),
  path: list(z.union([z.string(), z.number()]), MAX_PATH).nullish(),
  message: z.string().default(""),
  extensions: z.object({ saml_failure: z.boolean().optional() }).nullish(),
});
type Fault = z.infer<typeof fault>;

const envelope = z.object({ data: z.unknown().optional(), errors: list(fault, MAX_ERRORS).nullish() });
type Envelope = z.infer<typeof envelope>;

export interface GraphqlQuestion<T> {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The form of `data`; what does not fit is a failed look. */
  readonly schema: z.ZodType<T>;
  /** Largest answer that is read. */
  readonly maxBytes: number;
}

/** `unsure`: what to answer where a thing that is `null` counts as missing, although GitHub only failed to say whether it is. */
export type Asked<T> =
  | { readonly ok: true; readonly data: T; readonly unsure: Refusal | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** Carries the refusal of the transport through the GraphQL client, which knows errors only. Never leaves `ask`. */
class Halt extends Error {
  constructor(readonly refusal: Refusal) {
    super("halt");
  }
}

/**
 * Asks one GraphQL question. The client answers `undefined` to what is truncated, empty or no JSON, so all of that is refused here before
 * it sees it. Of an answer with errors the rest counts where `schema` takes it: a thing that is not there is `null` in it.
 */
export async function ask<T>(
  client: GitHubClient,
  { query, variables, schema, maxBytes }: GraphqlQuestion<T>,
  call: Call,
): Promise<Asked<T>> {
  let halted: Refusal | null = null;
  const halt = (refusal: Refusal): never => {
    halted = refusal;
    throw new Halt(refusal);
  };
  let sso: string | null = null;
  let token = "";
  let answered: Envelope = {};
  const send = async (url: string, init: { body: string }) => {
    const reply = await client.post(new URL(url), init.body, "application/json", maxBytes, call);
    if (!reply.ok) return halt(reply.refusal);
    const { headers, bytes } = reply.wire;
    sso = headers.get("x-github-sso");
    token = reply.credential.token;
    const read = readEnvelope(headers, bytes, client);
    if ("refusal" in read) return halt(read.refusal);
    answered = read;
    // The client would read the body a second time, and slowly: a large one takes it half a minute. It is told of the errors alone.
    return Response.json({ data: null, errors: read.errors ?? undefined });
  };
  try {
    await graphql(query, { ...variables, baseUrl: client.apiUrl, request: { fetch: send } });
    client.limits.wentThrough();
  } catch (error) {
    call.carryOn();
    if (halted !== null) return { ok: false, refusal: halted };
    if (!(error instanceof GraphqlResponseError)) return { ok: false, refusal: UNREADABLE };
  }
  const faults: readonly Fault[] = answered.errors ?? [];
  const repeating = { webHost: new URL(client.webUrl).host, token };
  const refusal = refuseFaults(faults, sso, repeating);
  if (refusal !== null) return { ok: false, refusal };
  const parsed = schema.safeParse(answered.data);
  const other = faults.find(({ type }) => type !== "NOT_FOUND");
  if (parsed.success)
    return { ok: true, data: parsed.data, unsure: other === undefined ? null : said(other, repeating) };
  return { ok: false, refusal: faults[0] === undefined ? UNREADABLE : said(faults[0], repeating) };
}

const UNREADABLE = failed("malformed", "GitHub's answer has another form than is expected, so nothing of it was used.");

const NOT_JSON = failed("malformed", "GitHub's answer is not JSON, so nothing of it was used.");
const CUT_OFF = failed("malformed", "GitHub's answer is cut off or not JSON, so nothing of it was used.");

/** Type, length and form of the body, and the limit that comes as a success. */
function readEnvelope(
  headers: Headers,
  bytes: Uint8Array,
  client: GitHubClient,
): Envelope | { readonly refusal: Refusal } {
  if (!isJson(headers)) return { refusal: NOT_JSON };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { refusal: CUT_OFF };
  }
  const parsed = envelope.safeParse(value);
  if (!parsed.success) return { refusal: UNREADABLE };
  const { errors, data } = parsed.data;
  if (errors?.some(({ type }) => isLimit(type))) return { refusal: client.limits.spent(headers, "graphql") };
  if (errors?.some(({ message }) => isSecondary(headers, message, "")))
    return { refusal: client.limits.tooFast(headers) };
  return data === undefined && (errors ?? []).length === 0 ? { refusal: UNREADABLE } : parsed.data;
}

type Repeating = Pick<ClassifyContext, "webHost" | "token">;

/** Faults that are about the whole question. One that is about a thing in it leaves that thing `null`. */
function refuseFaults(faults: readonly Fault[], sso: string | null, repeating: Repeating): Refusal | null {
  for (const { type, path, message, extensions } of faults) {
    if (extensions?.saml_failure === true) return singleSignOn(sso, repeating);
    if (type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES")
      return denied(
        403,
        `GitHub refuses this token: “${plain(message, repeating.token)}”. It needs to read Contents and Issues.`,
      );
    if (type === "NOT_FOUND" && path?.length === 1 && path[0] === "repository")
      return denied(404, "Not found, or no permission to read: GitHub does not say which.");
  }
  const whole = faults.find(({ path, type }) => type === undefined && (path ?? []).length === 0);
  return whole === undefined ? null : said(whole, repeating);
}

function said({ message }: Fault, { token }: Repeating): Refusal {
  return failed("server", `GitHub did not answer the question: “${plain(message, token)}”.`);
}

/** GitHub writes it in two ways. */
function isLimit(type: string | undefined): boolean {
  return type === "RATE_LIMITED" || type === "RATE_LIMIT";
}

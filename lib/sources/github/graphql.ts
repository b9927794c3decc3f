import { graphql, GraphqlResponseError } from "@octokit/graphql";
import { z } from "zod";
import { failed, type Call, type Refusal } from "../shared/call";
import { denied, isJson, isSecondary, plain, singleSignOn } from "./classify";
import type { GitHubClient } from "./client";

const MAX_BYTES = 32 * 1_048_576;

const fault = z.object({
  type: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  message: z.string().default(""),
  extensions: z.object({ saml_failure: z.boolean().optional() }).nullish(),
});
type Fault = z.infer<typeof fault>;

const envelope = z.object({ data: z.unknown().optional(), errors: z.array(fault).nullish() });

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
 * @param schema the form of `data`; what does not fit is a failed look
 */
export async function ask<T>(
  client: GitHubClient,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodType<T>,
  call: Call,
): Promise<Asked<T>> {
  let halted: Refusal | null = null;
  const halt = (refusal: Refusal): never => {
    halted = refusal;
    throw new Halt(refusal);
  };
  let sso: string | null = null;
  const send = async (url: string, init: { body: string }) => {
    const reply = await client.post(new URL(url), init.body, "application/json", MAX_BYTES, call);
    if (!reply.ok) return halt(reply.refusal);
    const { headers, bytes } = reply.wire;
    sso = headers.get("x-github-sso");
    const limit = refuseUnreadable(headers, bytes, client);
    if (limit !== null) return halt(limit);
    return new Response(Buffer.from(bytes), { status: 200, headers: { "content-type": "application/json" } });
  };
  let data: unknown;
  let faults: readonly Fault[] = [];
  try {
    data = await graphql(query, { ...variables, baseUrl: client.apiUrl, request: { fetch: send } });
    client.limits.wentThrough();
  } catch (error) {
    call.carryOn();
    if (halted !== null) return { ok: false, refusal: halted };
    if (!(error instanceof GraphqlResponseError)) return { ok: false, refusal: UNREADABLE };
    faults = z.array(fault).catch([]).parse(error.errors);
    data = error.data;
  }
  const refusal = refuseFaults(faults, sso, new URL(client.webUrl).host);
  if (refusal !== null) return { ok: false, refusal };
  const parsed = schema.safeParse(data);
  const other = faults.find(({ type }) => type !== "NOT_FOUND");
  if (parsed.success) return { ok: true, data: parsed.data, unsure: other === undefined ? null : said(other) };
  return { ok: false, refusal: faults[0] === undefined ? UNREADABLE : said(faults[0]) };
}

const UNREADABLE = failed("malformed", "GitHub's answer has another form than is expected, so nothing of it was used.");

/** Type, length and form of the body, and the limit that comes as a success. */
function refuseUnreadable(headers: Headers, bytes: Uint8Array, client: GitHubClient): Refusal | null {
  if (!isJson(headers)) return failed("malformed", "GitHub's answer is not JSON, so nothing of it was used.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return failed("malformed", "GitHub's answer is cut off or not JSON, so nothing of it was used.");
  }
  const parsed = envelope.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const { errors, data } = parsed.data;
  if (errors?.some(({ type }) => isLimit(type))) return client.limits.spent(headers, "graphql");
  if (errors?.some(({ message }) => isSecondary(headers, message, ""))) return client.limits.tooFast(headers);
  return data === undefined && (errors ?? []).length === 0 ? UNREADABLE : null;
}

/** Faults that are about the whole question. One that is about a thing in it leaves that thing `null`. */
function refuseFaults(faults: readonly Fault[], sso: string | null, webHost: string): Refusal | null {
  for (const { type, path, message, extensions } of faults) {
    if (extensions?.saml_failure === true) return singleSignOn(sso, webHost);
    if (type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES")
      return denied(403, `GitHub refuses this token: “${plain(message)}”. It needs to read Contents and Issues.`);
    if (type === "NOT_FOUND" && path?.length === 1 && path[0] === "repository")
      return denied(404, "Not found, or no permission to read: GitHub does not say which.");
  }
  const whole = faults.find(({ path, type }) => type === undefined && (path ?? []).length === 0);
  return whole === undefined ? null : said(whole);
}

function said({ message }: Fault): Refusal {
  return failed("server", `GitHub did not answer the question: “${plain(message)}”.`);
}

/** GitHub writes it in two ways. */
function isLimit(type: string | undefined): boolean {
  return type === "RATE_LIMITED" || type === "RATE_LIMIT";
}

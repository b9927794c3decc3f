import { createHash } from "node:crypto";
import type { Token } from "./access";
import { JSON_TYPE, refusal, type Answer, type Reply } from "./answer";
import type { Call, Surroundings } from "./call";
import { answerGraphql, spent } from "./graphql/execute";
import { ROUTES, type OpenEntry } from "./log";
import { answerRest, type Way } from "./rest/routes";

const VARY = "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, Accept, X-Requested-With";

/** Makes the genuine answer to one request: token, limit, the call itself, and then whether the client has that answer already. */
export async function respond(
  entry: OpenEntry,
  token: Token | null,
  way: Way | null,
  query: URLSearchParams,
  surroundings: Surroundings,
  asApp: () => Reply,
): Promise<Answer> {
  const common = () => commonHeaders(entry, token, surroundings);
  if (entry.userAgent === null) return anonymous();
  // These know assertions of Apps, and no tokens.
  if (entry.route === ROUTES.installation || entry.route === ROUTES.accessToken) return plain(asApp(), common());
  if (token === null) return plain(refusal(401, "Bad credentials"), common());
  const refused = token.refused?.() ?? null;
  if (refused !== null) return plain(refusal(403, refused), common());
  const { limits } = surroundings;
  const graphql = entry.route === ROUTES.graphql;
  if (entry.route !== ROUTES.rateLimit && !limits.take(entry.resource, token.purse, graphql ? 1 : 0)) {
    if (graphql) return merged(spent(token.userId), common());
    return plain(refusal(403, `API rate limit exceeded for user ID ${token.userId}.`), common());
  }
  const call: Call = { ...surroundings, entry, token, query };
  if (graphql) {
    entry.points = 1;
    const reply = await answerGraphql(call);
    return plain(reply, common());
  }
  const reply = await answerRest(way, call);
  if (reply.counts === false) return plain(reply, common());
  const etag = reply.status === 200 ? (reply.etag ?? weak(reply.body, token, entry.accept)) : null;
  if (etag !== null && entry.ifNoneMatch === etag)
    return { status: 304, headers: { ...common(), ...CACHE, etag, vary: VARY }, body: Buffer.alloc(0) };
  entry.points = 1;
  limits.take(entry.resource, token.purse, 1);
  const answer = plain(reply, common());
  return etag === null ? answer : merged(answer, { ...CACHE, etag });
}

const CACHE = { "cache-control": "private, max-age=60, s-maxage=60" };

/** GitHub talks to nobody who does not say what program it is; the refusal comes from before the API. */
function anonymous(): Answer {
  const body =
    "\r\nRequest forbidden by administrative rules. Please make sure your request has a User-Agent header.\r\n";
  return {
    status: 403,
    headers: { "content-type": "text/html", "cache-control": "no-cache" },
    body: Buffer.from(body),
  };
}

/** What every answer carries, as things stand. Limits are those of the token, so who has none is told nothing of them. */
export function commonHeaders(
  entry: OpenEntry,
  token: Token | null,
  { limits, world }: Surroundings,
): Record<string, string> {
  const headers = {
    date: world.clock.now().toUTCString(),
    server: "github.com",
    vary: VARY,
    "x-github-media-type": mediaType(entry),
    "x-github-request-id": requestId(),
    "x-content-type-options": "nosniff",
  };
  if (token === null || !limits.enabled) return headers;
  const { limit, remaining, used, reset } = limits.standing(entry.resource, token.purse);
  return {
    ...headers,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": entry.resource,
  };
}

function mediaType({ route, accept }: OpenEntry): string {
  if (route === ROUTES.graphql) return "github.v4; format=json";
  const param = /^application\/vnd\.github(?:\.v3)?\.(raw|sha)/.exec(accept)?.[1];
  return param === undefined ? "github.v3; format=json" : `github.v3; param=${param}`;
}

function plain(reply: Reply, headers: Readonly<Record<string, string>>): Answer {
  return {
    status: reply.status,
    headers: { ...headers, "content-type": reply.type, ...reply.headers },
    body: reply.body,
  };
}

function merged(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/** An ETag that only this body for this token and this kind of answer has: GitHub's cannot be shared between credentials either. */
function weak(body: Buffer, token: Token, accept: string): string {
  const hash = createHash("sha256").update(`${token.secret}\n${accept}\n`).update(body);
  return `W/"${hash.digest("hex")}"`;
}

let answers = 0;

function requestId(): string {
  answers += 1;
  return createHash("sha256").update(String(answers)).digest("hex").slice(0, 32).toUpperCase();
}

/** What the server says when its own code fails: a test should see it, and not a connection that hangs. */
export function broken(error: unknown): Answer {
  const message = `The emulator failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { status: 500, headers: { "content-type": JSON_TYPE }, body: Buffer.from(JSON.stringify({ message })) };
}

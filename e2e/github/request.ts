import type { IncomingMessage } from "node:http";
import { ROUTES, type Entry, type OpenEntry } from "./log";
import { wayOf, type Way } from "./rest/routes";

/** A request, read to its end. */
export interface Asked {
  readonly entry: OpenEntry;
  readonly way: Way | null;
  readonly query: URLSearchParams;
}

const MOST_POSTED = 1_000_000;

/** Reads a request and opens its entry in the log. `base` is what comes before the paths of REST calls. */
export async function readRequest(request: IncomingMessage, base: string, at: Date): Promise<Asked> {
  const posted = await read(request);
  const method = request.method ?? "";
  const { pathname, searchParams } = urlOf(request.url ?? "/");
  const graphql = method === "POST" && pathname === graphqlPath(base);
  const path = graphql ? ROUTES.graphql : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
  const way = path === null || graphql ? null : wayOf(method, path);
  const entry: OpenEntry = {
    at,
    method,
    path: path ?? pathname,
    query: Object.fromEntries(searchParams),
    route: graphql ? ROUTES.graphql : (way?.route ?? null),
    repository: way?.repository ?? null,
    resource: graphql ? "graphql" : "core",
    status: 0,
    points: 0,
    accept: request.headers.accept ?? "",
    ifNoneMatch: request.headers["if-none-match"] ?? null,
    userAgent: request.headers["user-agent"] ?? null,
    apiVersion: request.headers["x-github-api-version"]?.toString() ?? null,
    token: request.headers.authorization?.slice(-4) ?? null,
    body: graphql ? question(posted) : null,
    bytes: 0,
    fault: null,
  };
  return { entry, way, query: searchParams };
}

/** A target in a form that no client of an API sends is taken for "/". */
function urlOf(target: string): URL {
  const text = `http://127.0.0.1${target}`;
  return new URL(URL.canParse(text) ? text : "http://127.0.0.1/");
}

/** An Enterprise Server has GraphQL beside its REST calls, not below them. */
export function graphqlPath(base: string): string {
  return base === "" ? "/graphql" : "/api/graphql";
}

/** Null for what is no GraphQL question. */
function question(posted: Buffer): Entry["body"] {
  try {
    const { query, variables } = JSON.parse(posted.toString("utf8")) as Record<string, unknown>;
    if (typeof query !== "string") return null;
    return { query, variables: typeof variables === "object" && variables !== null ? { ...variables } : {} };
  } catch {
    return null;
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size <= MOST_POSTED) pieces.push(piece);
    }
  } catch {
    // The client hung up; there is nobody to answer.
  }
  return Buffer.concat(pieces);
}

/** The routes that are answered, named as in GitHub's own description of its API. */
export const ROUTES = {
  repository: "/repos/{owner}/{repo}",
  commit: "/repos/{owner}/{repo}/commits/{ref}",
  blob: "/repos/{owner}/{repo}/git/blobs/{file_sha}",
  tree: "/repos/{owner}/{repo}/git/trees/{tree_sha}",
  feed: "/repos/{owner}/{repo}/issues/comments",
  comment: "/repos/{owner}/{repo}/issues/comments/{comment_id}",
  thread: "/repos/{owner}/{repo}/issues/{issue_number}/comments",
  rateLimit: "/rate_limit",
  installation: "/repos/{owner}/{repo}/installation",
  accessToken: "/app/installations/{installation_id}/access_tokens",
  graphql: "/graphql",
} as const;

export type Route = (typeof ROUTES)[keyof typeof ROUTES];
export type Resource = "core" | "graphql" | "search";

/** One request. Members that only the answer can tell are zero until it is sent. */
export interface Entry {
  readonly at: Date;
  readonly method: string;
  /** Below the API's own address, as it was sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null for a route that is not answered. */
  readonly route: Route | null;
  /** The repository as the request names it: `owner/name`, or its number. Null where it names none, as every GraphQL query. */
  readonly repository: string | null;
  readonly resource: Resource;
  readonly status: number;
  readonly points: number;
  readonly accept: string;
  readonly ifNoneMatch: string | null;
  readonly userAgent: string | null;
  /** The version of the REST API that was asked for. */
  readonly apiVersion: string | null;
  /** The last four characters of the token, so that a log can be printed. */
  readonly token: string | null;
  /** What was posted to GraphQL, where it could be read. */
  readonly body: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> } | null;
  /** Bytes of the body as they were sent: compressed, where the client takes that. */
  readonly bytes: number;
  /** The fault that answered instead. */
  readonly fault: string | null;
}

/** An entry while its answer is being made. */
export type OpenEntry = { -readonly [Key in keyof Entry]: Entry[Key] };

/** Which requests are meant: those of a route, or those that a test picks. */
export type Match = Route | ((entry: Entry) => boolean);

export function matches(match: Match, entry: Entry): boolean {
  return typeof match === "string" ? entry.route === match : match(entry);
}

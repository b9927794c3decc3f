/** A whole answer, before it is written to the socket. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a route has to say, before conditions, limits and common headers are applied. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  /** An ETag of the route's own; without it one is made from the body, the token and the Accept header. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False for the answers that GitHub does not count. */
  readonly counts?: boolean;
}

export const JSON_TYPE = "application/json; charset=utf-8";
const DOCUMENTATION = "https://docs.github.com/rest";

export function json(value: unknown, more: Partial<Reply> = {}): Reply {
  return { status: 200, type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)), ...more };
}

/** An error in GitHub's form. */
export function refusal(status: number, message: string, more: Partial<Reply> = {}, url = DOCUMENTATION): Reply {
  return json({ message, documentation_url: url, status: String(status) }, { status, ...more });
}

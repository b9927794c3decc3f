import { JSON_TYPE, type Answer } from "../answer";
import { ROUTES } from "../log";
import type { Fault, FaultContext } from "./fault";

const DOCS = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";
const SECONDARY =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.";

export interface SecondaryOptions {
  readonly status?: 403 | 429;
  /** Seconds, or any text a server might send; without it the header is missing. */
  readonly retryAfter?: number | string;
}

/** GitHub slows a client down: points are left, and the text is all that tells this 403 from a missing permission. */
export function secondaryLimit({ status = 403, retryAfter }: SecondaryOptions = {}): Fault {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return {
    name: "secondary limit",
    deliver: (context) => ({ answer: told(context, status, SECONDARY, headers) }),
  };
}

export interface PrimaryOptions {
  readonly status?: 403 | 429;
  /** Seconds until there are new points. */
  readonly resetIn?: number;
  /** GitHub has used both words in GraphQL; its documents name neither. */
  readonly type?: "RATE_LIMITED" | "RATE_LIMIT";
}

/** The hour's points are spent; GraphQL says so in a success. */
export function primaryLimit({ status = 403, resetIn, type = "RATE_LIMITED" }: PrimaryOptions = {}): Fault {
  return {
    name: "primary limit",
    deliver: (context) => {
      const now = Math.floor(Date.parse(context.common().date ?? "") / 1000);
      const reset = resetIn === undefined ? context.reset() : now + resetIn;
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
      if (context.entry.route !== ROUTES.graphql)
        return { answer: told(context, status, "API rate limit exceeded for user ID 7000000.", headers) };
      const code = type === "RATE_LIMIT" ? { code: "graphql_rate_limit" } : {};
      const error = { type, ...code, message: "API rate limit exceeded for user ID 7000000." };
      const body = Buffer.from(JSON.stringify({ errors: [error] }));
      return { answer: { status: 200, headers: { ...context.common(), ...headers, "content-type": JSON_TYPE }, body } };
    },
  };
}

/** 429 as a proxy on the way gives it: without any of GitHub's words. */
export function tooManyRequests(retryAfter?: number | string): Fault {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return {
    name: "too many requests",
    deliver: () => ({
      answer: {
        status: 429,
        headers: { ...headers, "content-type": "text/plain" },
        body: Buffer.from("Too Many Requests"),
      },
    }),
  };
}

function told(context: FaultContext, status: number, message: string, headers: Record<string, string>): Answer {
  const body = Buffer.from(JSON.stringify({ message, documentation_url: DOCS, status: String(status) }));
  return { status, headers: { ...context.common(), ...headers, "content-type": JSON_TYPE }, body };
}

import { failed, type Refusal } from "../shared/call";
import type { Wire } from "./http";

/** What a question was about: the same status says different things. */
export type Subject = "commit" | "content" | "feed" | "thread" | "comment" | "graphql" | "app";

/** A refusal, or that a limit was met, which whoever keeps the limits answers. */
export type Failure = { readonly limit: "primary" | "secondary" } | { readonly refusal: Refusal };

export interface ClassifyContext {
  readonly subject: Subject;
  /** Links to a sign-in are shown only where they lead to this host. */
  readonly webHost: string;
  /** The token, or the App's own assertion, that was sent: an answer may quote it, and it is never repeated. */
  readonly token: string;
}

/** Longest sentence of GitHub's that is repeated, in characters. */
const MAX_REASON = 200;

/** Every answer that is no success, mapped in one place. Classified by status and headers first; words decide only among 403s. */
export function classify(wire: Wire, context: ClassifyContext): Failure {
  const { status, headers } = wire;
  const { message, documentation } = saying(wire, context.token);
  if (status === 429) return { limit: isPrimary(headers) ? "primary" : "secondary" };
  if (status === 403) {
    if (isPrimary(headers)) return { limit: "primary" };
    if (isSecondary(headers, message, documentation)) return { limit: "secondary" };
  }
  return { refusal: refuse(status, headers, message, context) };
}

function refuse(status: number, headers: Headers, message: string, context: ClassifyContext): Refusal {
  const { subject } = context;
  switch (status) {
    case 401:
      return denied(
        401,
        "GitHub does not accept the token. It may be mistyped, of another GitHub, expired or revoked.",
      );
    case 403: {
      const sso = headers.get("x-github-sso");
      if (sso !== null && !sso.startsWith("partial-results")) return singleSignOn(sso, context);
      if (/installation has been suspended/i.test(message)) return SUSPENDED;
      return denied(
        403,
        `GitHub refuses this token${message === "" ? "" : `: “${message}”`}. ${NEEDS[subject]}`.trimEnd(),
      );
    }
    case 404:
      if (subject === "comment") return { answer: "absent", what: "comment" };
      if (subject === "thread") return { answer: "absent", what: "issue" };
      return denied(404, `Not found, or no permission to read: GitHub does not say which. ${NEEDS[subject]}`);
    case 410:
      if (subject === "comment") return { answer: "absent", what: "comment" };
      // Of the comments of all issues it says that the repository's owners have switched issues off.
      if (subject === "thread" || subject === "feed") return { answer: "absent", what: "issue" };
      return denied(410, "GitHub says that it is gone.");
    case 409:
      return subject === "commit" ? { answer: "absent", what: "commits" } : unexpected(status);
    case 422:
      return subject === "commit" ? { answer: "absent", what: "ref" } : unexpected(status);
    case 451:
      return denied(451, "GitHub does not show this repository for legal reasons.");
    default:
      if (status >= 500) return failed("server", `GitHub had a fault of its own and answered ${status}.`);
      if (status >= 300 && status < 400)
        return failed("moved", "GitHub pointed to another place more often than is followed.");
      return unexpected(status);
  }
}

/** An owner of the account, or GitHub itself, has stopped the App there. */
export const SUSPENDED = denied(
  403,
  "The installation of the GitHub App is suspended. An owner of the account can end that under Installed GitHub Apps in its settings.",
);

const CONTENTS = "The token needs to read Contents of this repository.";
const ISSUES = "The token needs to read Issues of this repository.";
const NEEDS: Readonly<Record<Subject, string>> = {
  commit: CONTENTS,
  content: CONTENTS,
  feed: ISSUES,
  thread: ISSUES,
  comment: ISSUES,
  app: "",
  graphql: "The token needs to read Contents and Issues of this repository.",
};

function unexpected(status: number): Refusal {
  return failed("malformed", `GitHub answered ${status}, which is not expected here.`);
}

export function denied(status: number, detail: string, help?: string): Refusal {
  return { answer: "denied", status, detail, ...(help === undefined ? {} : { help }) };
}

/** "link only if https and host exactly" the configured one: the header is text from outside. */
export function singleSignOn(header: string | null, context: Pick<ClassifyContext, "webHost" | "token">): Refusal {
  const written = /url=(\S+)/.exec(header ?? "")?.[1] ?? "";
  const detail = "The organisation asks for single sign-on, and the token is not authorised for it.";
  return denied(403, detail, signIn(written, context));
}

/** The address in the one spelling that means the same wherever it is shown; undefined where it leads elsewhere or quotes a token. */
function signIn(written: string, { webHost, token }: Pick<ClassifyContext, "webHost" | "token">): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  const own = url.protocol === "https:" && url.host === webHost && url.username === "" && url.password === "";
  const quotes = [written, url.href, decoded(url.href)].some((text) => withoutSecrets(text, token) !== text);
  return own && !quotes ? url.href : undefined;
}

function decoded(text: string): string {
  return text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
}

function isPrimary(headers: Headers): boolean {
  return headers.get("x-ratelimit-remaining")?.trim() === "0";
}

/** Sometimes it comes without any header, so GitHub's own words must do; of its two ways to say it neither is relied on alone. */
export function isSecondary(headers: Headers, message: string, documentation: string): boolean {
  if (headers.has("retry-after")) return true;
  return (
    /secondary rate|rate limit|abuse detection|too many requests/i.test(message) ||
    /rate-limit|abuse-rate/i.test(documentation)
  );
}

/** What the body of a failure says, as plain text: shortened, without what nobody can see. */
export function saying(
  { headers, bytes }: Wire,
  token: string,
): { readonly message: string; readonly documentation: string } {
  const nothing = { message: "", documentation: "" };
  if (!isJson(headers) || bytes.byteLength > 64 * 1_024) return nothing;
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof body !== "object" || body === null) return nothing;
    const { message, documentation_url } = body as Record<string, unknown>;
    return {
      message: typeof message === "string" ? plain(message, token) : "",
      documentation: typeof documentation_url === "string" ? documentation_url : "",
    };
  } catch {
    return nothing;
  }
}

/** Text of GitHub's that is repeated to people: without the token that was sent, which it may quote, and without what looks like one. */
export function plain(text: string, token: string): string {
  const readable = withoutSecrets(text, token).replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ");
  // Once more, since a secret may only become one where what nobody can see is gone; before it is cut, since a half is a secret too.
  const shown = withoutSecrets(readable, token).trim();
  return shown.length <= MAX_REASON
    ? shown
    : `${shown
        .slice(0, MAX_REASON)
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`;
}

const SECRET_FORMS = [
  /\bbearer\s+\S+/gi,
  // Words of a sentence follow it as well: "Your token has not been granted …".
  /\btoken\s+\S{16,}/gi,
  /github_pat_\w+/gi,
  // An installation's token may hold a signed part, with dots and hyphens.
  /gh[a-z]_\w+(?:[.-]+\w+)*/gi,
  // A signed assertion, as an App sends it.
  /\beyJ[\w-]+(?:\.[\w-]*){1,2}/g,
];

function withoutSecrets(text: string, token: string): string {
  const without = token === "" ? text : text.replaceAll(token, "[token]");
  return SECRET_FORMS.reduce((left, form) => left.replace(form, "[token]"), without);
}

/** By the type, whatever its parameters: `application/json` and GitHub's own kinds of it. */
export function isJson(headers: Headers): boolean {
  return /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
}

import type { Millis } from "@/lib/contracts/core/look";
import { failed, type Call, type Refusal } from "../shared/call";
import { Gate } from "../shared/gate";
import { classify, type Subject } from "./classify";
import type { Credential } from "./credential";
import { exchange, type Patience, type Wire } from "./http";
import { Limits, type Purse } from "./limits";

export interface Host {
  /** Where the API answers, without a slash at the end: https://api.github.com, or https://HOST/api/v3 of an Enterprise Server. */
  readonly apiUrl: string;
  /** Where people read, without a slash at the end. */
  readonly webUrl: string;
  /** The credential as it is now; it may be another at each call. */
  readonly credential: () => Credential;
  readonly now?: () => Millis;
  readonly patience?: Patience;
}

export interface Get {
  readonly path: string;
  readonly accept: string;
  readonly subject: Subject;
  readonly etag?: string | null;
  readonly maxBytes: number;
}

/** An answer of 200 or 304. `movedTo`: the number of the repository that a redirect on the way named, 0 where it named none. */
export type Reply =
  | { readonly ok: true; readonly wire: Wire; readonly movedTo: number | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** Requests at a time with one credential. */
const WIDTH = 8;
const MAX_REDIRECTS = 3;
const PATIENCE: Patience = { totalMs: 30_000, idleMs: 10_000 };
const EXPECTED = new Set([200, 304]);
const REDIRECTS = new Set([301, 302, 307, 308]);
export const JSON_TYPE = "application/vnd.github+json";

/**
 * Asks one GitHub host with one credential: within its limits, a few requests at a time, and never anybody else. The token goes to the
 * origin of `apiUrl` and to no other, wherever an answer points.
 */
export class GitHubClient {
  readonly limits: Limits;
  readonly now: () => Millis;
  readonly webUrl: string;
  readonly apiUrl: string;
  private readonly gate = new Gate(WIDTH);
  private readonly credentials = new WeakMap<Call, Credential>();
  private readonly base: URL;
  private readonly webHost: string;
  private readonly patience: Patience;

  constructor(private readonly host: Host) {
    this.now = host.now ?? Date.now;
    this.limits = new Limits(this.now);
    this.apiUrl = host.apiUrl;
    this.webUrl = host.webUrl;
    this.base = new URL(`${host.apiUrl}/`);
    this.webHost = new URL(host.webUrl).host;
    this.patience = host.patience ?? PATIENCE;
  }

  get credential(): Credential {
    return this.host.credential();
  }

  /** The credential of one look: it asks and keeps with the one that it began with, whatever is configured meanwhile. */
  credentialOf(call: Call): Credential {
    const known = this.credentials.get(call) ?? this.credential;
    this.credentials.set(call, known);
    return known;
  }

  /** Asks for one thing. Redirects are followed on this host alone, and told. */
  async get(question: Get, call: Call): Promise<Reply> {
    let url = this.addressOf(question.path);
    let movedTo: number | null = null;
    for (let followed = 0; ; followed += 1) {
      const sent = await this.send(url, question, call);
      if (!sent.ok) return sent;
      const { wire } = sent;
      if (EXPECTED.has(wire.status)) {
        this.limits.wentThrough();
        return { ok: true, wire, movedTo };
      }
      if (followed === MAX_REDIRECTS) return this.fail(wire, question.subject, "core", call);
      const next = this.leadsTo(wire.headers.get("location"), url);
      if (next === null) return { ok: false, refusal: ELSEWHERE };
      url = next;
      movedTo = numberIn(url) ?? 0;
    }
  }

  /** Posts a GraphQL question; `url` is built by the GraphQL client from `apiUrl`. Redirects of a POST are not followed. */
  async post(url: URL, body: string, accept: string, maxBytes: number, call: Call): Promise<Reply> {
    const question = { subject: "graphql" as const, path: url.pathname, accept, maxBytes };
    const sent = await this.send(url, question, call, body);
    if (!sent.ok) return sent;
    return sent.wire.status === 200
      ? { ok: true, wire: sent.wire, movedTo: null }
      : { ok: false, refusal: REDIRECTS.has(sent.wire.status) ? ELSEWHERE : UNASKED };
  }

  /** The refusal for an answer that is no success; a limit stops every later question of this credential. */
  private fail(
    wire: Wire,
    subject: Subject,
    purse: Purse,
    call: Call,
  ): { readonly ok: false; readonly refusal: Refusal } {
    const failure = classify(wire, { subject, webHost: this.webHost, token: this.credentialOf(call).token });
    if ("refusal" in failure) return { ok: false, refusal: failure.refusal };
    const { headers } = wire;
    return {
      ok: false,
      refusal: failure.limit === "primary" ? this.limits.spent(headers, purse) : this.limits.tooFast(headers),
    };
  }

  private async send(url: URL, question: Get, call: Call, body?: string) {
    // Whatever made the address, here is where the token goes out. GraphQL of an Enterprise Server is beside `apiUrl`, not below it.
    const own = body === undefined ? this.isBelow(url) : url.origin === this.base.origin;
    if (!own) return { ok: false as const, refusal: ELSEWHERE };
    const purse: Purse = body === undefined ? "core" : "graphql";
    return this.gate.through(async () => {
      call.carryOn();
      const wait = this.limits.refuse(purse) === null ? this.limits.turn() : 0;
      if (wait > 0) await pause(wait, call.signal);
      const refusal = this.limits.refuse(purse);
      if (refusal !== null) return { ok: false as const, refusal };
      call.spend();
      const { token } = this.credentialOf(call);
      const headers: Record<string, string> = {
        accept: question.accept,
        authorization: `Bearer ${token}`,
        "user-agent": "muster",
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
        ...(question.etag == null ? {} : { "if-none-match": question.etag }),
      };
      const method = body === undefined ? ("GET" as const) : ("POST" as const);
      const asked = { url, method, headers, maxBytes: question.maxBytes, ...(body === undefined ? {} : { body }) };
      const answer = await exchange(asked, this.patience, call.signal);
      if (!answer.ok) return answer;
      const { status, headers: told } = answer.wire;
      this.limits.note(told, purse);
      // A limit must be known before the next one in line may ask.
      return EXPECTED.has(status) || REDIRECTS.has(status)
        ? answer
        : this.fail(answer.wire, question.subject, purse, call);
    });
  }

  /** Where a redirect leads, or null where that is not below `apiUrl`: the token goes nowhere else. */
  private leadsTo(location: string | null, from: URL): URL | null {
    if (location === null || !URL.canParse(location, from)) return null;
    const url = new URL(location, from);
    return this.isBelow(url) && url.username === "" && url.password === "" ? url : null;
  }

  /** The address of a path below `apiUrl`. It is set into the base, never resolved against it: a path that begins with `//` would name a host. */
  private addressOf(path: string): URL {
    const [below = "", ...query] = path.replace(/^\//, "").split("?");
    const url = new URL(this.base);
    url.pathname += below;
    url.search = query.join("?");
    return url;
  }

  private isBelow(url: URL): boolean {
    return url.origin === this.base.origin && url.pathname.startsWith(this.base.pathname);
  }
}

const ELSEWHERE = failed(
  "moved",
  "The answer points to another host. It was not followed, and the token was not sent there.",
);

/** A "no change" where nothing was known that could be unchanged. */
export const UNASKED = failed("malformed", "GitHub answered that nothing has changed, although it was not asked that.");

function numberIn(url: URL): number | null {
  const written = /\/repositories\/([1-9]\d{0,14})(?:\/|$)/.exec(url.pathname)?.[1];
  return written === undefined ? null : Number(written);
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", done, { once: true });
  });
}

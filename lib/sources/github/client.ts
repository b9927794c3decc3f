import type { Millis } from "@/lib/contracts/core/look";
import { failed, type Call, type Refusal } from "../shared/call";
import { Gate } from "../shared/gate";
import { Addresses } from "./addresses";
import { classify, type Subject } from "./classify";
import { given, type Credential, type Speaker, type Speakers } from "./credential";
import { exchange, type Patience, type Wire } from "./http";
import { Limits, type Purse } from "./limits";
import { pause } from "./pause";

export interface Host {
  /** Where the API answers, without a slash at the end: https://api.github.com, or https://HOST/api/v3 of an Enterprise Server. */
  readonly apiUrl: string;
  /** Where people read, without a slash at the end. */
  readonly webUrl: string;
  /** The credential as it is now, which may be another at each look; or who obtains one, as a GitHub App does. */
  readonly credential: (() => Credential) | Speakers;
  readonly now?: () => Millis;
  readonly patience?: Patience;
  /** Told of each answer's status, for counting; null: no answer came. */
  readonly answered?: (status: number | null) => void;
}

export interface Get {
  readonly path: string;
  readonly accept: string;
  readonly subject: Subject;
  readonly etag?: string | null;
  readonly maxBytes: number;
}

type No = { readonly ok: false; readonly refusal: Refusal };
type Sent = { readonly ok: true; readonly wire: Wire; readonly credential: Credential } | No;

/**
 * An answer of 200 or 304, and the credential that it was given to. `movedTo`: the number of the repository that a redirect on the way
 * named, 0 where it named none.
 */
export type Reply =
  { readonly ok: true; readonly wire: Wire; readonly movedTo: number | null; readonly credential: Credential } | No;

/** Requests at a time with one credential. */
const WIDTH = 8;
const MAX_REDIRECTS = 3;
/** A token may be so new that not every machine of GitHub's knows it: it is tried once more after so long. */
const UNKNOWN_YET: Millis = 1_000;
export const PATIENCE: Patience = { totalMs: 30_000, idleMs: 10_000 };
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
  private readonly speakers: Speakers;
  private readonly began = new WeakMap<Call, Speaker>();
  private readonly addresses: Addresses;
  private readonly webHost: string;
  private readonly patience: Patience;

  constructor(private readonly host: Host) {
    this.now = host.now ?? Date.now;
    this.limits = new Limits(this.now);
    this.apiUrl = host.apiUrl;
    this.webUrl = host.webUrl;
    this.speakers = typeof host.credential === "function" ? given(host.credential) : host.credential;
    this.addresses = new Addresses(host.apiUrl);
    this.webHost = new URL(host.webUrl).host;
    this.patience = host.patience ?? PATIENCE;
  }

  /** Who a look at this repository would speak for now. */
  scope(repository: string): string {
    return this.speakers.speaker(repository).scope;
  }

  /** A look at a repository begins: it asks and keeps as the one that speaks now, whatever is configured meanwhile. */
  begin(call: Call, repository: string): void {
    this.began.set(call, this.speakers.speaker(repository));
  }

  /** Who speaks in a look that has begun. */
  speakerOf(call: Call): Speaker {
    const speaker = this.began.get(call);
    if (speaker === undefined) throw new Error("The look was not begun.");
    return speaker;
  }

  /** Asks for one thing. Redirects are followed on this host alone, and told. */
  async get(question: Get, call: Call): Promise<Reply> {
    let url = this.addresses.of(question.path);
    let movedTo: number | null = null;
    for (let followed = 0; ; followed += 1) {
      const sent = await this.send(url, question, call);
      if (!sent.ok) return sent;
      const { wire, credential } = sent;
      if (EXPECTED.has(wire.status)) {
        this.limits.wentThrough();
        return { ok: true, wire, movedTo, credential };
      }
      if (followed === MAX_REDIRECTS) return this.fail(wire, question.subject, "core", credential);
      const next = this.addresses.leadsTo(wire.headers.get("location"), url);
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
      ? { ...sent, movedTo: null }
      : { ok: false, refusal: REDIRECTS.has(sent.wire.status) ? ELSEWHERE : UNASKED };
  }

  /** The refusal for an answer that is no success; a limit stops every later question of this credential. */
  private fail(wire: Wire, subject: Subject, purse: Purse, { token }: Credential): No {
    const failure = classify(wire, { subject, webHost: this.webHost, token });
    if ("refusal" in failure) return { ok: false, refusal: failure.refusal };
    const { headers } = wire;
    return {
      ok: false,
      refusal: failure.limit === "primary" ? this.limits.spent(headers, purse) : this.limits.tooFast(headers),
    };
  }

  private async send(url: URL, question: Get, call: Call, body?: string): Promise<Sent> {
    // Whatever made the address, here is where the token goes out. GraphQL of an Enterprise Server is beside `apiUrl`, not below it.
    const own = body === undefined ? this.addresses.isBelow(url) : this.addresses.isOfHost(url);
    if (!own) return { ok: false, refusal: ELSEWHERE };
    const speaker = this.speakerOf(call);
    return this.gate.through(async () => {
      for (let tries = 0; ; tries += 1) {
        const sent = await this.sendOnce(url, question, speaker, call, body);
        if (!("unaccepted" in sent)) return sent;
        const { wire, credential } = sent.unaccepted;
        // A token can be revoked before its time: then there is one fresh token, and one more try with it.
        const again = tries === 0 ? speaker.rejected(credential) : tries === 1;
        if (!again) return this.fail(wire, question.subject, purseOf(body), credential);
        if (tries === 1) await pause(UNKNOWN_YET, call.signal);
      }
    });
  }

  private async sendOnce(url: URL, question: Get, speaker: Speaker, call: Call, body?: string) {
    const purse = purseOf(body);
    call.carryOn();
    const wait = this.limits.refuse(purse) === null ? this.limits.turn() : 0;
    if (wait > 0) await pause(wait, call.signal);
    const before = this.limits.refuse(purse);
    if (before !== null) return { ok: false as const, refusal: before };
    const obtained = await speaker.obtain(call);
    if (!obtained.ok) return obtained;
    // A limit may have been met while a token was asked for.
    const refusal = this.limits.refuse(purse);
    if (refusal !== null) return { ok: false as const, refusal };
    call.spend();
    const { credential } = obtained;
    const headers: Record<string, string> = {
      accept: question.accept,
      authorization: `Bearer ${credential.token}`,
      ...COMMON_HEADERS,
      ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
      ...(question.etag == null ? {} : { "if-none-match": question.etag }),
    };
    const method = body === undefined ? ("GET" as const) : ("POST" as const);
    const asked = { url, method, headers, maxBytes: question.maxBytes, ...(body === undefined ? {} : { body }) };
    const answer = await exchange(asked, this.patience, call.signal);
    this.host.answered?.(answer.ok ? answer.wire.status : null);
    if (!answer.ok) return answer;
    const { status, headers: told } = answer.wire;
    const sent = { ...answer, credential };
    if (status === 401) return { unaccepted: sent };
    this.limits.note(told, purse);
    // A limit must be known before the next one in line may ask.
    return EXPECTED.has(status) || REDIRECTS.has(status)
      ? sent
      : this.fail(answer.wire, question.subject, purse, credential);
  }
}

/** What every question says beside what it asks. */
export const COMMON_HEADERS = { "user-agent": "muster", "x-github-api-version": "2022-11-28" };

function purseOf(body: string | undefined): Purse {
  return body === undefined ? "core" : "graphql";
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

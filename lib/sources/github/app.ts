import { createAppAuth } from "@octokit/auth-app";
import { z } from "zod";
import type { Millis } from "@/lib/contracts/core/look";
import type { Call, Refusal } from "../shared/call";
import { Addresses } from "./addresses";
import { classify, denied, SUSPENDED } from "./classify";
import { COMMON_HEADERS, JSON_TYPE } from "./client";
import { exchange, type Patience, type Wire } from "./http";
import { parseJson } from "./json";
import { Limits } from "./limits";

export interface AppOptions {
  /** Where the API answers, without a slash at the end. */
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly appId: number;
  /** As `readAppKey` gives it. */
  readonly privateKey: string;
  readonly now: () => Millis;
  readonly patience: Patience;
}

/** `gone`: GitHub knows no such installation (any more). */
export type Told<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal; readonly gone: boolean };

/** An installation's token. */
export interface Minted {
  readonly token: string;
  /** When it ends, by our clock. */
  readonly until: Millis;
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** What a 404 says here. */
  readonly missing: string;
}

type Given = { readonly ok: true; readonly wire: Wire } | Exclude<Told<never>, { ok: true }>;

const MAX_BYTES = 4 * 1_048_576;
const MAX_REDIRECTS = 3;
/** An hour, and a little for clocks. */
const LONGEST_LIFE: Millis = 65 * 60_000;
/** A difference of clocks below this is no reason for an assertion to be refused. */
const SKEW: Millis = 20_000;

const installation = z.object({ id: z.int().positive(), suspended_at: z.string().nullish() });
const accessToken = z.object({
  token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  expires_at: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
});

/**
 * Speaks to GitHub as the App itself, with an assertion that its key signs and that is good for ten minutes. It asks two things only: where
 * the App is installed, and for a token of an installation. Every failure is an answer, and neither the key nor an assertion is in any.
 */
export class GitHubApp {
  readonly now: () => Millis;
  readonly id: number;
  private readonly limits: Limits;
  private readonly addresses: Addresses;
  private readonly webHost: string;
  /** How far GitHub's clock is ahead of ours, as far as it mattered. */
  private skew: Millis = 0;

  constructor(private readonly options: AppOptions) {
    this.now = options.now;
    this.id = options.appId;
    this.limits = new Limits(options.now);
    this.addresses = new Addresses(options.apiUrl);
    this.webHost = new URL(options.webUrl).host;
  }

  /** The number of the installation that may read this repository (`owner/name`). */
  async installationOf(repository: string, call: Call): Promise<Told<number>> {
    const path = `/repos/${repository.split("/").map(encodeURIComponent).join("/")}/installation`;
    const missing = `The GitHub App is not installed for ${repository}, or the App's ID is wrong. Install it for the repository's owner, and let it read this repository.`;
    const asked = await this.ask({ method: "GET", path, missing }, call);
    if (!asked.ok) return asked;
    const parsed = parseJson(asked.wire, installation, "the App's installation");
    if (!parsed.ok) return { ...parsed, gone: false };
    const { id, suspended_at } = parsed.value;
    return suspended_at == null ? { ok: true, value: id } : { ok: false, refusal: SUSPENDED, gone: false };
  }

  /** A fresh token of an installation, for all that the installation may read. */
  async mint(installationId: number, call: Call): Promise<Told<Minted>> {
    const path = `/app/installations/${installationId}/access_tokens`;
    const asked = await this.ask({ method: "POST", path, missing: UNINSTALLED }, call);
    if (!asked.ok) return asked;
    const parsed = parseJson(asked.wire, accessToken, "the App's token");
    if (!parsed.ok) return { ...parsed, gone: false };
    const { token, expires_at } = parsed.value;
    // Clocks may differ: the span is by GitHub's own clock, and is put on ours.
    const theirs = dateOf(asked.wire) ?? this.now();
    const life = Math.min(LONGEST_LIFE, Math.max(0, Date.parse(expires_at) - theirs));
    return { ok: true, value: { token, until: this.now() + life } };
  }

  private async ask({ method, path, missing }: Asked, call: Call): Promise<Given> {
    let url = this.addresses.of(path);
    let corrected = false;
    for (let followed = 0; ;) {
      const limited = this.limits.refuse("core");
      if (limited !== null) return no(limited);
      const jwt = await this.sign();
      if (jwt === null) return no(KEY_UNUSABLE);
      const headers = { accept: JSON_TYPE, authorization: `Bearer ${jwt}`, ...COMMON_HEADERS };
      call.requests += 1;
      // Others wait for this answer too, so the end of one look does not end it; its own limits of time do.
      const answer = await exchange({ url, method, headers, maxBytes: MAX_BYTES }, this.options.patience, NEVER);
      if (!answer.ok) return no(answer.refusal);
      const { wire } = answer;
      this.limits.note(wire.headers, "core");
      if (wire.status === 200 || wire.status === 201) return { ok: true, wire };
      if (wire.status === 401) {
        if (corrected || !this.learnSkew(wire)) return no(KEY_REFUSED);
        corrected = true;
        continue;
      }
      // A renamed repository leads to its number, on the same host.
      const next = method === "GET" ? this.addresses.leadsTo(wire.headers.get("location"), url) : null;
      if (wire.status >= 300 && wire.status < 400 && next !== null && (followed += 1) <= MAX_REDIRECTS) {
        url = next;
        continue;
      }
      return wire.status === 404 ? { ...no(denied(404, missing)), gone: true } : no(this.refuse(wire, jwt));
    }
  }

  private refuse(wire: Wire, token: string): Refusal {
    const failure = classify(wire, { subject: "app", webHost: this.webHost, token });
    if ("refusal" in failure) return failure.refusal;
    return failure.limit === "primary" ? this.limits.spent(wire.headers, "core") : this.limits.tooFast(wire.headers);
  }

  /** Whether GitHub's clock is another one than was thought, so that the next assertion is dated otherwise. */
  private learnSkew(wire: Wire): boolean {
    const theirs = dateOf(wire);
    if (theirs === null) return false;
    const skew = theirs - this.now();
    if (Math.abs(skew - this.skew) < SKEW) return false;
    this.skew = skew;
    return true;
  }

  /** The assertion, dated by GitHub's clock; null where the key cannot sign. It says that it was made 30 s ago, for clocks that differ a little. */
  private async sign(): Promise<string | null> {
    const { appId, privateKey } = this.options;
    // Seconds that the library adds to this machine's clock.
    const timeDifference = Math.round((this.now() + this.skew - Date.now()) / 1_000);
    const options = { appId, privateKey, timeDifference };
    try {
      return (await createAppAuth(options)({ type: "app" })).token;
    } catch {
      return null;
    }
  }
}

const NEVER = new AbortController().signal;

const KEY_REFUSED = denied(
  401,
  "GitHub does not accept the App's key: the private key or the App's ID is wrong, or the key was deleted at GitHub. Look at github.app in the configuration.",
);
const KEY_UNUSABLE = denied(
  401,
  "The App's private key cannot be used any more. Look at github.app in the configuration, and start Muster again.",
);
const UNINSTALLED =
  "GitHub knows no such installation of this App. It may have been uninstalled, or the ID of the App or of the installation is wrong.";

function no(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal; readonly gone: boolean } {
  return { ok: false, refusal, gone: false };
}

function dateOf({ headers }: Wire): Millis | null {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? null : at;
}

import { describe, expect, it } from "vitest";
import { faults, ROUTES, type Fault } from "../../../e2e/github";
import type { Look } from "@/lib/contracts/core/look";
import type { Patience } from "./http";
import { answerOf, Hub, REGISTRY, short, wordsOf } from "./testing/github";

const MINUTE = 60_000;
const always = () => true;
const JSON_KIND = { "content-type": "application/json; charset=utf-8" };
const HTML = { "content-type": "text/html" };
const given = (status: number, body: unknown = "", headers: Record<string, string> = {}) =>
  faults.answer({ status, headers, body });
const forbidden = (
  message: string,
  headers: Record<string, string> = {},
  documentation_url = "https://docs.github.com/rest",
) => given(403, { message, documentation_url, status: "403" }, headers);

/** Every kind of question, each asked of a hub that has an answer to it. */
const QUESTIONS: Readonly<Record<string, (hub: Hub) => Promise<Look<unknown>>>> = {
  head: (hub) => hub.source.head(null),
  identify: async (hub) => hub.source.identify({ kind: "commit", sha: await hub.repository.sha() }),
  entry: async (hub) => hub.source.entry({ kind: "commit", sha: await hub.repository.sha() }, "docs/a.md"),
  blob: async (hub) => {
    const { oid = "" } = (await hub.repository.git.header(`HEAD:${REGISTRY}`)) ?? {};
    const pin = { kind: "commit", sha: await hub.repository.sha() } as const;
    return hub.source.blob(pin, { path: REGISTRY, kind: "file", oid, size: 2 }, 100);
  },
  search: (hub) => hub.source.search(hub.name),
  feed: (hub) => hub.source.feed(hub.name, 1, null),
  pages: (hub) => hub.source.pages(hub.name, 45, null, 1),
  comment: (hub) => hub.source.comment(hub.name, commentOf(hub).id, null),
  accounts: (hub) => hub.source.accounts([commentOf(hub)]),
  titles: (hub) => hub.source.titles(hub.name, [45]),
};
const NAMES = Object.keys(QUESTIONS);
const POSTS = ["identify", "entry", "search", "accounts", "titles"];

function commentOf(hub: Hub) {
  const [comment] = hub.repository.comments();
  if (comment === undefined) throw new Error("no comment");
  const { id, nodeId: node } = comment;
  return { id, node, issue: 45, author: null, createdAt: "", updatedAt: "", editor: null, body: "" };
}

async function start(options: Parameters<typeof Hub.start>[0] = {}): Promise<Hub> {
  const hub = await Hub.start(options);
  await hub.repository.push({ [REGISTRY]: "{}", "docs/a.md": "text" });
  hub.thread(1);
  return hub;
}

/** What each question gives while all requests meet the fault. */
async function each(fault: () => Fault, names = NAMES, patience?: Patience): Promise<Record<string, Look<unknown>>> {
  const hub = await start(patience === undefined ? {} : { patience });
  const looks: Record<string, Look<unknown>> = {};
  for (const name of names) {
    hub.github.heal();
    hub.github.inject({ match: always, fault: fault(), times: Infinity });
    looks[name] = await ask(hub, name);
    hub.tick(20 * MINUTE);
  }
  hub.github.heal();
  // Whatever went wrong, the next look is as good as ever; but who has little patience may lose it on a busy machine.
  if (patience === undefined)
    for (const name of ["head", "pages", "titles"])
      expect(`${name} ${short(await ask(hub, name))}`).toBe(`${name} value`);
  return looks;
}

function ask(hub: Hub, name: string): Promise<Look<unknown>> {
  const question = QUESTIONS[name];
  if (question === undefined) throw new Error(name);
  return question(hub);
}

const shorts = (looks: Record<string, Look<unknown>>) =>
  Object.fromEntries(Object.entries(looks).map(([name, look]) => [name, short(look)]));
const all = (answer: string, names = NAMES, but: Record<string, string> = {}) =>
  Object.fromEntries(names.map((name) => [name, but[name] ?? answer]));

describe("every question", () => {
  it("has an answer where nothing is wrong", async () => {
    const hub = await start();
    for (const name of NAMES) expect(`${name} ${short(await ask(hub, name))}`).toBe(`${name} value`);
  });

  it.each<[string, () => Fault, string, Record<string, string>]>([
    ["401", () => faults.status(401), "denied 401", {}],
    ["403", () => forbidden("Resource not accessible by personal access token"), "denied 403", {}],
    ["403 with a page for people", () => given(403, "<p>no</p>", HTML), "denied 403", {}],
    ["404", () => faults.status(404), "denied 404", { pages: "absent issue", comment: "absent comment" }],
    ["409", () => faults.status(409), "failed malformed", { head: "absent commits" }],
    [
      "410",
      () => faults.status(410),
      "denied 410",
      { pages: "absent issue", comment: "absent comment", feed: "absent issue" },
    ],
    ["418", () => faults.status(418), "failed malformed", {}],
    ["422", () => faults.status(422), "failed malformed", { head: "absent ref" }],
    ["451", () => faults.status(451), "denied 451", {}],
    ["500 with JSON", () => faults.serverError(500, "json"), "failed server", {}],
    ["502 with a page", () => faults.serverError(502, "html"), "failed server", {}],
    ["502 with a long page", () => given(502, "<p>".repeat(100_000), HTML), "failed server", {}],
    ["503 with nothing", () => faults.serverError(503, "empty"), "failed server", {}],
    ["504 with a page", () => faults.serverError(504), "failed server", {}],
    ["204", () => given(204), "failed malformed", {}],
    ["202", () => given(202, {}), "failed malformed", {}],
    ["a page for people with 200", () => faults.html(), "failed malformed", { blob: "failed too-large" }],
    ["nothing with 200", () => given(200, "", JSON_KIND), "failed malformed", {}],
    ["other JSON with 200", () => given(200, { unheard: "of" }), "failed malformed", { blob: "failed too-large" }],
    ["a connection cut before a word", () => faults.cut(), "failed network", {}],
  ])("that meets %s is answered with what it means", async (_what, fault, expected, but) => {
    const looks = await each(fault);
    expect(shorts(looks)).toEqual(all(expected, NAMES, but));
    for (const look of Object.values(looks)) {
      if (answerOf(look).answer === "absent") continue;
      const { detail } = wordsOf(look);
      expect(detail).toMatch(/^[A-Z].{20,}\.$/s);
      expect(detail).not.toContain("http");
    }
  });

  it("that is cut off in the middle of its answer is no shorter answer", async () => {
    expect(shorts(await each(() => faults.truncated(1)))).toEqual(all("failed network"));
  });

  it.each<[string, () => Fault]>([
    ["drips", () => faults.drip(100)],
    ["never begins", () => faults.silence()],
  ])("whose answer %s is stopped after a while", async (_what, fault) => {
    const names = ["head", "pages", "titles"];
    const looks = await each(fault, names, { totalMs: 1_000, idleMs: 500 });
    expect(shorts(looks)).toEqual(all("failed too-slow", names));
  });

  it("whose answer never ends is stopped", async () => {
    const names = ["head", "blob", "comment"];
    expect(shorts(await each(() => faults.endless(), names))).toEqual(all("failed too-large", names, {}));
  });

  it("whose JSON is called by another type is not read", async () => {
    const names = ["identify", "pages", "comment", "titles"];
    for (const type of ["text/html", "text/plain", "application/octet-stream", "application/jsonx", ""])
      expect(shorts(await each(() => faults.contentType(type), names))).toEqual(all("failed malformed", names));
  });

  it.each([
    "application/json",
    "Application/JSON ; charset=UTF-8",
    "application/vnd.github+json",
    "application/problem+json",
  ])("whose JSON is called %s is read", async (type) => {
    const hub = await start();
    hub.github.inject({ match: always, fault: faults.contentType(type), times: Infinity });
    expect(short(await ask(hub, "pages"))).toBe("value");
    expect(short(await ask(hub, "titles"))).toBe("value");
  });

  it.each<[string, () => Fault, string]>([
    ["asked too fast", () => faults.secondaryLimit(), "failed secondary-limit"],
    ["asked too fast, as a 429", () => faults.secondaryLimit({ status: 429 }), "failed secondary-limit"],
    ["points spent", () => faults.primaryLimit(), "failed rate-limit"],
    ["points spent, as a 429", () => faults.primaryLimit({ status: 429 }), "failed rate-limit"],
    ["points spent, in GraphQL's other word", () => faults.primaryLimit({ type: "RATE_LIMIT" }), "failed rate-limit"],
    ["a proxy's 429", () => faults.tooManyRequests(), "failed secondary-limit"],
  ])("that meets a limit says so, and when it may be asked again: %s", async (_what, fault, expected) => {
    const hub = await start();
    for (const name of NAMES) {
      hub.tick(120 * MINUTE);
      await hub.source.head(null);
      hub.github.inject({ match: always, fault: fault() });
      const look = await ask(hub, name);
      expect(`${name} ${short(look)}`).toBe(`${name} ${expected}`);
      expect(wordsOf(look).retryAt).toBeGreaterThanOrEqual(hub.now + 1_000);
      hub.github.reset();
      expect(`${name} ${short(await ask(hub, name))}`).toBe(`${name} ${expected}`);
      expect(hub.github.requests).toBe(0);
    }
  });

  it("that is called off says so, and one that takes too long", async () => {
    const hub = await start();
    hub.github.inject({ match: always, fault: faults.silence(), times: Infinity });
    const leave = new AbortController();
    hub.github.before(always, () => leave.abort());
    expect(short(await hub.source.head(null, { signal: leave.signal }))).toBe("failed timeout");
    expect(short(await hub.source.head(null, { signal: AbortSignal.abort() }))).toBe("failed timeout");
    expect(short(await hub.source.head(null, { timeoutMs: 50 }))).toBe("failed timeout");
    hub.github.heal();
    expect(short(await hub.source.head(null))).toBe("value");
  });

  it("of a server that is not there says so, with its name and no more of its address", async () => {
    const hub = await start();
    const { github } = hub;
    const comment = commentOf(hub);
    const port = github.apiUrl.split(":").at(-1) ?? "";
    const source = hub.open("owner/repository", "main");
    await github.stop();
    const looks = [await source.head(null), await source.accounts([comment]), await source.titles(hub.name, [45])];
    for (const look of looks) {
      expect(short(look)).toBe("failed network");
      expect(wordsOf(look).detail).toContain("nobody answers");
      expect(JSON.stringify(look)).not.toContain(port);
    }
  });

  it("sends a token that no header can hold nowhere, and does not name it", async () => {
    const hub = await start();
    hub.token = "secret\nsecond line";
    hub.github.reset();
    for (const name of ["head", "pages", "titles"]) {
      const look = await ask(hub, name);
      expect(look.answer).toBe("failed");
      expect(JSON.stringify(look)).not.toMatch(/secret|second line/);
    }
    expect(hub.github.requests).toBe(0);
  });
});

describe("a failure's status is what counts", () => {
  it.each<[string, Fault]>([
    ["cut off", faults.truncated(5)],
    ["never ending", faults.endless()],
    ["called JSON, and no JSON", given(429, "{", JSON_KIND)],
    ["of a type without words", given(429, { message: 5, documentation_url: [] })],
    ["a list", given(429, [])],
    ["null", given(429, null)],
  ])("also where its body is %s", async (_what, fault) => {
    const hub = await start();
    const limited: Fault = {
      name: "429",
      deliver: async (context) => {
        const { answer, manner } = await fault.deliver(context);
        return { answer: { ...answer, status: 429 }, ...(manner === undefined ? {} : { manner }) };
      },
    };
    hub.github.inject({ match: always, fault: limited });
    const look = await hub.source.head(null);
    expect(short(look)).toBe("failed secondary-limit");
    expect(wordsOf(look).retryAt).toBe(hub.now + MINUTE);
  });
});

describe("a 403", () => {
  const headWith = async (fault: Fault) => {
    const hub = await start();
    hub.github.inject({ match: always, fault });
    const look = await hub.source.head(null);
    return { look, hub };
  };

  it.each([
    ["its usual words", forbidden("You have exceeded a secondary rate limit. Please wait a few minutes.")],
    [
      "older words",
      forbidden("You have triggered an abuse detection mechanism. Please retry your request again later."),
    ],
    [
      "other words, and a page about limits",
      forbidden("Slow down, please.", {}, "https://docs.github.com/x/rate-limits-for-the-rest-api"),
    ],
    ["other words, and a time", forbidden("Slow down, please.", { "retry-after": "60" })],
    [
      "its usual words, without JSON's type",
      given(403, { message: "secondary rate limit" }, { "content-type": "application/vnd.github.v3+json" }),
    ],
    ["words in capitals", forbidden("TOO MANY REQUESTS")],
  ])("that asks to be slower is a limit and no lack of permission: %s", async (_what, fault) => {
    const { look, hub } = await headWith(fault);
    expect(short(look)).toBe("failed secondary-limit");
    expect(wordsOf(look).retryAt).toBe(hub.now + MINUTE);
    expect(wordsOf(look).detail).toContain("no question of permission");
  });

  it("repeats GitHub's reason, and says what the token needs", async () => {
    const reason =
      "The 'octo-org' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days.";
    const { look } = await headWith(forbidden(reason));
    expect(short(look)).toBe("denied 403");
    expect(wordsOf(look).detail).toContain(reason);
    expect(wordsOf(look).detail).toContain("Contents");
    const hub = await start();
    hub.github.inject({ match: always, fault: forbidden("No.") });
    expect(wordsOf(await hub.source.feed(hub.name, 1, null)).detail).toContain("Issues");
  });

  it("repeats it as plain text: short, on one line, without what nobody can see", async () => {
    const { look } = await headWith(forbidden(`a\u0000b\u001b[31m\u202ec\ud800\r\n\t d\u200b<b>${"x".repeat(5_000)}`));
    const { detail } = wordsOf(look);
    expect(detail).toContain("“a b [31m c d <b>x");
    expect(detail).toContain("x…”");
    expect(detail).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(detail.length).toBeLessThan(320);
  });

  it("cuts no character of the reason in two", async () => {
    const { look } = await headWith(forbidden(`a${"😀".repeat(300)}`));
    expect(wordsOf(look).detail.isWellFormed()).toBe(true);
  });

  it.each([
    ["an empty one", forbidden("")],
    ["none", given(403, {})],
    ["one in a page for people", given(403, "<script>alert(1)</script>", HTML)],
  ])("without a reason has words all the same: %s", async (_what, fault) => {
    const { look } = await headWith(fault);
    expect(wordsOf(look).detail).toMatch(/^GitHub refuses this token\. The token needs/);
  });
});

describe("a single sign-on that is missing", () => {
  const at = (hub: Hub) => hub.github.webUrl.replace("http:", "https:");
  const sso = async (header: (hub: Hub) => string) => {
    const hub = await start();
    hub.github.inject({
      match: always,
      fault: forbidden("Resource protected by SAML.", { "x-github-sso": header(hub) }),
    });
    return { look: await hub.source.head(null), hub };
  };

  it("is named, with the way to it where that is on the configured host", async () => {
    const { look, hub } = await sso((it) => `required; url=${at(it)}/orgs/octo/sso?authorization_request=A1`);
    expect(answerOf(look)).toEqual({
      answer: "denied",
      status: 403,
      detail: expect.stringContaining("single sign-on") as string,
      help: `${at(hub)}/orgs/octo/sso?authorization_request=A1`,
    });
  });

  it.each<[string, (own: string) => string]>([
    ["on another host", () => "https://example.invalid/orgs/octo/sso"],
    ["on a host that begins alike", (own) => `${own}.example.invalid/sso`],
    ["on a host before which ours stands as a user", (own) => `${own}@example.invalid/sso`],
    ["on another port", () => "https://127.0.0.1:1/sso"],
    ["without encryption", (own) => `${own.replace("https:", "http:")}/sso`],
    ["with a user", (own) => own.replace("https://", "https://user@")],
    ["with a password", (own) => own.replace("https://", "https://:password@")],
    ["as a script", () => "javascript:alert(1)"],
    ["as no address", () => "//"],
    ["as nothing", () => ""],
  ])("has no link where the way to it is %s", async (_what, url) => {
    const { look } = await sso((hub) => `required; url=${url(at(hub))}`);
    expect(short(look)).toBe("denied 403");
    expect(wordsOf(look).help).toBeUndefined();
    expect(wordsOf(look).detail).toContain("single sign-on");
  });

  it("has a link that means the same wherever it is shown", async () => {
    for (const written of [
      "https:HOST/orgs/octo/sso",
      "https:\\\\HOST\\orgs\\octo\\sso",
      "HTTPS://HOST/orgs/octo/sso",
    ]) {
      const { look, hub } = await sso(
        (it) => `required; url=${written.replace("HOST", at(it).slice("https://".length))}`,
      );
      expect(wordsOf(look).help).toBe(`${at(hub)}/orgs/octo/sso`);
    }
  });

  it("of some organisations only is no lack of sign-on: then GitHub's reason counts", async () => {
    const { look } = await sso(() => "partial-results; organizations=21955855,20582480");
    expect(wordsOf(look).detail).toContain("Resource protected by SAML.");
    expect(wordsOf(look).help).toBeUndefined();
  });

  it("is told by REST and GraphQL alike, as GitHub really answers, and takes nothing else along", async () => {
    const hub = await start();
    hub.github.addRepository("octo/walled");
    const url = `${at(hub)}/orgs/octo/sso?authorization_request=A1`;
    hub.github.addToken("walled", { repositories: "all", sso: { "octo/walled": url } });
    hub.token = "walled";
    const source = hub.open("octo/walled");
    const sha = await hub.repository.sha();
    const looks: Look<unknown>[] = [await source.head(null), await source.identify({ kind: "commit", sha })];
    for (const look of looks) expect(answerOf(look)).toMatchObject({ answer: "denied", status: 403, help: url });
    expect(short(await hub.source.head(null))).toBe("value");
  });
});

describe("no permission", () => {
  it("says for a repository that is private or missing that GitHub does not say which, and what is needed", async () => {
    const hub = await start({ private: true });
    hub.github.addToken("nobody", { repositories: {} });
    hub.token = "nobody";
    const sha = await hub.repository.sha();
    const looks = [
      await hub.source.head(null),
      await hub.source.identify({ kind: "commit", sha }),
      await hub.source.feed(hub.name, 1, null),
      await hub.source.titles(hub.name, [45]),
      await hub.open("owner/missing").head(null),
    ];
    for (const look of looks) {
      expect(short(look)).toBe("denied 404");
      expect(wordsOf(look).detail).toContain("GitHub does not say which");
    }
    expect(wordsOf(looks[0] as Look<unknown>).detail).toContain("Contents");
    expect(wordsOf(looks[2] as Look<unknown>).detail).toContain("Issues");
  });

  it("for issues alone leaves the files readable, and the other way round", async () => {
    const hub = await start({ private: true });
    hub.github.addToken("files", { repositories: { "owner/repository": ["metadata", "contents"] } });
    hub.github.addToken("issues", { repositories: { "owner/repository": ["metadata", "issues"] } });
    hub.token = "files";
    expect(shorts(await asked(hub))).toEqual({
      ...all("value"),
      ...all("denied 403", ["feed", "pages", "comment", "accounts", "titles"]),
    });
    hub.token = "issues";
    expect(shorts(await asked(hub))).toEqual({
      ...all("value"),
      ...all("denied 403", ["head", "identify", "entry", "blob"]),
    });
  });

  async function asked(hub: Hub): Promise<Record<string, Look<unknown>>> {
    const looks: Record<string, Look<unknown>> = {};
    for (const name of NAMES) looks[name] = await ask(hub, name);
    return looks;
  }
});

describe("a redirected POST", () => {
  it.each([301, 302, 307, 308] as const)("is refused, not sent again: %d", async (code) => {
    const hub = await start();
    for (const name of POSTS) {
      hub.github.reset();
      hub.github.inject({ match: ROUTES.graphql, fault: faults.redirect(`${hub.github.apiUrl}/graphql`, code) });
      expect(`${name} ${short(await ask(hub, name))}`).toBe(`${name} failed moved`);
      expect(hub.github.log).toHaveLength(1);
    }
  });

  it("that is called unchanged is no answer", async () => {
    const hub = await start();
    hub.github.inject({ match: ROUTES.graphql, fault: faults.notModified() });
    expect(short(await ask(hub, "titles"))).toBe("failed malformed");
  });
});

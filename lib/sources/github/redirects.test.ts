import { describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../e2e/github";
import type { Look } from "@/lib/contracts/core/look";
import { Hub, REGISTRY, short, stranger, TOKEN, valueOf, wordsOf } from "./testing/github";

const always = () => true;

/** Every question that is a GET. */
async function gets(hub: Hub): Promise<readonly (() => Promise<Look<unknown>>)[]> {
  const { source } = hub;
  const sha = await hub.repository.sha();
  const { oid = "" } = (await hub.repository.git.header(`HEAD:${REGISTRY}`)) ?? {};
  const pin = { kind: "commit", sha } as const;
  await source.identify(pin);
  return [
    () => source.head(null),
    () => source.entry(pin, "docs/a.md"),
    () => source.blob(pin, { path: REGISTRY, kind: "file", oid, size: 2 }, 100),
    () => source.feed(hub.name, 1, null),
    () => source.pages(hub.name, 45, null, 1),
    () => source.comment(hub.name, 1, null),
  ];
}

async function start(options: Parameters<typeof Hub.start>[0] = {}): Promise<Hub> {
  const hub = await Hub.start(options);
  await hub.repository.push({ [REGISTRY]: "{}", "docs/a.md": "text" });
  hub.thread(1);
  return hub;
}

describe("a redirect on the same host", () => {
  it("is followed for a renamed repository, and who it is by now is asked anew", async () => {
    const hub = await start();
    const pin = await hub.pin();
    const before = valueOf(await hub.source.identify(pin));
    hub.repository.rename("owner/renamed");
    const look = await hub.source.head(pin);
    expect(short(look)).toBe("unchanged");
    expect(look.requests).toBe(2);
    expect(hub.github.log.at(-1)?.path).toBe(`/repositories/${before.id}/commits/HEAD`);
    const after = valueOf(await hub.source.identify(pin));
    expect(after).toEqual({ id: before.id, fullName: "owner/renamed" });
    hub.github.reset();
    await hub.source.identify(pin);
    await hub.source.head(pin);
    await hub.source.identify(pin);
    expect(hub.asked()).toEqual([`${ROUTES.commit} 301`, `${ROUTES.commit} 304`]);
    for (const ask of [
      () => hub.source.pages(after, 45, null, 1),
      () => hub.source.feed(after, 1, null),
      () => hub.source.entry(pin, REGISTRY),
    ])
      expect(short(await ask())).toBe("value");
  });

  it("that ends, since another repository took the old name, makes it doubtful again", async () => {
    const hub = await start();
    const pin = await hub.pin();
    hub.repository.rename("owner/renamed");
    await hub.source.head(pin);
    await hub.source.identify(pin);
    const other = hub.github.addRepository("owner/repository");
    await other.push({ [REGISTRY]: "{}", "docs/a.md": "text" });
    const now = valueOf(await hub.source.head(null));
    expect(valueOf(await hub.source.identify(now))).toEqual({ id: other.id, fullName: "owner/repository" });
  });

  it("to another repository gives no comments: those are another place's", async () => {
    const hub = await start();
    const other = hub.github.addRepository("owner/other");
    other.addIssue({ number: 45, title: "Another" });
    other.addComment(45, "of the other");
    const fault = (path: string) => faults.redirect(`${hub.github.apiUrl}/repositories/${other.id}${path}`);
    hub.github.inject({ match: ROUTES.feed, fault: fault("/issues/comments") });
    hub.github.inject({ match: ROUTES.thread, fault: fault("/issues/45/comments") });
    const looks = [await hub.source.feed(hub.name, 1, null), await hub.source.pages(hub.name, 45, null, 1)];
    // An issue that leads to another repository was moved there: here it is no more.
    expect(looks.map(short)).toEqual(["failed moved", "absent issue"]);
    expect(JSON.stringify(looks)).not.toContain("of the other");
  });

  it.each([301, 302, 307, 308] as const)("may be relative, and is followed for %d", async (code) => {
    const hub = await start();
    const location = `/repositories/${hub.repository.id}/commits/HEAD`;
    hub.github.inject({ match: always, fault: faults.redirect(location, code) });
    expect(short(await hub.source.head(null))).toBe("value");
  });

  it("is followed three times and not once more", async () => {
    const hub = await start();
    const fault = faults.redirect(`/repositories/${hub.repository.id}/commits/HEAD`);
    hub.github.inject({ match: always, fault, times: 3 });
    expect(short(await hub.source.head(null))).toBe("value");
    hub.github.reset();
    hub.github.inject({ match: always, fault, times: 4 });
    expect(short(await hub.source.head(null))).toBe("failed moved");
    expect(hub.github.requests).toBe(4);
  });

  it("that leads in a circle is a failed look", async () => {
    const hub = await start();
    for (const ask of await gets(hub)) {
      hub.github.reset();
      const fault = faults.changed((answer) => ({
        ...answer,
        status: 301,
        headers: { ...answer.headers, location: "?" },
      }));
      const rule = hub.github.inject({ match: always, fault, times: Infinity });
      const look = await ask();
      expect(short(look)).toBe("failed moved");
      expect(hub.github.requests).toBe(4);
      rule.remove();
    }
  });

  it.each([300, 303, 305] as const)("of another kind is not followed: %d", async (code) => {
    const hub = await start();
    const headers = { location: `/repositories/${hub.repository.id}/commits/HEAD` };
    hub.github.inject({ match: always, fault: faults.answer({ status: code, headers }) });
    expect(short(await hub.source.head(null))).toBe("failed moved");
    expect(hub.github.requests).toBe(1);
  });

  it("does not take a thread's validators along to another question", async () => {
    const hub = await start();
    const pin = await hub.pin();
    hub.repository.rename("owner/renamed");
    hub.github.reset();
    await hub.source.head(pin);
    expect(hub.github.log.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(
      Array(2).fill(`"${await hub.repository.sha()}"`),
    );
  });
});

describe("a redirect to another place", () => {
  it("is refused for every question: nobody is asked there, and the token is sent nowhere", async () => {
    const hub = await start();
    const elsewhere = await stranger();
    const port = new URL(elsewhere.url).port;
    const own = hub.github.apiUrl;
    const locations = [
      `${elsewhere.url}/repositories/1`,
      `//127.0.0.1:${port}/repositories/1`,
      `http://localhost:${port}/repositories/1`,
      `\\\\127.0.0.1:${port}\\repositories`,
      `http://${new URL(own).host}@127.0.0.1:${port}/repositories/1`,
    ];
    for (const ask of await gets(hub))
      for (const location of locations) {
        hub.tick(1_000);
        hub.github.reset();
        hub.github.inject({ match: always, fault: faults.redirect(location, 301) });
        const look = await ask();
        expect(`${location} ${short(look)}`).toBe(`${location} failed moved`);
        expect(wordsOf(look).detail).toContain("token was not sent there");
        expect(hub.github.requests).toBe(1);
      }
    expect(elsewhere.visits).toEqual([]);
  });

  it("is refused in the second step as well", async () => {
    const hub = await start();
    const elsewhere = await stranger();
    hub.github.inject({ match: always, fault: faults.redirect(`/repositories/${hub.repository.id}/commits/HEAD`) });
    hub.github.inject({ match: always, fault: faults.redirect(elsewhere.url) });
    expect(short(await hub.source.head(null))).toBe("failed moved");
    expect(elsewhere.visits).toEqual([]);
  });

  it("is refused for a POST", async () => {
    const hub = await start();
    const elsewhere = await stranger();
    for (const code of [301, 302, 303, 307, 308] as const) {
      hub.github.inject({ match: always, fault: faults.redirect(`${elsewhere.url}/graphql`, code) });
      expect(short(await hub.source.titles(hub.name, [45]))).toBe("failed moved");
    }
    expect(elsewhere.visits).toEqual([]);
  });

  it.each<[string, (own: URL) => string]>([
    ["another scheme on the same host and port", (own) => `https://${own.host}/repositories/1`],
    ["the same host on another port", (own) => `http://${own.hostname}:1/repositories/1`],
    ["another name of the same machine", (own) => `http://localhost:${own.port}/repositories/1`],
    ["an address with a user", (own) => `http://user@${own.host}/repositories/1`],
    ["an address with a password", (own) => `http://:word@${own.host}/repositories/1`],
    ["a script", () => "javascript:alert(1)"],
    ["a file", () => "file:///etc/passwd"],
    ["what is no address", () => "http://"],
  ])("is refused where it is %s", async (_what, location) => {
    const hub = await start();
    hub.github.inject({ match: always, fault: faults.redirect(location(new URL(hub.github.apiUrl))) });
    expect(short(await hub.source.head(null))).toBe("failed moved");
    expect(hub.github.requests).toBe(1);
  });

  it("is refused where it names no place at all", async () => {
    const hub = await start();
    hub.github.inject({ match: always, fault: faults.answer({ status: 301 }) });
    expect(short(await hub.source.head(null))).toBe("failed moved");
  });

  it.each(["/login", "/api/graphql", "/api/v3", "/api/v3x/repositories/1", "/api/v3/../../login", "/api/v3/%2e%2e/x"])(
    "is refused on an Enterprise Server where it leaves the API: %s",
    async (location) => {
      const hub = await start({ base: "/api/v3" });
      hub.github.inject({ match: always, fault: faults.redirect(location) });
      expect(short(await hub.source.head(null))).toBe("failed moved");
      expect(hub.github.requests).toBe(1);
    },
  );
});

describe("an Enterprise Server", () => {
  it("is asked below its own path for everything, and beside it for GraphQL", async () => {
    const hub = await start({ base: "/api/v3" });
    const pin = await hub.pin();
    const entry = valueOf(await hub.source.entry(pin, REGISTRY));
    const thread = valueOf(await hub.source.pages(hub.name, 45, null, 1));
    const [comment] = thread.comments;
    const looks = [
      await hub.source.identify(pin),
      await hub.source.entry(pin, "docs/a.md"),
      await hub.source.blob(pin, entry, 100),
      await hub.source.feed(hub.name, 1, null),
      await hub.source.comment(hub.name, comment?.id ?? 0, null),
      await hub.source.accounts(thread.comments),
      await hub.source.titles(hub.name, [45]),
      await hub.source.search(hub.name),
    ];
    expect(looks.map(short)).toEqual(Array(8).fill("value"));
    expect(hub.github.log.map(({ route }) => route)).not.toContain(null);
    expect(new Set(hub.github.log.map(({ route }) => route)).size).toBe(7);
  });

  it("leads a renamed repository on below its own path", async () => {
    const hub = await start({ base: "/api/v3" });
    const pin = await hub.pin();
    hub.repository.rename("owner/renamed");
    expect(short(await hub.source.head(pin))).toBe("unchanged");
    expect(valueOf(await hub.source.identify(pin)).fullName).toBe("owner/renamed");
    expect(short(await hub.source.pages(hub.name, 45, null, 1))).toBe("value");
  });
});

describe("the token", () => {
  it("is sent to GitHub in one header, and stands in no address and no question", async () => {
    const server = await stranger();
    const hub = await start();
    const { openGitHubHost, openGitHubSource } = await import("./open");
    const { personal } = await import("./credential");
    const host = openGitHubHost({ apiUrl: server.url, webUrl: server.url, credential: () => personal(TOKEN) });
    const source = openGitHubSource(host, { repository: "owner/repository", ref: null });
    await source.head(null);
    await source.pages(hub.name, 45, null, 1);
    await source.titles(hub.name, [45]);
    expect(server.visits).toHaveLength(3);
    for (const { path, headers } of server.visits) {
      expect(path).not.toContain(TOKEN);
      const { authorization, ...others } = headers;
      expect(authorization).toBe(`Bearer ${TOKEN}`);
      expect(JSON.stringify(others)).not.toContain(TOKEN);
    }
  });

  it("is not in what names it", async () => {
    const { personal } = await import("./credential");
    const { scope, by } = personal(TOKEN);
    expect(scope).toBe(by);
    expect(scope).toMatch(/^[0-9a-f]{16}$/);
    expect(personal(`${TOKEN}x`).scope).not.toBe(scope);
    expect(personal(TOKEN).scope).toBe(scope);
  });
});

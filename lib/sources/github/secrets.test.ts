import { describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../e2e/github";
import type { Look } from "@/lib/contracts/core/look";
import { plain } from "./classify";
import { answerOf, Hub, REGISTRY, stranger, TOKEN, wordsOf } from "./testing/github";

const always = () => true;
const ECHO = `Denied by policy; authorization: Bearer ${TOKEN}, or ${TOKEN} alone`;
const forbidden = (message: string, headers: Record<string, string> = {}) =>
  faults.answer({ status: 403, headers, body: { message } });

async function start(): Promise<Hub> {
  const hub = await Hub.start();
  await hub.repository.push({ [REGISTRY]: "{}" });
  hub.thread(1);
  return hub;
}

/** Every look's JSON is held to be without the token by `wordsOf`. */
async function looks(hub: Hub): Promise<readonly Look<unknown>[]> {
  return [
    await hub.source.head(null),
    await hub.source.feed(hub.name, 1, null),
    await hub.source.titles(hub.name, [45]),
    await hub.source.identify({ kind: "commit", sha: await hub.repository.sha() }),
  ];
}

describe("an answer that quotes the token", () => {
  it("as a 403 is repeated without it", async () => {
    const hub = await start();
    hub.github.inject({ match: always, fault: forbidden(ECHO), times: Infinity });
    for (const look of await looks(hub))
      expect(wordsOf(look).detail).toContain("“Denied by policy; authorization: [token]");
  });

  it.each([{}, { type: "FORBIDDEN" }, { path: ["repository", "i45"] }])(
    "as GraphQL's error is repeated without it: %j",
    async (more) => {
      const hub = await start();
      const body = { data: null, errors: [{ message: ECHO, ...more }] };
      hub.github.inject({ match: ROUTES.graphql, fault: faults.answer({ status: 200, body }), times: Infinity });
      for (const look of (await looks(hub)).slice(2)) expect(wordsOf(look).detail).toContain("[token]");
    },
  );

  it.each([`x=${TOKEN}`, `x=${TOKEN.replace("-", "%2d")}`, "x=ghp_ofSomebodyElse", "x=github%5Fpat_22"])(
    "in the way to a sign-on names no way: %s",
    async (query) => {
      const hub = await start();
      const sso = `required; url=${hub.github.webUrl.replace("http:", "https:")}/sso?${query}`;
      hub.github.inject({ match: always, fault: forbidden("No.", { "x-github-sso": sso }) });
      const look = await hub.source.head(null);
      expect(answerOf(look)).toMatchObject({
        answer: "denied",
        detail: expect.stringContaining("single sign-on") as string,
      });
      expect(wordsOf(look).help).toBeUndefined();
    },
  );

  it("is repeated without what looks like a secret of anybody's, and with every other word", () => {
    const said = (text: string) => plain(text, "mine");
    expect(said("Got mine, ghs_abcDEF123 and github_pat_11AB_cd.")).toBe("Got [token], [token] and [token].");
    expect(said("authorization: token 0123456789abcdef0123, bearer\nabc")).toBe("authorization: [token] [token]");
    expect(said("ghs_4711_eyJhbGci.eyJpc3Mi.c2ln-bmF0_dXJl is of an installation.")).toBe(
      "[token] is of an installation.",
    );
    expect(said("Refused: eyJhbGci.eyJpc3Mi.c2ln-bmF0_dXJl.")).toBe("Refused: [token].");
    expect(said("gh\u200bp_x")).toBe("gh p_x");
    const sentence = "Your token has not been granted the required scopes.";
    expect(said(sentence)).toBe(sentence);
    expect(plain("text", "")).toBe("text");
  });

  it("is repeated without a half of it where the sentence is cut", () => {
    expect(plain(`${"x".repeat(190)} ${TOKEN}`, TOKEN)).not.toContain("ghp");
  });
});

describe("the token", () => {
  it.each(["//HOST", "/\\\\HOST", "/.//HOST", "//HOST/api/v3"])(
    "goes to the host of apiUrl and to no other, also where a path reads like another host: %s",
    async (path) => {
      const hub = await start();
      const other = await stranger();
      const apiUrl = hub.github.webUrl + path.replace("HOST", other.url.slice("http://".length));
      const source = hub.open("owner/repository", "main", hub.newHost(apiUrl));
      for (const look of [
        await source.head(null),
        await source.feed(hub.name, 1, null),
        await source.titles(hub.name, [45]),
      ])
        expect(look.answer).not.toBe("value");
      expect(other.visits).toEqual([]);
      hub.github.reset();
    },
  );

  it("goes to nothing above apiUrl", async () => {
    const hub = await Hub.start({ base: "/api/v3" });
    const look = await hub.open("../../owner/repository").feed(hub.name, 1, null);
    expect(answerOf(look)).toMatchObject({ answer: "failed", cause: "moved" });
    expect(hub.github.requests).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faults, ROUTES, startGitHub, type Fault, type GitHub, type Repository } from "./index";
import { ask, get, overSocket } from "./testing/ask";

const PATH = "/repos/owner/name";
let github: GitHub;
let repo: Repository;

beforeEach(async () => {
  github = await startGitHub();
  github.addToken("secret-a", { repositories: "all" });
  repo = github.addRepository("owner/name");
});
afterEach(() => github.stop());

const once = (fault: Fault) => github.inject({ match: ROUTES.repository, fault });

describe("a fault", () => {
  it("meets the requests that are meant, so often and so late as is said", async () => {
    const handle = github.inject({ match: ROUTES.repository, fault: faults.status(451), times: 2, skip: 1 });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await get(github, PATH)).status);
    expect([statuses, handle.hits]).toEqual([[200, 451, 451, 200, 200], 2]);
    expect((await get(github, "/rate_limit")).status).toBe(200);
    expect(github.log.map(({ fault }) => fault)).toEqual([null, "status 451", "status 451", null, null, null]);
  });

  it("can be picked by anything in the request, and taken back", async () => {
    const fault = faults.serverError(503, "json");
    const handle = github.inject({ match: ({ query }) => query.page === "2", fault, times: Infinity });
    expect((await get(github, `${PATH}/issues/comments?page=2`)).status).toBe(503);
    expect((await get(github, `${PATH}/issues/comments?page=1`)).status).toBe(200);
    handle.remove();
    expect((await get(github, `${PATH}/issues/comments?page=2`)).status).toBe(200);
  });

  it("that makes no genuine answer costs no point", async () => {
    once(faults.serverError());
    await get(github, PATH);
    expect([github.points, github.requests]).toEqual([0, 1]);
  });
});

describe("limits", () => {
  it("of the second kind leave points and may or may not say how long to wait", async () => {
    once(faults.secondaryLimit());
    const bare = await get(github, PATH);
    expect([bare.status, bare.headers.has("retry-after"), bare.headers.get("x-ratelimit-remaining")]).toEqual([
      403,
      false,
      "5000",
    ]);
    expect(bare.text).toContain("secondary rate limit");
    once(faults.secondaryLimit({ status: 429, retryAfter: 60 }));
    const told = await get(github, PATH);
    expect([told.status, told.headers.get("retry-after")]).toEqual([429, "60"]);
  });

  it("of the first kind say that nothing is left and until when", async () => {
    github.setNow(new Date("2026-09-01T12:00:00Z"));
    once(faults.primaryLimit({ resetIn: 90 }));
    const { status, headers } = await get(github, PATH);
    const reset = String(Date.parse("2026-09-01T12:01:30Z") / 1000);
    expect([status, headers.get("x-ratelimit-remaining"), headers.get("x-ratelimit-reset")]).toEqual([403, "0", reset]);
    github.inject({ match: ROUTES.graphql, fault: faults.primaryLimit() });
    expect(await ask(github, "{ viewer { login } }")).toMatchObject({
      status: 200,
      errors: [{ type: "RATE_LIMITED" }],
    });
  });

  it("of a proxy have none of GitHub's headers", async () => {
    once(faults.tooManyRequests(5));
    const { status, headers } = await get(github, PATH);
    expect([status, headers.get("retry-after"), headers.has("x-ratelimit-limit")]).toEqual([429, "5", false]);
  });
});

describe("the connection", () => {
  const lengthOf = (head: string) => Number(/content-length: (\d+)/i.exec(head)?.[1]);

  it("can break off with less than was promised", async () => {
    once(faults.truncated(10));
    const [head = "", body = ""] = (await overSocket(github, PATH)).toString().split("\r\n\r\n");
    expect(head).toContain("HTTP/1.1 200");
    expect(lengthOf(head)).toBeGreaterThan(1000);
    expect(body).toHaveLength(10);
    once(faults.truncated());
    await expect(get(github, PATH)).rejects.toThrow();
  });

  it("can be cut before a word", async () => {
    once(faults.cut());
    expect(await overSocket(github, PATH)).toHaveLength(0);
    expect(github.log[0]).toMatchObject({ fault: "cut", bytes: 0 });
  });

  it("can carry one byte at a time, to the end", async () => {
    github.inject({ match: ROUTES.rateLimit, fault: faults.drip(0) });
    const { text } = await get(github, "/rate_limit");
    expect(JSON.parse(text)).toHaveProperty("rate");
    github.inject({ match: ROUTES.rateLimit, fault: faults.drip(60_000) });
    const started = await overSocket(github, "/rate_limit", { enough: 1 });
    expect(started.length).toBeGreaterThan(0);
  });

  it("can go on for ever, until the client hangs up", async () => {
    once(faults.endless());
    const enough = 3_000_000;
    expect((await overSocket(github, PATH, { enough })).length).toBeGreaterThanOrEqual(enough);
  });

  it("can stay silent, until the client hangs up", async () => {
    once(faults.silence());
    await expect(fetch(github.apiUrl + PATH, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect(github.log[0]).toMatchObject({ fault: "silence" });
  });
});

describe("answers that are not GitHub's", () => {
  it("are pages for people, with 200 or 502", async () => {
    for (const [fault, code] of [[faults.html(), 200] as const, [faults.serverError(502, "html"), 502] as const]) {
      once(fault);
      const { status, headers, text } = await get(github, PATH);
      expect([status, headers.get("content-type")]).toEqual([code, "text/html; charset=utf-8"]);
      expect(text).toContain("<!DOCTYPE html>");
    }
  });

  it("have nothing in them, or a type that is wrong", async () => {
    once(faults.empty());
    expect(await get(github, PATH)).toMatchObject({ status: 200, text: "" });
    once(faults.contentType("text/plain"));
    const { headers, text } = await get(github, PATH);
    expect(headers.get("content-type")).toBe("text/plain");
    expect(JSON.parse(text)).toMatchObject({ full_name: "owner/name" });
  });

  it("send the client elsewhere", async () => {
    for (const code of [301, 302, 307, 308] as const) {
      once(faults.redirect("https://elsewhere.example.com/x", code));
      const { status, headers } = await get(github, PATH);
      expect([status, headers.get("location")]).toEqual([code, "https://elsewhere.example.com/x"]);
    }
  });

  it("say that nothing changed although it did, or although nobody asked", async () => {
    once(faults.notModified());
    expect(await get(github, PATH)).toMatchObject({ status: 304, text: "" });
    once(faults.notModified());
    const { status, headers } = await get(github, PATH, { "if-none-match": '"old"' });
    expect([status, headers.get("etag")]).toEqual([304, '"old"']);
  });

  it("stay as they were, conditions included", async () => {
    const sha = await repo.push({ a: "1" });
    github.inject({ match: ROUTES.commit, fault: faults.frozen(), times: Infinity });
    const read = (more = {}) => get(github, `${PATH}/commits/HEAD`, { accept: "application/vnd.github.sha", ...more });
    expect((await read()).text).toBe(sha);
    await repo.push({ a: "2" });
    expect((await read()).text).toBe(sha);
    expect((await read({ "if-none-match": `"${sha}"` })).status).toBe(304);
  });

  it("are whatever a test gives", async () => {
    once(faults.answer({ status: 418, headers: { "x-own": "1" }, body: { odd: true } }));
    const { status, headers, text } = await get(github, PATH);
    expect([status, headers.get("x-own"), text]).toEqual([418, "1", '{"odd":true}']);
    for (const code of [401, 404, 410, 451]) {
      once(faults.status(code));
      expect((await get(github, PATH)).status).toBe(code);
    }
  });
});

describe("GraphQL", () => {
  const QUERY =
    '{ repository(owner: "owner", name: "name") { databaseId object(expression: "HEAD:") { ... on Tree { entries { name } } } } }';

  it("can give errors alone, or part of the data", async () => {
    github.inject({ match: ROUTES.graphql, fault: faults.graphqlErrors() });
    const failed = await ask(github, QUERY);
    expect([failed.data, failed.errors?.length]).toEqual([undefined, 1]);
    await repo.push({ a: "1" });
    github.inject({ match: ROUTES.graphql, fault: faults.partialData([["repository", "object"]]) });
    const partial = await ask(github, QUERY);
    expect(partial.data).toEqual({ repository: { databaseId: repo.id, object: null } });
    expect(partial.errors).toMatchObject([{ path: ["repository", "object"] }]);
  });

  it("can give up on the entries of a tree", async () => {
    await repo.push({ a: "1" });
    github.inject({ match: ROUTES.graphql, fault: faults.nullEntries() });
    const answer = await ask(github, QUERY);
    expect(answer.data).toEqual({ repository: { databaseId: repo.id, object: { entries: null } } });
    expect(answer.errors).toBeUndefined();
  });
});

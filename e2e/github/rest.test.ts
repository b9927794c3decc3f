import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS, ROUTES, startGitHub, type GitHub, type Repository } from "./index";
import { get, overSocket } from "./testing/ask";

type Schema = Readonly<Record<string, unknown>>;
const described = JSON.parse(readFileSync(new URL("description/responses.json", import.meta.url), "utf8")) as {
  readonly error: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
};
const SHA = { accept: "application/vnd.github.sha" };
const RAW = { accept: "application/vnd.github.raw+json" };

let github: GitHub;
let repo: Repository;

beforeEach(async () => {
  github = await startGitHub();
  github.addToken("secret-a", { repositories: "all" });
  github.addToken("secret-b", { repositories: "all" });
  repo = github.addRepository("owner/name", { private: true });
});
afterEach(() => github.stop());

/** Adds an issue with so many comments, a minute apart. */
function thread(count: number, from = Date.UTC(2026, 8, 1)): { number: number; ids: number[] } {
  const number = repo.addIssue({ title: "Plan" });
  const at = (index: number) => new Date(from + index * 60_000);
  return { number, ids: Array.from({ length: count }, (_, n) => repo.addComment(number, `No. ${n}`, { at: at(n) })) };
}

function idsOf(text: string): number[] {
  return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
}

describe("answers have the form that GitHub describes", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const errorsOf = (schema: Schema, text: string) => {
    const validate = ajv.compile(schema);
    validate(JSON.parse(text));
    return validate.errors ?? [];
  };

  /** Members that the description does not know, wherever it names members at all. */
  const undescribed = (schema: Schema | undefined, value: unknown, at: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => undescribed(schema?.items as Schema, item, `${at}[]`));
    const members = schema?.properties as Readonly<Record<string, Schema>> | undefined;
    if (members === undefined || typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) =>
      name in members ? undescribed(members[name], member, `${at}.${name}`) : [`${at}.${name}`],
    );
  };

  it("for every route that gives JSON", async () => {
    await repo.push({ "a/b.txt": "text", c: { link: "a" }, d: { submodule: "1".repeat(40) } });
    const { number, ids } = thread(1);
    repo.addComment(number, "of a ghost", { author: null });
    repo.addComment(number, "of a workflow", { author: ACTIONS });
    const blob = (await repo.git.header("HEAD:a/b.txt"))?.oid;
    const paths: Record<string, string> = {
      [ROUTES.repository]: "/repos/owner/name",
      [ROUTES.blob]: `/repos/owner/name/git/blobs/${blob}`,
      [ROUTES.tree]: "/repos/owner/name/git/trees/HEAD?recursive=1",
      [ROUTES.feed]: "/repos/owner/name/issues/comments",
      [ROUTES.comment]: `/repos/owner/name/issues/comments/${ids[0]}`,
      [ROUTES.thread]: `/repos/owner/name/issues/${number}/comments`,
      [ROUTES.rateLimit]: "/rate_limit",
    };
    for (const [route, schema] of Object.entries(described.responses)) {
      const { status, text } = await get(github, paths[route] ?? "");
      expect([route, status, errorsOf(schema, text)]).toEqual([route, 200, []]);
      expect([route, undescribed(schema, JSON.parse(text), "")]).toEqual([route, []]);
    }
  });

  it("and would be refused without a member that GitHub always gives", () => {
    const schema = described.responses[ROUTES.comment] ?? {};
    expect(errorsOf(schema, JSON.stringify({ id: 1 }))).not.toEqual([]);
  });

  it("for refusals", async () => {
    for (const path of ["/repos/owner/none", "/repos/owner/name/issues/comments/1", "/nothing"]) {
      const { status, text, headers } = await get(github, path);
      expect(errorsOf({ ...described.error, required: ["message", "documentation_url", "status"] }, text)).toEqual([]);
      expect(JSON.parse(text)).toMatchObject({ message: "Not Found", status: "404" });
      expect([status, headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    }
  });

  it("with ids above 2^31 that rise over the whole server", () => {
    const other = github.addRepository("owner/other");
    const first = thread(1).ids[0] ?? 0;
    const second = other.addComment(other.addIssue({ title: "Other" }), "text");
    expect(first).toBeGreaterThan(2 ** 31);
    expect(second).toBeGreaterThan(first);
  });
});

describe("the name of a commit", () => {
  it("is found by HEAD, branch, tag, ref and name, also with slashes", async () => {
    const sha = await repo.push({ a: "1" });
    const side = await repo.push({ a: "2" }, { branch: "side/way" });
    await repo.git.point("refs/tags/v1", sha);
    const of = async (ref: string) => (await get(github, `/repos/owner/name/commits/${ref}`, SHA)).text;
    expect(await Promise.all(["HEAD", "main", "v1", "heads/main", sha, sha.slice(0, 8)].map(of))).toEqual(
      Array(6).fill(sha),
    );
    expect(await Promise.all(["side/way", "side%2Fway", "heads%2Fside%2Fway"].map(of))).toEqual(Array(3).fill(side));
  });

  it("has an ETag that does not depend on the token, and 304 costs nothing", async () => {
    const sha = await repo.push({ a: "1" });
    const path = "/repos/owner/name/commits/HEAD";
    const first = await get(github, path, SHA);
    expect([first.headers.get("etag"), first.headers.get("content-type")]).toEqual([
      `"${sha}"`,
      "application/vnd.github.sha; charset=utf-8",
    ]);
    const second = await get(github, path, { ...SHA, "if-none-match": `"${sha}"` }, "secret-b");
    expect([second.status, second.text]).toEqual([304, ""]);
    const moved = await repo.push({ a: "2" });
    expect((await get(github, path, { ...SHA, "if-none-match": `"${sha}"` })).text).toBe(moved);
    expect([github.points, github.requests]).toEqual([2, 3]);
  });

  it("is refused for an empty repository and an unknown ref", async () => {
    const path = "/repos/owner/name/commits/gone";
    expect(await get(github, path, SHA)).toMatchObject({ status: 409 });
    await repo.push({ a: "1" });
    const { status, text } = await get(github, path, SHA);
    expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([422, "No commit found for SHA: gone"]);
  });

  it("is all that is given of a commit; another form is noted", async () => {
    await repo.push({ a: "1" });
    expect(await get(github, "/repos/owner/name/commits/HEAD")).toMatchObject({ status: 415 });
    expect(github.unexpected).toHaveLength(1);
  });
});

describe("contents", () => {
  it("are the bytes of the blob, or base64 in lines of 60", async () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, n) => n);
    await repo.push({ "a.bin": bytes });
    const oid = (await repo.git.header("HEAD:a.bin"))?.oid;
    const path = `${github.apiUrl}/repos/owner/name/git/blobs/${oid}`;
    const raw = await fetch(path, { headers: { authorization: "Bearer secret-a", ...RAW } });
    expect(new Uint8Array(await raw.arrayBuffer())).toEqual(bytes);
    expect(raw.headers.get("content-type")).toBe("application/vnd.github.raw+json; charset=utf-8");
    const { content } = JSON.parse((await get(github, path)).text) as { content: string };
    expect(content.split("\n").map(({ length }) => length)).toEqual([60, 60, 60, 60, 28, 0]);
    expect(Buffer.from(content, "base64")).toEqual(Buffer.from(bytes));
  });

  it("are not given for a tree's name or an unknown one", async () => {
    await repo.push({ "a/b": "1" });
    const tree = (await repo.git.header("HEAD:a"))?.oid ?? "";
    for (const oid of [tree, "0".repeat(40), "HEAD"])
      expect(await get(github, `/repos/owner/name/git/blobs/${oid}`, RAW)).toMatchObject({ status: 404 });
  });

  it("of trees say mode, type and size of every entry, and where they were cut", async () => {
    const link = { link: "a" };
    await repo.push({ "a/b": "12", c: link, d: { submodule: "1".repeat(40) }, e: { executable: "" } });
    const listed = async (query: string) => {
      const { text } = await get(github, `/repos/owner/name/git/trees/HEAD${query}`);
      return JSON.parse(text) as { truncated: boolean; tree: Record<string, unknown>[] };
    };
    const all = await listed("?recursive=1");
    expect(all.tree.map(({ path, mode, type, size }) => [path, mode, type, size])).toEqual([
      ["a", "040000", "tree", undefined],
      ["a/b", "100644", "blob", 2],
      ["c", "120000", "blob", 1],
      ["d", "160000", "commit", undefined],
      ["e", "100755", "blob", 0],
    ]);
    expect((await listed("")).tree.map(({ path }) => path)).toEqual(["a", "c", "d", "e"]);
    github.switches.treeLimit = 2;
    const cut = await listed("?recursive=1");
    expect([cut.truncated, cut.tree.length]).toEqual([true, 2]);
  });
});

describe("pages", () => {
  const linked = (headers: Headers) =>
    [...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [
      rel,
      new URL(url ?? "").searchParams.get("page"),
    ]);

  it("of a thread are in the order of the ids, and lead to each other by the repository's number", async () => {
    const { number, ids } = thread(7);
    const first = await get(github, `/repos/owner/name/issues/${number}/comments?per_page=3`);
    expect(idsOf(first.text)).toEqual(ids.slice(0, 3));
    expect(linked(first.headers)).toEqual([
      ["next", "2"],
      ["last", "3"],
    ]);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(next).toContain(`${github.apiUrl}/repositories/${repo.id}/issues/${number}/comments?per_page=3&page=2`);
    const second = await get(github, next);
    expect(idsOf(second.text)).toEqual(ids.slice(3, 6));
    expect(linked(second.headers).map(([rel]) => rel)).toEqual(["prev", "next", "last", "first"]);
    const last = await get(github, `/repos/owner/name/issues/${number}/comments?per_page=3&page=3`);
    expect(linked(last.headers)).toEqual([
      ["prev", "2"],
      ["first", "1"],
    ]);
  });

  it("hold 30 unless more are asked for, and never more than 100", async () => {
    const { number, ids } = thread(130);
    const path = `/repos/owner/name/issues/${number}/comments`;
    expect(idsOf((await get(github, path)).text)).toEqual(ids.slice(0, 30));
    expect(idsOf((await get(github, `${path}?per_page=1000`)).text)).toEqual(ids.slice(0, 100));
    expect(idsOf((await get(github, `${path}?per_page=0`)).text)).toHaveLength(30);
    expect(idsOf((await get(github, `${path}?page=9`)).text)).toEqual([]);
  });

  it("need no Link header where there is one", async () => {
    const { number } = thread(3);
    expect((await get(github, `/repos/owner/name/issues/${number}/comments`)).headers.has("link")).toBe(false);
  });

  it("of the feed come by the last change, over all issues and pull requests", async () => {
    const { ids } = thread(3);
    const request = repo.addIssue({ title: "A pull request", pullRequest: true });
    const other = repo.addComment(request, "review", { at: new Date(Date.UTC(2026, 8, 1, 0, 1, 30)) });
    repo.editComment(ids[0] ?? 0, "edited", { at: new Date(Date.UTC(2026, 8, 2)) });
    const path = "/repos/owner/name/issues/comments";
    const asked = async (query: string) => idsOf((await get(github, `${path}?${query}`)).text);
    expect(await asked("sort=updated&direction=desc")).toEqual([ids[0], ids[2], other, ids[1]]);
    expect(await asked("sort=created&direction=asc")).toEqual([ids[0], ids[1], other, ids[2]]);
    expect(await asked("sort=updated&direction=desc&since=2026-09-01T00:02:00Z")).toEqual([ids[0], ids[2]]);
  });
});

describe("conditions", () => {
  it("are met by the ETag of the same body, token and media type only", async () => {
    const { ids } = thread(1);
    const path = `/repos/owner/name/issues/comments/${ids[0]}`;
    const etag = (await get(github, path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/);
    const condition = { "if-none-match": etag };
    expect((await get(github, path, condition)).status).toBe(304);
    expect((await get(github, path, condition, "secret-b")).status).toBe(200);
    expect((await get(github, path, { ...condition, accept: "application/json" })).status).toBe(200);
    expect((await get(github, path, { "if-none-match": etag.slice(2) })).status).toBe(200);
    repo.editComment(ids[0] ?? 0, "other");
    expect((await get(github, path, condition)).status).toBe(200);
  });

  it("answered with 304 cost no point and carry no Link header", async () => {
    const { number } = thread(3);
    const path = `/repos/owner/name/issues/${number}/comments?per_page=1`;
    const first = await get(github, path);
    const again = await get(github, path, { "if-none-match": first.headers.get("etag") ?? "" });
    expect([first.headers.has("link"), again.status, again.headers.has("link")]).toEqual([true, 304, false]);
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(again.headers.get("x-ratelimit-remaining")).toBe(first.headers.get("x-ratelimit-remaining"));
    expect([github.points, github.requests]).toEqual([1, 2]);
  });

  it("are looked at only after the token and its permissions", async () => {
    const sha = await repo.push({ a: "1" });
    const path = "/repos/owner/name/commits/HEAD";
    const condition = { ...SHA, "if-none-match": `"${sha}"` };
    github.addToken("hidden", { repositories: {} });
    github.addToken("issues", { repositories: { "owner/name": ["issues"] } });
    github.addToken("sso", { repositories: "all", sso: { "owner/name": "https://sso.example.com/" } });
    expect((await get(github, path, condition, "unknown")).status).toBe(401);
    expect((await get(github, path, condition, null)).status).toBe(401);
    expect((await get(github, path, condition, "hidden")).status).toBe(404);
    expect((await get(github, path, condition, "issues")).status).toBe(403);
    const sso = await get(github, path, condition, "sso");
    expect([sso.status, sso.headers.get("x-github-sso")]).toEqual([403, "required; url=https://sso.example.com/"]);
    github.removeToken("secret-a");
    expect((await get(github, path, condition)).status).toBe(401);
  });
});

describe("a request", () => {
  it("that does not say what program it is gets nothing", async () => {
    const refused = await overSocket(github, "/rate_limit", { userAgent: false });
    expect(refused.toString()).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused.toString()).toContain("User-Agent");
  });

  it("to an Enterprise Server has its paths below /api/v3, also in links", async () => {
    const server = await startGitHub({ base: "/api/v3", limits: false });
    try {
      server.addToken("secret-a", { repositories: "all" });
      const other = server.addRepository("owner/name");
      const number = other.addIssue({ title: "Plan" });
      other.addComment(number, "one");
      other.addComment(number, "two");
      const { headers } = await get(server, `/repos/owner/name/issues/${number}/comments?per_page=1`);
      expect(headers.get("link")).toContain(`<${server.webUrl}/api/v3/repositories/${other.id}/issues/`);
      expect(headers.has("x-ratelimit-limit")).toBe(false);
      expect((await get(server, `${server.webUrl}/repos/owner/name`)).status).toBe(404);
      expect((await get(server, "/rate_limit")).status).toBe(404);
      expect(server.unexpected).toEqual(["GET /repos/owner/name"]);
    } finally {
      await server.stop();
    }
  });
});

describe("a repository that changes", () => {
  it("leads from its old name to its number, until another takes the name", async () => {
    thread(1);
    repo.rename("owner/new");
    const old = await get(github, "/repos/owner/name/issues/comments?per_page=5");
    const where = `${github.apiUrl}/repositories/${repo.id}/issues/comments?per_page=5`;
    expect([old.status, old.headers.get("location")]).toEqual([301, where]);
    expect((await get(github, where)).status).toBe(200);
    expect((await get(github, "/repos/OWNER/New")).status).toBe(200);
    github.addToken("hidden", { repositories: {} });
    expect((await get(github, "/repos/owner/name", {}, "hidden")).status).toBe(404);
    github.addRepository("owner/name");
    expect((await get(github, "/repos/owner/name")).status).toBe(200);
  });

  it("has another number when it was replaced, and nothing of the old one", async () => {
    const { number } = thread(1);
    await repo.push({ a: "1" });
    const other = repo.replace({ id: 77 });
    expect(other.id).toBe(77);
    expect((await get(github, `/repos/owner/name/issues/${number}/comments`)).status).toBe(404);
    expect((await get(github, "/repos/owner/name/commits/HEAD", SHA)).status).toBe(409);
    expect((await get(github, `/repositories/${repo.id}`)).status).toBe(404);
    other.remove();
    expect((await get(github, "/repos/owner/name")).status).toBe(404);
  });

  it("tells deleted issues from those that never were, and disabled ones from both", async () => {
    const { number, ids } = thread(1);
    repo.deleteIssue(number);
    expect((await get(github, `/repos/owner/name/issues/${number}/comments`)).status).toBe(410);
    expect((await get(github, "/repos/owner/name/issues/999/comments")).status).toBe(404);
    expect((await get(github, `/repos/owner/name/issues/comments/${ids[0]}`)).status).toBe(404);
    repo.setIssues(false);
    const disabled = await get(github, "/repos/owner/name/issues/comments");
    expect([disabled.status, JSON.parse(disabled.text)]).toMatchObject([
      410,
      { message: "Issues are disabled for this repo" },
    ]);
  });

  it("is read by every token while it is public, except by one that lists less", async () => {
    github.addRepository("owner/open");
    github.addToken("elsewhere", { repositories: {} });
    github.addToken("less", { repositories: { "owner/open": ["metadata"] } });
    expect((await get(github, "/repos/owner/open/issues/comments", {}, "elsewhere")).status).toBe(200);
    expect((await get(github, "/repos/owner/open", {}, "less")).status).toBe(200);
    expect((await get(github, "/repos/owner/open/issues/comments", {}, "less")).status).toBe(403);
  });
});

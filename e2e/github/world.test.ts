import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROUTES, startGitHub, type GitHub, type Repository } from "./index";
import { get } from "./testing/ask";

const SHA = { accept: "application/vnd.github.sha" };
let github: GitHub;
let repo: Repository;

beforeEach(async () => {
  github = await startGitHub();
  github.addToken("secret-a", { repositories: "all" });
  repo = github.addRepository("owner/name");
});
afterEach(() => github.stop());

describe("a push", () => {
  it("gives the same commit for the same files and dates", async () => {
    const other = github.addRepository("owner/other");
    const files = { 'a b/ü"\\.txt': "text", "deep/er/file": new Uint8Array([0, 255]) };
    expect(await repo.push(files)).toBe(await other.push(files));
    expect(await repo.push({}, { at: new Date(0) })).not.toBe(await other.push({}, { at: new Date(1000) }));
  });

  it("changes, adds and deletes, and leaves the rest", async () => {
    await repo.push({ "a/1": "1", "a/2": "2", b: "3" });
    await repo.push({ "a/1": null, b: "4", c: { link: "b" } });
    expect((await repo.git.tree("HEAD:a"))?.map(({ name }) => name)).toEqual(["2"]);
    expect((await repo.git.read("HEAD:b"))?.content.toString()).toBe("4");
    expect((await repo.git.tree("HEAD:"))?.map(({ name, mode }) => [name, mode])).toEqual([
      ["a", "040000"],
      ["b", "100644"],
      ["c", "120000"],
    ]);
  });

  it("can go back in history, or begin another one", async () => {
    const first = await repo.push({ a: "1" });
    await repo.push({ b: "2" });
    await repo.push({ c: "3" }, { force: first });
    expect((await repo.git.tree("HEAD:"))?.map(({ name }) => name)).toEqual(["a", "c"]);
    await repo.push({ d: "4" }, { force: "root" });
    expect((await repo.git.tree("HEAD:"))?.map(({ name }) => name)).toEqual(["d"]);
  });

  it("waits for the one before it", async () => {
    await Promise.all([repo.push({ a: "1" }), repo.push({ b: "2" }), repo.push({ c: "3" })]);
    expect((await repo.git.tree("HEAD:"))?.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("can be of objects that git itself would not make", async () => {
    const blob = await repo.git.write("blob", "text");
    const entry = Buffer.concat([Buffer.from("100644 ../x\0"), Buffer.from(blob, "hex")]);
    const tree = await repo.git.write("tree", entry);
    await repo.push({ a: "1", below: { tree } });
    expect((await repo.git.tree("HEAD:below"))?.map(({ name }) => name)).toEqual(["../x"]);
    await repo.push({ "": { tree } });
    expect((await repo.git.tree("HEAD:"))?.map(({ name }) => name)).toEqual(["../x"]);
  });
});

describe("the log", () => {
  it("tells everything about a request but the token", async () => {
    const sha = await repo.push({ a: "1" });
    await get(github, "/repos/owner/name/commits/HEAD?x=1", { ...SHA, "if-none-match": '"old"' });
    expect(github.log).toMatchObject([
      {
        method: "GET",
        path: "/repos/owner/name/commits/HEAD",
        query: { x: "1" },
        route: ROUTES.commit,
        repository: "owner/name",
        resource: "core",
        status: 200,
        points: 1,
        accept: SHA.accept,
        ifNoneMatch: '"old"',
        token: "et-a",
        bytes: sha.length,
        fault: null,
      },
    ]);
  });

  it("begins anew after a reset, and keeps what nobody should ask", async () => {
    await get(github, "/user");
    expect(github.unexpected).toEqual(["GET /user"]);
    github.reset();
    expect([github.requests, github.points, github.unexpected]).toEqual([0, 0, []]);
  });
});

describe("an action before a request", () => {
  it("changes the answer of the one that is meant", async () => {
    const first = await repo.push({ a: "1" });
    const handle = github.before(ROUTES.commit, () => repo.push({ a: "2" }), { skip: 1 });
    const read = async () => (await get(github, "/repos/owner/name/commits/HEAD", SHA)).text;
    expect(await read()).toBe(first);
    const second = await read();
    expect([second === first, second === (await repo.sha()), handle.hits]).toEqual([false, true, 1]);
    expect(await read()).toBe(second);
  });

  it("lets a comment vanish between two pages", async () => {
    const issue = repo.addIssue({ title: "Plan" });
    const ids = [1, 2, 3].map((n) => repo.addComment(issue, `No. ${n}`));
    github.before(
      ({ query }) => query.page === "2",
      () => repo.deleteComment(ids[0] ?? 0),
    );
    const page = async (n: number) => {
      const { text } = await get(github, `/repos/owner/name/issues/${issue}/comments?per_page=2&page=${n}`);
      return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
    };
    expect([await page(1), await page(2)]).toEqual([ids.slice(0, 2), []]);
  });
});

describe("limits and time", () => {
  it("are spent by answers and not by 304, and refuse when nothing is left", async () => {
    const sha = await repo.push({ a: "1" });
    github.setLimit({ core: { limit: 60, remaining: 1 } });
    const path = "/repos/owner/name/commits/HEAD";
    expect((await get(github, path, { ...SHA, "if-none-match": `"${sha}"` })).status).toBe(304);
    const last = await get(github, path, SHA);
    expect([last.status, last.headers.get("x-ratelimit-remaining"), last.headers.get("x-ratelimit-used")]).toEqual([
      200,
      "0",
      "60",
    ]);
    const refused = await get(github, path, SHA);
    expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
    expect((await get(github, "/rate_limit")).status).toBe(200);
  });

  it("are whole again at the time that was told", async () => {
    github.setNow(new Date("2026-09-01T12:00:00Z"));
    github.setLimit({ core: { limit: 60, remaining: 0 } });
    const refused = await get(github, "/repos/owner/name");
    const reset = Number(refused.headers.get("x-ratelimit-reset")) * 1000;
    expect(new Date(reset).toISOString()).toBe("2026-09-01T13:00:00.000Z");
    github.setNow(new Date(reset));
    const { status, headers } = await get(github, "/repos/owner/name");
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "59"]);
  });

  it("follow a clock of the server's own", async () => {
    github.setNow(new Date("2026-09-01T12:00:00Z"));
    github.skew(-90_000);
    const { headers } = await get(github, "/repos/owner/name");
    expect(headers.get("date")).toBe("Tue, 01 Sep 2026 11:58:30 GMT");
    const id = repo.addComment(repo.addIssue({ title: "Plan" }), "text");
    expect(repo.comment(id)?.createdAt.toISOString()).toBe("2026-09-01T11:58:30.000Z");
  });
});

describe("answers that are not small", () => {
  it("are compressed for a client that takes it, and only then", async () => {
    const headers = { authorization: "Bearer secret-a" };
    const path = `${github.apiUrl}/repos/owner/name`;
    const asked = await fetch(path, { headers: { ...headers, "accept-encoding": "gzip" } });
    expect(asked.headers.get("content-encoding")).toBe("gzip");
    expect(await asked.json()).toMatchObject({ full_name: "owner/name" });
    const plain = await fetch(path, { headers: { ...headers, "accept-encoding": "identity" } });
    expect(plain.headers.has("content-encoding")).toBe(false);
  });
});

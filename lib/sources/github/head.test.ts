import { describe, expect, it } from "vitest";
import { faults, ROUTES } from "../../../e2e/github";
import type { Pin } from "@/lib/contracts/core/look";
import { answerOf, Hub, OTHER_TOKEN, short, valueOf, wordsOf } from "./testing/github";
import { PLAIN_EVERY } from "./validator";

const UNCHANGED = { answer: "unchanged" };
const commit = (sha: string): Pin => ({ kind: "commit", sha });

describe("the head", () => {
  it("is the commit that the default branch names, asked as its name alone", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ a: "1" });
    expect(answerOf(await hub.source.head(null))).toEqual({ answer: "value", value: commit(sha) });
    const [entry] = hub.github.log;
    expect(entry).toMatchObject({
      path: "/repos/owner/repository/commits/HEAD",
      accept: "application/vnd.github.sha",
      apiVersion: "2022-11-28",
      ifNoneMatch: null,
      userAgent: "muster",
    });
  });

  it("is its own validator: unchanged, it costs one request and no point", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ a: "1" });
    const pin = await hub.pin();
    hub.github.reset();
    const look = await hub.source.head(pin);
    expect(answerOf(look)).toEqual(UNCHANGED);
    expect(look.requests).toBe(1);
    expect(hub.github.log).toMatchObject([{ status: 304, ifNoneMatch: `"${sha}"` }]);
    expect(hub.github.points).toBe(0);
  });

  it("is unchanged without cost for another token too, since the commit is no secret of the first", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const pin = await hub.pin();
    hub.token = OTHER_TOKEN;
    hub.github.reset();
    expect(answerOf(await hub.source.head(pin))).toEqual(UNCHANGED);
    expect(hub.github.log).toMatchObject([{ status: 304, token: OTHER_TOKEN.slice(-4) }]);
    expect(hub.github.points).toBe(0);
  });

  it("is refused to another token that may not read the repository, whatever was known", async () => {
    const hub = await Hub.start({ private: true });
    await hub.repository.push({ a: "1" });
    const pin = await hub.pin();
    hub.github.addToken("nobody", { repositories: {} });
    hub.token = "nobody";
    expect(short(await hub.source.head(pin))).toBe("denied 404");
  });

  it("moves with a push, and with a push by force to a history without the old commit", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const first = await hub.pin();
    const second = await hub.repository.push({ a: "2" });
    expect(answerOf(await hub.source.head(first))).toEqual({ answer: "value", value: commit(second) });
    const third = await hub.repository.push({ a: "3" }, { force: "root" });
    expect(answerOf(await hub.source.head(commit(second)))).toEqual({ answer: "value", value: commit(third) });
  });

  it("is asked for plainly on the first look, so that a commit kept from before a start is checked whole", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ a: "1" });
    expect(answerOf(await hub.source.head(commit(sha)))).toEqual(UNCHANGED);
    expect(hub.github.log).toMatchObject([{ status: 200, ifNoneMatch: null }]);
  });

  it("is asked for plainly once in a while, so that a server which says “unchanged” for ever is found out", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const pin = await hub.pin();
    const pushed = await hub.repository.push({ a: "2" });
    const lie = (entry: { ifNoneMatch: string | null }) => entry.ifNoneMatch !== null;
    hub.github.inject({ match: lie, fault: faults.notModified(), times: Infinity });
    hub.tick(PLAIN_EVERY - 1_000);
    expect(answerOf(await hub.source.head(pin))).toEqual(UNCHANGED);
    hub.tick(1_000);
    expect(answerOf(await hub.source.head(pin))).toEqual({ answer: "value", value: commit(pushed) });
    hub.github.reset();
    expect(answerOf(await hub.source.head(commit(pushed)))).toEqual(UNCHANGED);
    expect(hub.github.log).toMatchObject([{ ifNoneMatch: `"${pushed}"` }]);
  });

  it("is never “unchanged” where nothing was known: a 304 to a plain question is asked again, and then refused", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ a: "1" });
    hub.github.inject({ match: ROUTES.commit, fault: faults.notModified() });
    expect(answerOf(await hub.source.head(null))).toEqual({ answer: "value", value: commit(sha) });
    expect(hub.github.log.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, null]);
    hub.github.inject({ match: ROUTES.commit, fault: faults.notModified(), times: Infinity });
    hub.github.reset();
    expect(short(await hub.source.head(null))).toBe("failed malformed");
    expect(hub.github.requests).toBe(2);
  });

  it("of an empty repository is the absence of commits, and appears with the first push", async () => {
    const hub = await Hub.start();
    expect(short(await hub.source.head(null))).toBe("absent commits");
    const sha = await hub.repository.push({ a: "1" });
    expect(answerOf(await hub.source.head(null))).toEqual({ answer: "value", value: commit(sha) });
  });

  it.each([
    ["HTML", "<html></html>"],
    ["nothing", ""],
    ["a short name", "abc123"],
    ["capitals", "A".repeat(40)],
    ["a name with more behind it", `${"a".repeat(40)} and more`],
    ["a list", JSON.stringify([{ sha: "a".repeat(40) }])],
    ["two names", `${"a".repeat(40)}\n${"b".repeat(40)}`],
  ])("is refused where the answer is no object's name but %s", async (_what, body) => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    const headers = { "content-type": "application/vnd.github.sha" };
    hub.github.inject({ match: ROUTES.commit, fault: faults.answer({ status: 200, headers, body }) });
    const look = await hub.source.head(null);
    expect(short(look)).toBe("failed malformed");
    expect(wordsOf(look).detail).toContain("name of a commit");
  });

  it("may have a name of SHA-256, or a line break behind it", async () => {
    const hub = await Hub.start();
    const sha = "0123456789abcdef".repeat(4);
    hub.github.inject({ match: ROUTES.commit, fault: faults.answer({ status: 200, body: `${sha}\n` }) });
    expect(valueOf(await hub.source.head(null))).toEqual(commit(sha));
  });

  it("cannot be asked for with what a working directory was read at", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ a: "1" });
    expect(valueOf(await hub.source.head({ kind: "worktree", digest: sha }))).toEqual(commit(sha));
    expect(hub.github.log).toMatchObject([{ ifNoneMatch: null }]);
  });
});

describe("a ref", () => {
  it.each(["main", "feature/with/slashes", "50%-done", "%2e%2e", "größe", "名前", "a#b;c&amp", "v1.0"])(
    "named %s is read as it is written",
    async (ref) => {
      const hub = await Hub.start({ ref });
      const main = await hub.repository.push({ a: "1" });
      const sha = ref === "main" ? main : await hub.repository.push({ a: "2" }, { branch: ref, force: main });
      expect(valueOf(await hub.source.head(null))).toEqual(commit(sha));
      expect(hub.github.log.map(({ path }) => decodeURIComponent(path))).toEqual([
        `/repos/owner/repository/commits/${ref}`,
      ]);
    },
  );

  it("may be a tag or a commit", async () => {
    const hub = await Hub.start();
    const first = await hub.repository.push({ a: "1" });
    await hub.repository.push({ a: "2" });
    await hub.repository.git.point("refs/tags/v1", first);
    for (const ref of ["v1", first])
      expect(valueOf(await hub.open("owner/repository", ref).head(null))).toEqual(commit(first));
  });

  it.each(["gone", "a..b", "a/../main", "../../other/commits/main", "@{1}", "\ud800"])(
    "named %j, which is not there, is an absent ref",
    async (ref) => {
      const hub = await Hub.start({ ref });
      await hub.repository.push({ a: "1" });
      expect(short(await hub.source.head(null))).toBe("absent ref");
    },
  );

  it.each(["", ".", ".."])("named %j never leads to another place of the API", async (ref) => {
    const hub = await Hub.start({ ref });
    await hub.repository.push({ a: "1" });
    expect(short(await hub.source.head(null))).toBe("absent ref");
    expect(hub.github.requests).toBe(0);
  });

  it("that is deleted is an absent ref, also where its last commit is known", async () => {
    const hub = await Hub.start({ ref: "work" });
    const main = await hub.repository.push({ a: "1" });
    await hub.repository.push({ a: "2" }, { branch: "work", force: main });
    const pin = await hub.pin();
    await hub.repository.git.point("refs/heads/work", null);
    expect(short(await hub.source.head(pin))).toBe("absent ref");
  });
});

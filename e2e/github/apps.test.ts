import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startGitHub, type GitHub, type Repository } from "./index";
import { get } from "./testing/ask";

const APP = 12;
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const PUBLIC = publicKey.export({ type: "spki", format: "pem" }).toString();
const NOW = Date.parse("2026-10-01T00:00:00Z");
const HOUR = 3_600_000;

let github: GitHub;
let repository: Repository;
let installation: number;

beforeEach(async () => {
  github = await startGitHub();
  github.setNow(new Date(NOW));
  github.apps.add({ id: APP, publicKey: PUBLIC });
  repository = github.addRepository("owner/name", { private: true });
  installation = github.apps.install(APP, { owner: "owner" });
});
afterEach(() => github.stop());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const usual = { iat: NOW / 1_000 - 30, exp: NOW / 1_000 + 570, iss: APP };

function assertion(claims: Record<string, unknown> = {}, key = privateKey, header: unknown = { alg: "RS256" }): string {
  const body = `${part(header)}.${part({ ...usual, ...claims })}`;
  return `${body}.${sign("RSA-SHA256", Buffer.from(body), key).toString("base64url")}`;
}

const find = (jwt: string) => get(github, "/repos/owner/name/installation", { "user-agent": "x" }, jwt);

async function mint(jwt = assertion(), id = installation) {
  const url = `${github.apiUrl}/app/installations/${id}/access_tokens`;
  const headers = { authorization: `Bearer ${jwt}`, "user-agent": "x" };
  const answer = await fetch(url, { method: "POST", headers });
  const body = (await answer.json()) as { token?: string; expires_at?: string; message?: string };
  return { ...body, status: answer.status };
}

describe("an App's assertion", () => {
  it("that its key signed a moment ago is accepted, for both of its questions", async () => {
    expect(await find(assertion())).toMatchObject({ status: 200 });
    expect(await mint()).toMatchObject({ status: 201, expires_at: "2026-10-01T01:00:00Z" });
  });

  const other = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
  const body = `${part({ alg: "HS256" })}.${part(usual)}`;
  it.each([
    ["another key's", () => assertion({}, other), 401],
    [
      "one by the public key as a secret",
      () => `${body}.${createHmac("sha256", PUBLIC).update(body).digest("base64url")}`,
      401,
    ],
    ["one without a signature", () => `${part({ alg: "none" })}.${part(usual)}.`, 401],
    [
      "one whose claims were changed",
      () => [part({ alg: "RS256" }), part(usual), assertion({ iat: 1 }).split(".")[2]].join("."),
      401,
    ],
    ["no assertion", () => "ghs_x", 401],
    ["one of the future", () => assertion({ iat: NOW / 1_000 + 1 }), 401],
    ["one that has ended", () => assertion({ exp: NOW / 1_000 }), 401],
    ["one that is good for too long", () => assertion({ exp: NOW / 1_000 + 601 }), 401],
    ["one without an end", () => assertion({ exp: undefined }), 401],
    ["one of an App that is not there", () => assertion({ iss: 13 }), 404],
  ])("is refused: %s", async (_what, jwt, status) => {
    expect((await find(jwt())).status).toBe(status);
    expect((await mint(jwt())).status).toBe(status);
    expect(github.apps.minted(installation)).toBe(0);
  });

  it("opens nothing of a repository by itself", async () => {
    expect((await get(github, "/repos/owner/name", { "user-agent": "x" }, assertion())).status).toBe(401);
  });
});

describe("an installation's token", () => {
  const read = async (token: string | undefined, headers: Record<string, string> = {}) =>
    get(github, "/repos/owner/name", { "user-agent": "x", ...headers }, token ?? "");

  it("reads what the installation covers, for an hour by this server's clock", async () => {
    const { token } = await mint();
    expect((await read(token)).status).toBe(200);
    github.addRepository("other/name", { private: true });
    expect((await get(github, "/repos/other/name", {}, token ?? "")).status).toBe(404);
    github.setNow(new Date(NOW + HOUR - 1));
    expect((await read(token)).status).toBe(200);
    github.setNow(new Date(NOW + HOUR));
    expect((await read(token)).status).toBe(401);
  });

  it("has validators of its own, and shares its points with the others of the installation", async () => {
    github.setLimit({ core: { limit: 5_000, remaining: 3 } });
    const one = await mint();
    const two = await mint();
    const etag = (await read(one.token)).headers.get("etag") ?? "";
    expect((await read(one.token, { "if-none-match": etag })).status).toBe(304);
    expect((await read(two.token, { "if-none-match": etag })).status).toBe(200);
    expect((await read(one.token)).status).toBe(200);
    expect((await read(two.token)).status).toBe(403);
  });

  it("ends when it is revoked and with its installation, and is refused while that is suspended", async () => {
    const { token } = await mint();
    github.apps.suspend(installation);
    expect(await read(token)).toMatchObject({ status: 403 });
    expect(await mint()).toMatchObject({ status: 403, message: "This installation has been suspended" });
    github.apps.suspend(installation, false);
    expect((await read(token)).status).toBe(200);
    github.apps.revoke(installation);
    expect((await read(token)).status).toBe(401);
    github.apps.uninstall(installation);
    expect((await mint()).status).toBe(404);
    expect((await find(assertion())).status).toBe(404);
  });

  it("is of the repositories that were chosen, with the permissions that were given", async () => {
    github.addRepository("owner/second", { private: true });
    github.apps.uninstall(installation);
    const id = github.apps.install(APP, { owner: "owner", repositories: ["owner/name"], permissions: ["metadata"] });
    const { token } = await mint(assertion(), id);
    expect((await read(token)).status).toBe(200);
    expect((await get(github, "/repos/owner/second", {}, token ?? "")).status).toBe(404);
    const comments = await get(github, "/repos/owner/name/issues/comments", {}, token ?? "");
    expect([comments.status, comments.text.includes("by integration")]).toEqual([403, true]);
    expect(repository.fullName).toBe("owner/name");
  });
});

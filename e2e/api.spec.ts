import { request as rawRequest } from "node:http";
import { readFileSync } from "node:fs";
import { expect, test, type APIRequestContext } from "@playwright/test";
import { allRead } from "./fixtures";
import { startMuster, type Muster } from "./serve";

let muster: Muster;

test.beforeAll(async () => {
  muster = await startMuster();
  // A server that has just begun says "reading" for a moment.
  await allRead(muster.url);
});
test.afterAll(() => muster.stop());

const LIGHTHOUSE = "/api/repos/harbor/lighthouse";
const DOCUMENTS = ["registry", "work", "evidence", "agents/runtime-engineer"];

/** A request that node:http sends as told: fetch would not let a test choose its Host. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(muster.url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (piece: string) => (body += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    sent.on("error", reject).end();
  });
}

test.describe("documents", () => {
  for (const kind of DOCUMENTS) {
    test(`${kind}: names its snapshot and pin, comes with a strong ETag that names the coding, and is 304 to who has it`, async ({
      request,
    }) => {
      const first = await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`, { headers: { "accept-encoding": "br" } });
      const document = await first.json();
      expect(document).toMatchObject({
        schema: 1,
        repository: "harbor/lighthouse",
        pin: { kind: "commit", sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
      });
      const etag = first.headers()["etag"] ?? "";
      expect(etag).toMatch(new RegExp(`^"${document.snapshot.slice(0, 32)}-.*-br"$`));
      expect(first.headers()["cache-control"]).toBe("private, no-cache");
      const again = await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`, {
        headers: { "accept-encoding": "br", "if-none-match": etag },
      });
      expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
      const gzip = await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`, {
        headers: { "accept-encoding": "gzip", "if-none-match": etag },
      });
      expect(gzip.status()).toBe(200);
      expect(await gzip.json()).toEqual(document);
    });
  }

  test("hold nothing that changes while the snapshot stands: two answers are the same bytes", async ({ request }) => {
    for (const kind of DOCUMENTS) {
      const [one, two] = [
        await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`),
        await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`),
      ];
      expect(await one.text()).toBe(await two.text());
    }
  });

  test("never carry what identity is never read from: assignees, labels, author association", async ({ request }) => {
    for (const kind of DOCUMENTS) {
      const text = await (await request.get(`${muster.url}${LIGHTHOUSE}/${kind}`)).text();
      expect(text).not.toMatch(/assignee|author_association|"labels?"\s*:/i);
    }
  });

  test("the repository's letter case does not matter in the address, and the answer spells it as configured", async ({
    request,
  }) => {
    const response = await request.get(`${muster.url}/api/repos/Harbor/LIGHTHOUSE/registry`);
    expect(await response.json()).toMatchObject({ repository: "harbor/lighthouse" });
  });
});

test.describe("status and overview", () => {
  test("the status carries the server's clock, ages, bands and counts", async ({ request }) => {
    const status = await (await request.get(`${muster.url}${LIGHTHOUSE}/status`)).json();
    expect(Math.abs(Date.parse(status.data.now) - Date.now())).toBeLessThan(60_000);
    expect(status.data).toMatchObject({
      identity: { state: "complete" },
      work: { state: "conflict" },
      repository: { state: "conflict" },
      tabs: { roster: 17, tombstones: 4 },
      revision: 41,
    });
    expect(status.data.bands.map((band: { code: string }) => band.code)).toContain("exported");
  });

  test("a question about another snapshot is answered at once, one about this snapshot may wait", async ({
    request,
  }) => {
    const began = Date.now();
    await request.get(`${muster.url}${LIGHTHOUSE}/status?after=other&wait=9000`);
    expect(Date.now() - began).toBeLessThan(5_000);
    const { snapshot } = await (await request.get(`${muster.url}${LIGHTHOUSE}/status`)).json();
    const waits = Date.now();
    await request.get(`${muster.url}${LIGHTHOUSE}/status?after=${snapshot}&wait=700`);
    expect(Date.now() - waits).toBeGreaterThanOrEqual(690);
  });

  test("the overview lists all repositories worst first", async ({ request }) => {
    const { data } = await (await request.get(`${muster.url}/api/repos`)).json();
    const order = ["unavailable", "conflict", "incomplete", "held", "stale", "complete"];
    const ranks = data.repositories.map((row: { state: { state: string } }) => order.indexOf(row.state.state));
    expect(ranks).toEqual([...ranks].sort((a: number, b: number) => a - b));
    expect(data.repositories.length).toBeGreaterThan(8);
    expect(data.demo).toBe(true);
  });
});

test.describe("evidence", () => {
  const piece = async (request: APIRequestContext, address: string) =>
    request.get(`${muster.url}${LIGHTHOUSE}/evidence?address=${encodeURIComponent(address)}`);

  test("a record's lines are exactly the lines of the file that hold it", async ({ request }) => {
    const { data } = await (await piece(request, "registry:/agents/runtime-engineer")).json();
    const file = readFileSync("demo/harbor/lighthouse/.squad/casting/registry.json", "utf8").split("\n");
    const marked = data.bytes.lines.filter((line: { mark: string }) => line.mark === "in");
    expect(marked[0].text).toContain('"runtime-engineer": {');
    for (const line of data.bytes.lines) expect(line.text).toBe(file[line.n - 1]);
    expect(data.failed).toEqual([]);
    expect(data.passed.length).toBeGreaterThan(10);
  });

  test("the download is the exact bytes, as an attachment that nothing can run", async ({ request }) => {
    const response = await request.get(`${muster.url}${LIGHTHOUSE}/evidence?address=registry%3A&download=1`);
    expect(await response.body()).toEqual(readFileSync("demo/harbor/lighthouse/.squad/casting/registry.json"));
    expect(response.headers()).toMatchObject({
      "content-disposition": 'attachment; filename="registry.json"',
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
    });
  });

  for (const [address, status, code] of [
    ["registry:/agents/nobody", 404, "unknown-evidence"],
    ["registry:agents", 404, "unknown-evidence"],
    ["comment:1:", 404, "unknown-evidence"],
    ["comment:0:", 400, "bad-address"],
    ["comment:../../etc:", 400, "bad-address"],
    ["file:/etc/passwd", 400, "bad-address"],
    ["avatar:../../x", 404, "unknown-evidence"],
    ["", 400, "bad-address"],
  ] as const) {
    test(`the address ${JSON.stringify(address)} is answered ${code}`, async ({ request }) => {
      const response = await piece(request, address);
      expect(response.status()).toBe(status);
      expect(response.headers()["content-type"]).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({
        status,
        code,
        title: expect.any(String),
        detail: expect.any(String),
      });
    });
  }
});

test.describe("errors", () => {
  for (const [path, code] of [
    ["/api/repos/harbor/nowhere/registry", "unknown-repository"],
    ["/api/repos/harbor/lighthouse/agents/nobody", "unknown-agent"],
    ["/api/repos/harbor/lighthouse/agents/constructor", "unknown-agent"],
    ["/api/repos/harbor/lighthouse/agents/__proto__", "unknown-agent"],
    ["/api/nothing/here", "not-found"],
  ] as const) {
    test(`${path} is 404 ${code}`, async () => {
      const { status, body, headers } = await raw(path, { host: new URL(muster.url).host });
      expect([status, headers["content-type"]]).toEqual([404, "application/problem+json"]);
      expect(JSON.parse(body)).toMatchObject({ code });
    });
  }

  for (const path of ["/api/repos/harbor/lighthouse/agents/%E0%A4%A", "/repos/%zz/lighthouse/roster", "/%"]) {
    test(`${path}, which is not well-formed, is 400 with a plain statement and nothing of a page`, async () => {
      const { status, body, headers } = await raw(path, { host: new URL(muster.url).host });
      expect(status).toBe(400);
      expect(body).toContain("Not a well-formed address");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      if (path.startsWith("/api/"))
        expect([headers["content-type"], JSON.parse(body).code]).toEqual([
          "application/problem+json",
          "malformed-address",
        ]);
    });
  }

  for (const [method, path] of [
    ["TRACE", "/api/repos"],
    ["PUT", "/repos/harbor/lighthouse/roster"],
    ["POST", "/"],
  ] as const) {
    test(`${method} ${path} is refused in words`, async () => {
      const { status, body } = await raw(path, { host: new URL(muster.url).host }, method);
      expect(status).toBe(405);
      expect(body).toMatch(/does not take that method|can only be read/);
    });
  }

  test("a request under a host name that somebody pointed here is refused, on the API and on pages", async () => {
    const api = await raw(`${LIGHTHOUSE}/registry`, { host: "evil.example" });
    expect([api.status, JSON.parse(api.body).code]).toEqual([421, "wrong-host"]);
    const page = await raw("/repos/harbor/lighthouse/roster", { host: "evil.example" });
    expect(page.status).toBe(421);
    expect(page.body).not.toMatch(/Kepler|runtime-engineer|lighthouse<\/b>/);
  });

  test("a POST from another site is refused, and starts nothing", async () => {
    const { host } = new URL(muster.url);
    const elsewhere: Record<string, string>[] = [
      { origin: "http://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ];
    for (const headers of elsewhere) {
      const { status, body } = await raw(`${LIGHTHOUSE}/revalidate`, { host, ...headers }, "POST");
      expect([status, JSON.parse(body).code]).toEqual([403, "wrong-origin"]);
    }
  });

  test("a look can be asked for once in 10 s a repository; the next answer says when", async ({ request }) => {
    const first = await request.post(`${muster.url}/api/repos/harbor/jetty/revalidate`, {
      headers: { origin: muster.url },
    });
    expect(first.status()).toBe(202);
    const second = await request.post(`${muster.url}/api/repos/harbor/jetty/revalidate`);
    expect(second.status()).toBe(429);
    expect(Number(second.headers()["retry-after"])).toBeGreaterThan(0);
    expect(await second.json()).toMatchObject({ code: "too-soon" });
  });

  test("every address that only reads answers 405 to what would write", async ({ request }) => {
    const paths = [
      ...DOCUMENTS.map((kind) => `${LIGHTHOUSE}/${kind}`),
      `${LIGHTHOUSE}/status`,
      "/api/repos",
      "/api/health",
    ];
    for (const path of paths) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const response = await request.fetch(`${muster.url}${path}`, { method });
        expect([path, method, response.status()]).toEqual([path, method, 405]);
        expect(await response.json()).toMatchObject({ code: "method-not-allowed" });
      }
    }
  });
});

test.describe("headers", () => {
  test("a page forbids everything that is not its own, by a policy with a nonce that is new each time", async ({
    request,
  }) => {
    const policies = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const headers = (await request.get(muster.url)).headers();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toMatch(/script-src 'nonce-[0-9a-f]{32}' 'strict-dynamic'/);
      expect(policy).toMatch(/style-src 'self' 'nonce-/);
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "default-src 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toContain("unsafe");
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      policies.push(policy);
    }
    expect(policies[0]).not.toBe(policies[1]);
  });

  test("server HTML carries no style attribute, which the policy would refuse", async ({ request }) => {
    for (const path of [
      "/",
      "/repos/harbor/lighthouse/roster",
      "/repos/harbor/lighthouse/work",
      "/repos/harbor/lighthouse/tombstones",
      "/repos/harbor/lighthouse/evidence",
    ]) {
      expect(await (await request.get(`${muster.url}${path}`)).text()).not.toMatch(/<[^>]+\sstyle=/);
    }
  });
});

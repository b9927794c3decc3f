import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { codingFor, matches, serve, Serialized } from "./respond";

const big = { rows: Array.from({ length: 200 }, (_, index) => `row ${index}`) };
const ask = (headers: Record<string, string> = {}) => new Request("http://127.0.0.1/api", { headers });

describe("Accept-Encoding", () => {
  it.each([
    [null, "identity"],
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity", "identity"],
    ["br;q=nonsense", "identity"],
    ["BR", "br"],
  ])("%j gives %s", (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });
});

describe("If-None-Match", () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
    [null, false],
  ])("%j matches: %s", (header, expected) => {
    expect(matches(header, '"a"')).toBe(expected);
  });
});

describe("a document", () => {
  it("is not to be coded on its way, where somebody takes nothing but a coding that its ETag does not name", async () => {
    const cacheControl = async (accept: string) =>
      (await serve(ask({ "accept-encoding": accept }), new Serialized("s1-registry", big))).headers.get(
        "cache-control",
      );
    expect(await cacheControl("deflate")).toBe("private, no-cache, no-transform");
    expect(await cacheControl("gzip, deflate, br")).toBe("private, no-cache");
  });

  it("is answered in each coding with a strong ETag of its own, and decodes to the same bytes", async () => {
    const document = new Serialized("s1-registry", big);
    const plain = await serve(ask(), document);
    const br = await serve(ask({ "accept-encoding": "br" }), document);
    const gz = await serve(ask({ "accept-encoding": "gzip" }), document);
    const etags = [plain, br, gz].map((response) => response.headers.get("etag"));
    expect(etags).toEqual(['"s1-registry-identity"', '"s1-registry-br"', '"s1-registry-gzip"']);
    const text = await plain.text();
    expect(JSON.parse(text)).toEqual(big);
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(text);
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).toString()).toBe(text);
  });

  it("is answered 304 without a body where the browser has it in that coding, and only then", async () => {
    const document = new Serialized("s1-registry", big);
    const same = await serve(ask({ "accept-encoding": "br", "if-none-match": '"s1-registry-br"' }), document);
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", '"s1-registry-br"']);
    const other = await serve(ask({ "accept-encoding": "gzip", "if-none-match": '"s1-registry-br"' }), document);
    expect(other.status).toBe(200);
  });

  it("names its coding under a spelling that Next does not drop, and carries no coding where it has none", async () => {
    const names = async (headers: Record<string, string>) => {
      const seen: string[] = [];
      (await serve(ask(headers), new Serialized("t", big))).headers.forEach((_, name) => seen.push(name));
      return seen.filter((name) => /encoding/i.test(name));
    };
    expect(await names({ "accept-encoding": "gzip" })).toEqual(["Content-Encoding"]);
    expect(await names({})).toEqual([]);
  });

  it("is private, revalidated each time, varies by coding, and can neither run nor be read elsewhere", async () => {
    const { headers } = await serve(ask(), new Serialized("t", {}));
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-cache",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-type": "application/json; charset=utf-8",
    });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAllowedHost, isOwnOrigin } from "./hosts";

describe("the Host check", () => {
  it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST:1"])(
    "answers to loopback as %s",
    (host) => {
      expect(isAllowedHost(host, [])).toBe(true);
    },
  );

  it.each([
    null,
    "",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example:3000",
    "127.0.0.2",
    "evil.example:3000#localhost",
  ])("refuses %j, which may be a name that somebody pointed here", (host) => {
    expect(isAllowedHost(host, [])).toBe(false);
  });

  it("answers to the hosts that the operator named, with and without a port", () => {
    expect(isAllowedHost("muster.example:8443", ["muster.example"])).toBe(true);
    expect(isAllowedHost("muster.example:8443", ["muster.example:8443"])).toBe(true);
    expect(isAllowedHost("other.example", ["muster.example"])).toBe(false);
  });

  it("never throws and never lets a host through that is not named", () => {
    fc.assert(fc.property(fc.string(), (prefix) => !isAllowedHost(`${prefix}.example`, [])));
  });
});

describe("the Origin check", () => {
  const from = (headers: Record<string, string>) => isOwnOrigin(new Headers({ host: "127.0.0.1:3000", ...headers }));

  it("takes our own pages, and programs that send no Origin", () => {
    expect(from({ origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" })).toBe(true);
    expect(from({})).toBe(true);
  });

  it.each([
    { origin: "http://evil.example" },
    { origin: "http://127.0.0.1:3001" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" },
  ])("refuses %j", (headers) => {
    expect(from(headers as Record<string, string>)).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faults } from "../../../e2e/github";
import { classify, isJson, plain, saying, singleSignOn, type Subject } from "./classify";
import { comment as commentForm, placed } from "./comments";
import { personal } from "./credential";
import type { Wire } from "./http";
import { parseJson } from "./json";
import { rowOf } from "./listing";
import { Hub, REGISTRY, short, valueOf } from "./testing/github";
import { conditional, PLAIN_EVERY, validatorOf } from "./validator";

const latin = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) });
const type = fc.oneof(
  latin,
  fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "application/vnd.github+json",
    "text/html",
    "",
  ),
);
const jsonText = fc.oneof(
  fc.json(),
  fc.string(),
  fc.json().map((text) => text.slice(0, -1)),
);
const body = fc.oneof(
  jsonText.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
);
const headers = fc
  .record(
    { "content-type": type, "x-github-sso": latin, "retry-after": latin, "x-ratelimit-remaining": latin },
    { requiredKeys: [] },
  )
  .map((record) => new Headers(record));
const wire: fc.Arbitrary<Wire> = fc.record({
  status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(401, 403, 404, 409, 410, 422, 429, 451, 500)),
  headers,
  bytes: body,
});
const subject = fc.constantFrom<Subject>("commit", "content", "feed", "thread", "comment", "graphql");

describe("a failure of any form", () => {
  it("is a limit or has words, never throws, and links nowhere but to the configured host", () => {
    fc.assert(
      fc.property(wire, subject, (given, about) => {
        const failure = classify(given, { subject: about, webHost: "github.com", token: "" });
        if (!("refusal" in failure)) return given.status === 403 || given.status === 429;
        const { refusal } = failure;
        if (given.status === 429) return false;
        if (refusal.answer === "absent") return [404, 409, 410, 422].includes(given.status);
        if ("help" in refusal && refusal.help !== undefined)
          expect(new URL(refusal.help).origin).toBe("https://github.com");
        if (refusal.answer === "denied") expect(refusal.status).toBe(given.status);
        expect(refusal.detail).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        return refusal.detail.length > 10 && refusal.detail.length < 400;
      }),
      { numRuns: 3_000 },
    );
  });

  it("says plain text: on one line, of visible characters, whole ones, and no longer than a sentence", () => {
    const piece = fc.constantFrom(
      "\u0000",
      "\n",
      "\u202e",
      "\u200b",
      "\ud83d",
      "\ude00",
      "😀",
      "a",
      " ",
      "<b>",
      "\u2028",
      "\ufeff",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.array(piece, { maxLength: 600 }).map((it) => it.join("")),
    );
    fc.assert(
      fc.property(text, (written) => {
        const said = plain(written, "");
        expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]| {2}/u);
        expect(said).toBe(said.trim());
        expect(said.isWellFormed()).toBe(true);
        expect(plain(said, "")).toBe(said.length > 200 ? plain(said, "") : said);
        return said.length <= 201;
      }),
      { numRuns: 3_000 },
    );
  });

  it("is read for its words without a throw", () => {
    fc.assert(
      fc.property(wire, (given) => {
        const { message, documentation } = saying(given, "");
        return (
          typeof message === "string" && typeof documentation === "string" && (isJson(given.headers) || message === "")
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("leads to a sign-in only by https at exactly the configured host", () => {
    const address = fc
      .tuple(
        fc.constantFrom("https://", "http://", "https:", "javascript:", "//", "HTTPS://", "https:\\\\"),
        fc.constantFrom("", "user@", ":x@", "github.com@", "github.com."),
        fc.constantFrom(
          "github.com",
          "github.com:443",
          "github.com:444",
          "evil.com",
          "github.com.evil.com",
          "gıthub.com",
          "GITHUB.COM",
        ),
        fc.constantFrom("", "/orgs/a/sso", "?x", "#@evil.com", "\\@evil.com", "/%0a"),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(address, latin, fc.webUrl()), (url) => {
        const refusal = singleSignOn(`required; url=${url}`, { webHost: "github.com", token: "" });
        if (refusal.answer !== "denied") return false;
        if (refusal.help === undefined) return true;
        const { protocol, host, username, password, href } = new URL(refusal.help);
        return href === refusal.help && protocol === "https:" && host === "github.com" && username + password === "";
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an envelope of any form", () => {
  const form = z.object({ a: z.array(z.object({ n: z.int() })) });
  it("is read or refused with words, and never throws", () => {
    fc.assert(
      fc.property(wire, (given) => {
        const parsed = parseJson(given, form, "a thing");
        if (parsed.ok) return isJson(given.headers);
        return parsed.refusal.answer === "failed" && parsed.refusal.cause === "malformed";
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read where it has the form, whatever else is in it", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ n: fc.maxSafeInteger(), more: fc.jsonValue() })), fc.jsonValue(), (a, more) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ a, more }));
        const given = { status: 200, headers: new Headers({ "content-type": "application/json" }), bytes };
        expect(parseJson(given, form, "a thing")).toEqual({ ok: true, value: { a: a.map(({ n }) => ({ n })) } });
      }),
    );
  });
});

describe("a comment of any form", () => {
  const part = fc.stringMatching(/^[\w.-]{1,12}$/);
  const time = fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
    .map((at) => at.toISOString());
  const genuine = fc.record({
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    node_id: fc.string({ minLength: 1 }),
    owner: part,
    repository: part,
    issue: fc.integer({ min: 1, max: 1e9 }),
    user: fc.option(fc.record({ id: fc.integer({ min: 1 }), type: fc.string(), login: fc.option(fc.string()) })),
    body: fc.option(fc.string({ unit: "binary" })),
    created_at: time,
    updated_at: time,
  });

  it("that GitHub could give is read as it is, and in its own place alone", () => {
    fc.assert(
      fc.property(genuine, fc.jsonValue(), ({ owner, repository, issue, ...rest }, more) => {
        const issue_url = `https://api.github.com/repos/${owner}/${repository}/issues/${issue}`;
        const parsed = commentForm.parse({ more, ...rest, issue_url });
        const name = `${owner}/${repository}`;
        const { id, node_id, user, body: text, created_at, updated_at } = rest;
        expect(placed([parsed], name.toUpperCase(), issue)).toEqual([
          {
            id,
            node: node_id,
            issue,
            author: user,
            createdAt: created_at,
            updatedAt: updated_at,
            editor: null,
            body: text ?? "",
          },
        ]);
        expect(placed([parsed], name, null)).toHaveLength(1);
        expect(placed([parsed], `${name}x`, null)).toBeNull();
        expect(placed([parsed], `x${name}`, null)).toBeNull();
        expect(placed([parsed], name, issue + 1)).toBeNull();
      }),
    );
  });

  it("that is something else is refused without a throw", () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(0, -1, 1.5, "1", null, 2 ** 53));
    const record = fc.record(
      { id: value, node_id: value, issue_url: value, user: value, created_at: value, updated_at: value, body: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), record), (given) => {
        const parsed = commentForm.safeParse(given);
        return !parsed.success || (parsed.data.comment.id > 0 && Number.isSafeInteger(parsed.data.comment.id));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an entry of a folder", () => {
  it("is a file only as a blob with a file's mode, and what is a link or a submodule is never anything else", () => {
    const mode = fc.oneof(fc.constantFrom(0o100644, 0o100755, 0o100664, 0o120000, 0o040000, 0o160000), fc.integer());
    fc.assert(
      fc.property(mode, fc.constantFrom("blob", "tree", "commit", "tag", ""), fc.double(), (bits, kind, size) => {
        const row = rowOf(bits, kind, "a".repeat(40), size);
        if (bits === 0o120000) return row.kind === "link";
        if (bits === 0o160000) return row.kind === "submodule";
        if (row.kind !== "file") return true;
        return kind === "blob" && bits >> 12 === 0o10 && Number.isSafeInteger(size) && size >= 0;
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a validator", () => {
  it("is sent as it came, to the credential that it came for, until it is time to ask plainly", () => {
    const etag = fc.stringMatching(/^[!-~]{1,30}$/);
    fc.assert(
      fc.property(
        etag,
        fc.nat(),
        fc.integer({ min: 0, max: 2 * PLAIN_EVERY }),
        fc.boolean(),
        (written, at, age, same) => {
          const credential = { token: "t", scope: "s", by: "a" };
          const wire = { status: 200, headers: new Headers({ etag: written }), bytes: new Uint8Array() };
          const validator = validatorOf({ wire, credential }, at);
          const expected = same && age < PLAIN_EVERY ? written : null;
          return conditional(validator, same ? "a" : "b", at + age) === expected;
        },
      ),
    );
  });

  it("and the cache belong to one token: two tokens are never taken for each other, and no name holds the token", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string({ minLength: 8 }), (one, other) => {
        const { by, scope } = personal(one);
        return (by === personal(other).by) === (one === other) && !by.includes(one) && !scope.includes(one);
      }),
    );
  });
});

describe("an answer of any form", () => {
  it("makes no look throw, and no look a value that was not in it", async () => {
    const hub = await Hub.start();
    const sha = await hub.repository.push({ [REGISTRY]: "{}" });
    const pin = { kind: "commit", sha } as const;
    const comment = {
      id: 1,
      node: "IC_1",
      issue: 45,
      author: null,
      createdAt: "",
      updatedAt: "",
      editor: null,
      body: "",
    };
    const asks = [
      () => hub.source.head(null),
      () => hub.source.identify(pin),
      () => hub.source.entry(pin, "docs/a"),
      () => hub.source.feed(hub.name, 1, null),
      () => hub.source.pages(hub.name, 45, null, 0),
      () => hub.source.comment(hub.name, 1, null),
      () => hub.source.accounts([comment]),
      () => hub.source.titles(hub.name, [45]),
      () => hub.source.search(hub.name),
    ];
    const key = fc.constantFrom(
      "data",
      "errors",
      "repository",
      "nodes",
      "search",
      "type",
      "message",
      "path",
      "tree",
      "sha",
      "truncated",
      "id",
      "x",
    );
    const { tree: value } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, 0, 1, "", "x", true, "RATE_LIMITED", "NOT_FOUND"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    const answer = fc.oneof(
      value.map((it) => JSON.stringify(it)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(answer, fc.nat({ max: asks.length - 1 }), async (text, index) => {
        hub.tick(120 * 60_000);
        hub.github.heal();
        const respond = { status: 200, headers: { "content-type": "application/json" }, body: text };
        hub.github.inject({ match: ({ route }) => route !== null, fault: faults.answer(respond), times: Infinity });
        const look = await asks[index]?.();
        if (look === undefined) throw new Error("no question");
        const said = short(look);
        if (said !== "value") return /^(?:failed|denied|absent)/.test(said);
        // Empty lists and objects are the only ones of these that have the form of anything.
        const { value: got } = look as { value: unknown };
        expect(JSON.stringify(got)).toMatch(/^(?:\[\]|\{\}|\{.*(?:"comments":\[\]|"cards":\[\]).*\})$/);
        return true;
      }),
      { numRuns: 400 },
    );
    hub.github.heal();
    hub.tick(120 * 60_000);
    expect(valueOf(await hub.source.identify(pin))).toEqual(hub.name);
  }, 60_000);
});

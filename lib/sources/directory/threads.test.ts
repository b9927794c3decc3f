import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDirectorySource } from "./open";
import { SETTLE_MS } from "./stat-cache";
import { answerOf, asNobody, put, temporaryFolder, valueOf } from "./testing/files";
import { MAX_EXPORT_BYTES } from "./thread-envelope";

const later = (): number => Date.now() + 2 * SETTLE_MS;
const at = (threads?: string, now = later) => openDirectorySource({ directory: temporaryFolder(), threads, now });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const COMMENT = {
  id: 22,
  user: { id: 41_898_282, login: "github-actions[bot]", type: "Bot", site_admin: false },
  created_at: "2026-09-21T10:00:00Z",
  updated_at: "2026-09-21T10:00:00Z",
  body: "Activation bindings:",
  author_association: "NONE",
  reactions: { total_count: 1 },
};
const READ = {
  id: 22,
  author: { id: 41_898_282, login: "github-actions[bot]", type: "Bot" },
  createdAt: "2026-09-21T10:00:00Z",
  updatedAt: "2026-09-21T10:00:00Z",
  editor: null,
  body: "Activation bindings:",
};

async function threadOf(content: string | Uint8Array) {
  const folder = temporaryFolder();
  put(folder, "45.json", content);
  return at(folder).thread(45, null);
}
const commentsOf = async (...comments: unknown[]) => valueOf(await threadOf(JSON.stringify(comments))).comments;

describe("which threads there are", () => {
  it("is none where none are configured, and none can be read", async () => {
    const source = at();
    expect(answerOf(await source.origins())).toEqual({ answer: "value", value: [] });
    expect(answerOf(await source.thread(45, null))).toEqual({ answer: "absent", what: "issue" });
    expect(answerOf(await source.cards(null))).toEqual({ answer: "absent", what: "path" });
  });

  it("is told by the names of the files alone, exactly, in the order of their numbers", async () => {
    const folder = temporaryFolder();
    const names = [
      "45.json",
      "7.json",
      "100.json",
      "045.json",
      "0.json",
      "1.JSON",
      "1.json.bak",
      "-1.json",
      "1e3.json",
      "issues.json",
    ];
    for (const name of [...names, "9007199254740993.json", " 2.json", "２.json"])
      put(folder, name, "nothing to read yet");
    symlinkSync("nowhere", join(folder, "8.json"));
    expect(answerOf(await at(folder).origins())).toEqual({ answer: "value", value: [7, 8, 45, 100] });
  });

  it("is absent where the configured folder is, and denied where it may not be read", async () => {
    const folder = temporaryFolder();
    const missing = at(join(folder, "nowhere"));
    const absent = { answer: "absent", what: "path" };
    expect(answerOf(await missing.origins())).toEqual(absent);
    expect(answerOf(await missing.thread(45, null))).toEqual(absent);
    expect(answerOf(await missing.cards(null))).toEqual(absent);
    chmodSync(folder, 0o000);
    const source = at(folder);
    const denied = await asNobody(async () => [
      answerOf(await source.origins()),
      answerOf(await source.thread(45, null)),
      answerOf(await source.cards(null)),
    ]);
    chmodSync(folder, 0o755);
    for (const answer of denied) expect(answer).toMatchObject({ answer: "denied", status: 403 });
  });
});

describe("a thread", () => {
  it("is all comments of the file, of each only what is used, and names the file's bytes", async () => {
    const text = JSON.stringify([COMMENT, { ...COMMENT, id: 23, user: null, body: null }]);
    expect(answerOf(await threadOf(text))).toEqual({
      answer: "value",
      value: {
        issue: 45,
        comments: [READ, { ...READ, id: 23, author: null, body: "" }],
        sha256: sha256(text),
        size: Buffer.byteLength(text),
      },
    });
    expect(await commentsOf()).toEqual([]);
  });

  it("names an editor only where the file does", async () => {
    const editor = { id: 7, type: "User", login: "b" };
    expect(await commentsOf({ ...COMMENT, editor })).toEqual([{ ...READ, editor }]);
    for (const silent of [null, "b", 7, false])
      expect(await commentsOf({ ...COMMENT, editor: silent })).toEqual([READ]);
    for (const broken of [{}, [], { login: "b" }, { id: "7", type: "User" }]) {
      const look = answerOf(await threadOf(JSON.stringify([{ ...COMMENT, editor: broken }])));
      expect(look).toMatchObject({ answer: "failed", detail: expect.stringContaining("/0/editor") as string });
    }
  });

  it("has authors without a login, but none without a number or a type", async () => {
    const [comment] = await commentsOf({ ...COMMENT, user: { id: 7, type: "User" } });
    expect(comment?.author).toEqual({ id: 7, type: "User", login: null });
    for (const user of [{ id: 7 }, { type: "User" }, { id: "7", type: "User" }, {}, "b", undefined]) {
      const look = answerOf(await threadOf(JSON.stringify([{ ...COMMENT, user }])));
      expect(look).toMatchObject({
        answer: "failed",
        cause: "malformed",
        detail: expect.stringContaining("/0/user") as string,
      });
    }
  });

  it.each([
    ["id", [0, -1, 1.5, "22", null, 2 ** 53, true, undefined]],
    ["created_at", [null, 1, undefined]],
    ["updated_at", [null, {}, undefined]],
    ["body", [1, [], {}, undefined]],
  ])("is refused whole, with the place, where one comment's %s is not as it must be", async (member, values) => {
    for (const value of values) {
      const look = answerOf(await threadOf(JSON.stringify([COMMENT, { ...COMMENT, id: 23, [member]: value }])));
      expect(look).toMatchObject({
        answer: "failed",
        cause: "malformed",
        detail: expect.stringContaining(`45.json cannot be read: at /1/${member}, `) as string,
      });
    }
  });

  it("is refused where a comment says that it belongs to another issue", async () => {
    const folder = temporaryFolder();
    const of = (issue_url: unknown) => JSON.stringify([{ ...COMMENT, issue_url }]);
    const url = "https://api.github.com/repos/owner/repository/issues";
    put(folder, "45.json", of(`${url}/46`));
    expect(answerOf(await at(folder).thread(45, null))).toMatchObject({
      answer: "failed",
      cause: "malformed",
      detail: "45.json cannot be read: at /0/issue_url, the comment says that it belongs to issue #46.",
    });
    for (const same of [`${url}/45`, null, undefined, "somewhere else"]) {
      put(folder, "45.json", of(same));
      expect((await at(folder).thread(45, null)).answer, String(same)).toBe("value");
    }
  });

  it("is refused where a comment stands twice, and where something is no comment", async () => {
    const twice = answerOf(await threadOf(JSON.stringify([COMMENT, { ...COMMENT, id: 1 }, COMMENT])));
    expect(twice).toMatchObject({
      cause: "malformed",
      detail: expect.stringContaining("/0 and /2 have the same number") as string,
    });
    for (const other of [null, 1, "x", true]) {
      expect(answerOf(await threadOf(JSON.stringify([other])))).toMatchObject({
        detail: expect.stringContaining("at /0, ") as string,
      });
    }
  });

  it.each([
    ["pages inside a list", JSON.stringify([[COMMENT], []]), /--slurp/],
    ["an error that GitHub answered", '{"message":"Not Found"}', /one object, where a list of comments is expected/],
    ["nothing yet", "", /empty/],
    ["a part of a list", '[{"id": 1', /not valid JSON/],
    ["two lists, one after the other", "[][]", /not valid JSON/],
    ["a name that stands twice", '[{"id": 1, "id": 2}]', /At \/0\/id: .*twice/],
    ["a byte-order mark", "\ufeff[]", /byte-order mark/],
    ["bytes that are not UTF-8", Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), /UTF-8/],
    ["values nested too deep", `${"[".repeat(65)}${"]".repeat(65)}`, /nested/],
  ])("is refused with a clear sentence where the file holds %s", async (_what, content, sentence) => {
    expect(answerOf(await threadOf(content))).toMatchObject({
      answer: "failed",
      cause: "malformed",
      detail: expect.stringMatching(sentence) as string,
    });
  });

  it("is never found under members that objects inherit", async () => {
    const look = await threadOf(
      '[{"__proto__": {"id": 1, "user": null, "created_at": "", "updated_at": "", "body": ""}}]',
    );
    expect(answerOf(look)).toMatchObject({ answer: "failed", cause: "malformed" });
  });

  it("is unfit where the file is a link, a folder, a pipe or too large, and nothing hangs", async () => {
    const folder = temporaryFolder();
    put(folder, "real", "[]");
    symlinkSync("real", join(folder, "1.json"));
    symlinkSync("nowhere", join(folder, "2.json"));
    mkdirSync(join(folder, "3.json"));
    execFileSync("mkfifo", [join(folder, "4.json")]);
    truncateSync(put(folder, "5.json", ""), MAX_EXPORT_BYTES + 1);
    const source = at(folder);
    const whys = ["link", "link", "folder", "not-regular", "too-large"];
    for (const [index, why] of whys.entries()) {
      expect(answerOf(await source.thread(index + 1, null)), why).toMatchObject({ answer: "unfit", why });
    }
  });

  it("is absent where there is no such file, and for what is no issue's number", async () => {
    const folder = temporaryFolder();
    put(folder, "45.json", "[]");
    for (const issue of [46, 0, -1, 4.5, Number.NaN, Infinity]) {
      expect(answerOf(await at(folder).thread(issue, null)), String(issue)).toEqual({
        answer: "absent",
        what: "issue",
      });
    }
  });

  it("fails where the one file may not be read", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    chmodSync(put(folder, "45.json", "[]"), 0o000);
    const source = at(folder);
    const look = await asNobody(() => source.thread(45, null));
    expect(answerOf(look)).toMatchObject({
      answer: "failed",
      cause: "io",
      detail: expect.stringMatching(/permission/) as string,
    });
  });

  it("costs nothing while its file is unchanged, and is unchanged where only the time is another", async () => {
    const folder = temporaryFolder();
    const file = put(folder, "45.json", JSON.stringify([COMMENT]));
    const source = at(folder);
    const first = await source.thread(45, null);
    const known = valueOf(first).sha256;
    const second = await source.thread(45, known);
    expect([first.requests, second.answer, second.requests]).toEqual([1, "unchanged", 0]);
    utimesSync(file, 1, 1);
    const touched = await source.thread(45, known);
    expect([touched.answer, touched.requests]).toEqual(["unchanged", 1]);
    put(folder, "45.json", "[]");
    expect(valueOf(await source.thread(45, known)).comments).toEqual([]);
    rmSync(file);
    expect((await source.thread(45, known)).answer).toBe("absent");
  });
});

describe("titles and states", () => {
  const cardsOf = async (content: unknown) => {
    const folder = temporaryFolder();
    put(folder, "issues.json", typeof content === "string" ? content : JSON.stringify(content));
    return at(folder).cards(null);
  };

  it("are read and nothing else, in either of the spellings that GitHub's tools use", async () => {
    const issues = [
      { number: 45, title: "Goal", state: "open", assignees: [{ login: "b" }], user: { login: "c" }, labels: ["d"] },
      { number: 46, title: "", state: "CLOSED" },
    ];
    const { cards, sha256: digest } = valueOf(await cardsOf(issues));
    expect(cards).toEqual([
      { number: 45, title: "Goal", state: "open" },
      { number: 46, title: "", state: "closed" },
    ]);
    expect(digest).toBe(sha256(JSON.stringify(issues)));
  });

  it("are refused where a number stands twice or a member is not as it must be", async () => {
    const issue = { number: 45, title: "Goal", state: "open" };
    for (const [content, place] of [
      [[issue, { ...issue, title: "Other" }], "/0 and /1"],
      [[{ ...issue, state: "merged" }], "/0/state"],
      [[{ ...issue, state: null }], "/0/state"],
      [[{ ...issue, number: "45" }], "/0/number"],
      [[{ ...issue, title: null }], "/0/title"],
      [[[issue]], "--slurp"],
      [issue, "list of issues"],
    ] as const) {
      const look = answerOf(await cardsOf(content));
      expect(look).toMatchObject({
        answer: "failed",
        cause: "malformed",
        detail: expect.stringContaining(place) as string,
      });
    }
  });

  it("are absent where there are none, and unchanged where they are known", async () => {
    const folder = temporaryFolder();
    const source = at(folder);
    expect(answerOf(await source.cards(null))).toEqual({ answer: "absent", what: "path" });
    put(folder, "issues.json", "[]");
    const known = valueOf(await source.cards(null)).sha256;
    const again = await source.cards(known);
    expect([again.answer, again.requests]).toEqual(["unchanged", 0]);
  });
});

describe("no file makes a look throw", () => {
  const answers = ["value", "failed"];

  it("whatever its bytes", async () => {
    const folder = temporaryFolder();
    const source = at(folder);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), async (bytes) => {
        put(folder, "1.json", bytes);
        put(folder, "issues.json", bytes);
        expect(answers).toContain((await source.thread(1, null)).answer);
        expect(answers).toContain((await source.cards(null)).answer);
      }),
    );
  });

  it("nor any comment with one member gone astray, which is refused or leaves the others as they were", async () => {
    const folder = temporaryFolder();
    const source = at(folder);
    const members = fc.constantFrom(
      "id",
      "user",
      "created_at",
      "updated_at",
      "body",
      "editor",
      "reactions",
      "toString",
    );
    await fc.assert(
      fc.asyncProperty(members, fc.jsonValue(), async (member, value) => {
        put(folder, "1.json", JSON.stringify([{ ...COMMENT, [member]: value }]));
        const look = await source.thread(1, null);
        if (look.answer !== "value") {
          expect(look).toMatchObject({ answer: "failed", cause: "malformed" });
          return;
        }
        const [comment] = look.value.comments;
        const kept = {
          id: "id",
          user: "author",
          created_at: "createdAt",
          updated_at: "updatedAt",
          body: "body",
          editor: "editor",
        };
        const touched = member in kept ? kept[member as keyof typeof kept] : null;
        for (const name of Object.values(kept)) {
          if (name !== touched) expect(comment?.[name as keyof typeof READ]).toEqual(READ[name as keyof typeof READ]);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../core/json-types";
import { judgeAvatarMember, judgeAvatarReference } from "./avatar-reference";

const OWN = ".squad/agents/runtime-engineer/";
const ID = "runtime-engineer";
const member = (avatar: JsonValue): unknown => {
  const judged = judgeAvatarMember(ID, avatar, "/agents/x/avatar");
  return "path" in judged
    ? judged.path
    : judged.errors.map(({ code, pointer }) => `${code} ${pointer.slice("/agents/x/avatar".length)}`);
};
const path = (text: string): unknown => member({ kind: "repository-path", path: text });

describe("a record's avatar", () => {
  it("is sound with the kind repository-path and a path inside the agent's own folder", () => {
    for (const rest of [
      "avatar.png",
      "img/v2/a.webp",
      "%2e%2e/secret.png",
      "/a.png",
      "a\u0000.png",
      "a?ref=x#y",
      "v1..2.png",
      "...",
      "img/",
      " ",
      ".a",
    ]) {
      expect(path(OWN + rest)).toBe(OWN + rest);
    }
    expect(member({ kind: "repository-path", path: `${OWN}a.png`, more: 1 })).toBe(`${OWN}a.png`);
  });

  it.each<[string, JsonValue, string[]]>([
    ["null", null, ["agent-avatar-not-object "]],
    ["a text", `${OWN}a.png`, ["agent-avatar-not-object "]],
    ["a list", [], ["agent-avatar-not-object "]],
    ["another kind", { kind: "url", path: `${OWN}a.png` }, ["agent-avatar-kind-unsupported /kind"]],
    ["no kind", { path: `${OWN}a.png` }, ["agent-avatar-kind-unsupported /kind"]],
    ["no path", { kind: "repository-path" }, ["agent-avatar-path-required /path"]],
    ["a path that is no text", { kind: "repository-path", path: 5 }, ["agent-avatar-path-required /path"]],
    ["nothing at all", {}, ["agent-avatar-kind-unsupported /kind", "agent-avatar-path-required /path"]],
  ])("is a fault as %s", (_, avatar, expected) => {
    expect(member(avatar)).toEqual(expected);
  });

  it("must go on after the own folder, in its letters", () => {
    for (const text of [
      "",
      OWN,
      ".squad/agents/other/a.png",
      ".squad/agents/runtime-engineer-2/a.png",
      ".squad/agents/runtime-engineer",
      ".squad/agents/Runtime-Engineer/a.png",
      ".Squad/agents/runtime-engineer/a.png",
      `/${OWN}a.png`,
      `./${OWN}a.png`.slice(1),
      "https://example.invalid/a.png",
    ]) {
      expect(path(text), text).toEqual(["agent-avatar-elsewhere /path"]);
    }
  });

  it("takes no step back, to itself or by backslash", () => {
    for (const rest of ["../a.png", "./a.png", "a/..", "a/.", "..", ".", "a\\b.png"])
      expect(path(OWN + rest), rest).toEqual(["agent-avatar-steps /path"]);
    expect(path(".squad\\agents\\runtime-engineer\\a.png")).toEqual([
      "agent-avatar-elsewhere /path",
      "agent-avatar-steps /path",
    ]);
  });

  it("says what is there", () => {
    const judged = judgeAvatarMember(ID, { kind: "url", path: "x\\y" }, "");
    expect("errors" in judged ? judged.errors.map(({ message, value }) => [message, value]) : []).toEqual([
      ["The avatar is not of the kind repository-path.", '"url"'],
      ["“x\\y” is not inside the agent's own folder.", '"x\\\\y"'],
      ["“x\\y” has a backslash, or a step “.” or “..”.", '"x\\\\y"'],
    ]);
    const missing = judgeAvatarMember(ID, { kind: "repository-path" }, "");
    expect("errors" in missing ? missing.errors[0]?.message : "").toBe("The avatar's path is missing or not a text.");
    const none = judgeAvatarMember(ID, null, "");
    expect("errors" in none ? [none.errors[0]?.message, none.errors[0]?.value] : []).toEqual([
      "`avatar` is not an object.",
      "null",
    ]);
  });
});

describe("a request for an avatar", () => {
  const why = (id: string, text: string): string => {
    const judged = judgeAvatarReference(id, text);
    if (judged.fetch) return "fetched";
    expect(judged.diagnostic).toMatchObject({
      code: "avatar-not-requested",
      severity: "note",
      pointer: `/agents/${id}/avatar/path`,
      value: JSON.stringify(text),
    });
    return judged.diagnostic.message;
  };
  const because = (reason: string): string => `No picture was requested: ${reason}.`;

  it("is made by the path as written, each segment percent-encoded", () => {
    expect(judgeAvatarReference(ID, `${OWN}img/a b+c&é.png`)).toEqual({
      fetch: true,
      path: `${OWN}img/a b+c&é.png`,
      segments: [".squad", "agents", "runtime-engineer", "img", "a%20b%2Bc%26%C3%A9.png"],
    });
    expect(why(ID, `${OWN}v1..2.png`)).toBe("fetched");
    expect(why(ID, `${OWN}.hidden`)).toBe("fetched");
  });

  it.each([
    ["img//a.png", "a step of the path is empty"],
    ["/a.png", "a step of the path is empty"],
    ["img/", "a step of the path is empty"],
    ["a.png.", "a step of the path ends in a dot"],
    ["a./b.png", "a step of the path ends in a dot"],
    ["...", "a step of the path ends in a dot"],
    ["%2e%2e/a.png", "the path holds a control character, %, ? or #"],
    ["a.png?ref=x", "the path holds a control character, %, ? or #"],
    ["a.png#x", "the path holds a control character, %, ? or #"],
    ["a\u0000.png", "the path holds a control character, %, ? or #"],
    ["a\n.png", "the path holds a control character, %, ? or #"],
    ["a\u0085.png", "the path holds a control character, %, ? or #"],
    ["a\uD83D.png", "the path holds half of a character"],
  ])("is not made for %j", (rest, reason) => {
    expect(why(ID, OWN + rest)).toBe(because(reason));
  });

  it("is never made outside the agent's own folder, also where nobody checked the record", () => {
    const outside = because("the path does not stand inside the agent's own folder");
    for (const text of ["a.png", OWN, `${OWN}../a.png`, `${OWN}a\\b.png`, `${OWN}./a.png`])
      expect(why(ID, text)).toBe(outside);
    expect(why("..", ".squad/agents/../a.png")).toBe(outside);
    expect(why("A", ".squad/agents/A/a.png")).toBe(outside);
  });

  it("stays in the own folder, once resolved as a URL, whatever the path", () => {
    const piece = fc.constantFrom(
      OWN,
      "..",
      ".",
      "/",
      "\\",
      "%2e",
      "%",
      "?",
      "#",
      "a",
      " ",
      "é",
      "\u0000",
      "\uD800",
      "~",
      ":",
      "//",
      "a.png",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const text of [pieces.join(""), OWN + pieces.join("")]) {
          const judged = judgeAvatarReference(ID, text);
          if (!judged.fetch) continue;
          expect(judged.path).toBe(text);
          const url = new URL(judged.segments.join("/"), "https://example.invalid/contents/");
          expect(decodeURIComponent(url.pathname)).toBe(`/contents/${text}`);
          expect(`${url.search}${url.hash}`).toBe("");
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

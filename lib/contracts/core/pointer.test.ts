import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeToken, joinPointer, parsePointer } from "./pointer";

describe("pointers", () => {
  it("escape ~ and / and nothing else", () => {
    expect(escapeToken("a~/~1/b %é")).toBe("a~0~1~01~1b %é");
    expect(escapeToken("a/b")).toBe("a~1b");
    expect(escapeToken("a~b")).toBe("a~0b");
    expect(escapeToken(7)).toBe("7");
    expect(joinPointer("/agents", "a/b", 0, "")).toBe("/agents/a~1b/0/");
    expect(joinPointer("")).toBe("");
  });

  it("are read back as RFC 6901 gives them", () => {
    expect(parsePointer("")).toEqual([]);
    expect(parsePointer("/")).toEqual([""]);
    expect(parsePointer("/a~1b/~01/0")).toEqual(["a/b", "~1", "0"]);
  });

  it("are refused where they do not begin with a slash or hold a stray ~", () => {
    for (const text of ["a", "a/b", "/~", "/~2", "/a~", "#/a"]) expect(parsePointer(text)).toBeNull();
  });

  it("come back from any names", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        (names) => void expect(parsePointer(joinPointer("", ...names))).toEqual(names),
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareCodeUnits,
  cutText,
  hasDirectionOrFormat,
  hasVisible,
  isCanonicalId,
  isPlainAscii,
  isWellFormed,
  MAX_QUOTE,
  quote,
  toNfc,
  trimText,
} from "./text";

describe("texts", () => {
  it("are well-formed when every surrogate has its partner", () => {
    expect(isWellFormed("a😀")).toBe(true);
    expect(isWellFormed("\uD83D")).toBe(false);
    expect(isWellFormed("\uDE00\uD83D")).toBe(false);
  });

  it("are trimmed as the reference reader trims", () => {
    expect(trimText("\u00a0\uFEFF\u2028 a b\t\n")).toBe("a b");
    expect(trimText("\u200Ba\u200B")).toBe("\u200Ba\u200B");
  });

  it("have a visible character only outside white space, category C, default ignorables and the blank Braille pattern", () => {
    for (const blank of [
      "",
      " ",
      "\u00a0\u3000",
      "\u200B\u200D",
      "\u202E",
      "\u0000\u001f",
      "\u2800",
      "\u3164",
      "\uFE0F",
      "\u115F",
      "\uE000",
      "\uD800",
      "\u{E0001}",
      "\u{E0100}",
      "\u00AD",
      "\u2060",
    ]) {
      expect(hasVisible(blank), JSON.stringify(blank)).toBe(false);
      expect(hasVisible(`${blank}x`)).toBe(true);
    }
    for (const visible of ["a", "!", "é", "漢", "😀", "\u0301", "\u2801"]) expect(hasVisible(visible)).toBe(true);
  });

  it("are known for direction, format and control characters, and not for emoji variation", () => {
    for (const control of [
      "\u202E",
      "\u200B",
      "\u2066",
      "\u061C",
      "\u200F",
      "\u0000",
      "\u007f",
      "\u0085",
      "\u2028",
      "\u2029",
      "\u00AD",
      "\u3164",
      "\u{E0001}",
    ]) {
      expect(hasDirectionOrFormat(`a${control}b`), JSON.stringify(control)).toBe(true);
    }
    for (const plain of ["", "Kepler 2", "Håkan", "漢字", "\u2764\uFE0F", "e\u0301", "\u00a0", "\u{E0100}"])
      expect(hasDirectionOrFormat(plain)).toBe(false);
  });

  it("are plain ASCII from space to tilde", () => {
    for (const plain of ["", " ", "~", "Aa0-_!"]) expect(isPlainAscii(plain)).toBe(true);
    for (const other of ["\u001f", "\u007f", "é", "a\n"]) expect(isPlainAscii(other)).toBe(false);
  });

  it("are canonical IDs as lowercase alphanumeric segments with single hyphens between them", () => {
    for (const id of ["a", "0", "42", "docs-writer", "a-0-z9", "constructor", "z", "9"])
      expect(isCanonicalId(id), id).toBe(true);
    for (const id of ["", "-", "-a", "a-", "a--b", "A", "a_b", "a.b", "a b", "é", "a\n", "a/b", "`", "{", "/", ":"])
      expect(isCanonicalId(id), id).toBe(false);
  });

  it("of any length are judged as IDs, without a limit of the stack", () => {
    expect(isCanonicalId("a-".repeat(200_000))).toBe(false);
  });

  it("are IDs exactly as the pattern says", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "z", "0", "9", "-", "A", "."), maxLength: 8 }), (text) => {
        expect(isCanonicalId(text)).toBe(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text));
      }),
    );
  });

  it("are ordered by code unit", () => {
    expect(["b", "a", "\uFFFF", "😀", "B", "a"].sort(compareCodeUnits)).toEqual(
      ["b", "a", "\uFFFF", "😀", "B", "a"].sort(),
    );
    expect([compareCodeUnits("a", "b"), compareCodeUnits("b", "a"), compareCodeUnits("a", "a")]).toEqual([-1, 1, 0]);
  });

  it("are composed as NFC composes them, also below the shortcut", () => {
    expect(toNfc("A\u030a")).toBe("Å");
    expect(toNfc("\u02ff")).toBe("\u02ff");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => void expect(toNfc(text)).toBe(text.normalize("NFC"))),
    );
    for (let code = 0; code < 0x300; code += 1) {
      const char = String.fromCharCode(code);
      expect((char + char).normalize("NFC")).toBe(char + char);
    }
  });

  it("are cut with an ellipsis and never through a surrogate pair", () => {
    expect(cutText("abcd", 4)).toBe("abcd");
    expect(cutText("abcde", 4)).toBe("abc…");
    expect(cutText("ab😀de", 4)).toBe("ab…");
    expect(cutText("a😀cde", 4)).toBe("a😀…");
  });

  it("are quoted with what cannot be seen written out, and cut", () => {
    expect(quote("Kepler")).toBe("“Kepler”");
    expect(quote("a\u202Eb\n\u{E0001}\uD800")).toBe("“a\\u{202E}b\\u{A}\\u{E0001}\\u{D800}”");
    expect(quote("x".repeat(MAX_QUOTE))).toBe(`“${"x".repeat(80)}”`);
    expect(quote("x".repeat(MAX_QUOTE + 1))).toBe(`“${"x".repeat(79)}…”`);
  });
});

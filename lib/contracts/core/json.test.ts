import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DEPTH, MAX_DUPLICATES, readJson, readJsonText } from "./json";
import { JSON_RULES } from "./json-rules";
import type { JsonReading } from "./json-types";

const LIMITS = { maxBytes: 1_000_000 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

function refusal(reading: JsonReading): { code: string; pointer: string; message: string } {
  if (reading.ok) throw new Error("was read");
  expect(reading.diagnostics).toHaveLength(1);
  const [{ code, pointer, message } = { code: "", pointer: "", message: "" }] = reading.diagnostics;
  return { code, pointer, message };
}

describe("reading JSON", () => {
  it("gives the text as decoded and the value as JSON.parse gives it", () => {
    const text = '{"a": [1, "é", null]}\n';
    expect(readJson(bytes(text), LIMITS)).toEqual({ ok: true, text, value: { a: [1, "é", null] } });
    expect(readJsonText(text, LIMITS)).toEqual({ ok: true, text, value: { a: [1, "é", null] } });
  });

  it("reads exactly as many bytes as allowed, and refuses one more with both sizes named", () => {
    expect(readJson(bytes('"12"'), { maxBytes: 4 }).ok).toBe(true);
    expect(refusal(readJson(bytes('"é2"'), { maxBytes: 4 }))).toEqual({
      code: "json-too-large",
      pointer: "",
      message: "The file has 5 bytes; at most 4 are read.",
    });
    expect(readJsonText('"é2"', { maxBytes: 4 }).ok).toBe(true);
    expect(refusal(readJsonText('"é23"', { maxBytes: 4 })).message).toBe(
      "The file has 5 characters; at most 4 are read.",
    );
  });

  it("never decodes wrong bytes with replacement characters", () => {
    for (const wrong of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc3],
    ]) {
      expect(refusal(readJson(new Uint8Array(wrong), LIMITS)).code).toBe("json-not-utf8");
    }
  });

  it("refuses a byte-order mark, in bytes and in a text, and says so", () => {
    const expected = {
      code: "json-byte-order-mark",
      pointer: "",
      message: "The file begins with an invisible byte-order mark.",
    };
    expect(refusal(readJson(bytes("\uFEFF{}"), LIMITS))).toEqual(expected);
    expect(refusal(readJsonText("\uFEFF{}", LIMITS))).toEqual(expected);
    expect(readJsonText('"\uFEFF"', LIMITS).ok).toBe(true);
  });

  it("says in plain words where a malformed text goes wrong, by line and column", () => {
    expect(refusal(readJsonText('{\n  "a": 1,\n}', LIMITS))).toEqual({
      code: "json-malformed",
      pointer: "",
      message: "This is not valid JSON: at line 3, column 1, there is a comma after the last member.",
    });
    expect(refusal(readJsonText("", LIMITS)).message).toBe(
      "This is not valid JSON: at line 1, column 1, there is nothing in it.",
    );
  });

  it("nests exactly 64 deep, the root counting as 1", () => {
    expect(MAX_DEPTH).toBe(64);
    expect(readJsonText(nested(64), LIMITS).ok).toBe(true);
    expect(refusal(readJsonText(nested(65), LIMITS))).toEqual({
      code: "json-too-deep",
      pointer: "",
      message: "More than 64 values are nested inside one another at line 1, column 65.",
    });
    expect(readJsonText('{"a":[]}', { ...LIMITS, maxDepth: 2 }).ok).toBe(true);
    expect(refusal(readJsonText('{"a":[[]]}', { ...LIMITS, maxDepth: 2 })).message).toContain("More than 2 values");
  });

  it("counts depth by brackets outside of texts only, and not by neighbours", () => {
    expect(readJsonText(`[${Array(100).fill('{"[":"["}').join(",")}]`, LIMITS).ok).toBe(true);
  });

  it("answers 200,000 levels of nesting and hostile malformed texts at once", () => {
    for (const text of [
      nested(200_000),
      "[".repeat(200_000),
      '{"a":'.repeat(200_000),
      '"'.repeat(200_001),
      "\\".repeat(200_000),
      `"${"\\".repeat(200_001)}"`,
    ]) {
      expect(readJsonText(text, LIMITS).ok).toBe(false);
    }
    expect(refusal(readJsonText("[".repeat(200_000), LIMITS)).code).toBe("json-too-deep");
    expect(refusal(readJsonText(`x${"[".repeat(100)}`, LIMITS)).code).toBe("json-malformed");
  });

  it("refuses repeated names, compared after unescaping, each with its pointer and lines", () => {
    const reading = readJsonText('{"a": 1,\n"b": [{"c/d": 1, "e": 2,\n"c\\u002fd": 2}],\n"\\u0061": 3}', {
      ...LIMITS,
      pointerBase: "/block",
    });
    expect(
      reading.ok ? [] : reading.diagnostics.map(({ code, pointer, message }) => ({ code, pointer, message })),
    ).toEqual([
      {
        code: "json-duplicate-name",
        pointer: "/block/b/0/c~1d",
        message: "The name “c/d” stands twice in one object (lines 2 and 3).",
      },
      {
        code: "json-duplicate-name",
        pointer: "/block/a",
        message: "The name “a” stands twice in one object (lines 1 and 4).",
      },
    ]);
  });

  it("puts the base before every pointer", () => {
    expect(refusal(readJsonText("[", { ...LIMITS, pointerBase: "/x" })).pointer).toBe("/x");
  });

  it("lists 100 repeated names and says how many more there are", () => {
    const text = (count: number): string =>
      `{${Array.from({ length: count }, (_, i) => `"n${i}":0,"n${i}":1`).join(",")}}`;
    const all = readJsonText(text(MAX_DUPLICATES), LIMITS);
    expect(all.ok ? [] : all.diagnostics.map(({ message }) => message.includes("more"))).toEqual(
      Array(100).fill(false),
    );
    const cut = readJsonText(text(MAX_DUPLICATES + 7), LIMITS);
    expect(cut.ok ? [] : cut.diagnostics).toHaveLength(100);
    expect(cut.ok ? "" : cut.diagnostics.at(-1)?.message).toContain("7 more repeated names are not listed.");
    expect(cut.ok ? "" : cut.diagnostics.at(-2)?.message).not.toContain("more repeated names");
  });

  it("takes __proto__, constructor and toString for ordinary names", () => {
    expect(readJsonText('{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}', LIMITS).ok).toBe(true);
    expect(refusal(readJsonText('{"__proto__":1,"__proto__":2}', LIMITS))).toMatchObject({
      code: "json-duplicate-name",
      pointer: "/__proto__",
    });
  });

  it("has a rule for every code it gives", () => {
    expect(JSON_RULES.map(({ code }) => code)).toEqual([
      "json-too-large",
      "json-not-utf8",
      "json-byte-order-mark",
      "json-malformed",
      "json-too-deep",
      "json-duplicate-name",
    ]);
    for (const rule of JSON_RULES) {
      expect(rule.severity).toBe("error");
      expect(rule.sentence).toMatch(/^[A-Z].*\.$/);
      expect(rule.mend).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("agrees with JSON.parse on every text that repeats no name", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJsonText(text, LIMITS)).toEqual({ ok: true, text, value: JSON.parse(text) });
        expect(readJson(bytes(text), LIMITS).ok).toBe(text.isWellFormed());
      }),
    );
  });

  it("never throws, and reads nothing that JSON.parse refuses", () => {
    const fragment = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      '"a"',
      "1",
      "-",
      ".",
      "e",
      "true",
      "nul",
      " ",
      "\n",
      "\r",
      "\u0000",
      "\uD800",
      "/",
      "'",
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const text = fragments.join("");
        const reading = readJsonText(text, LIMITS);
        if (reading.ok) expect(JSON.parse(text)).toEqual(reading.value);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (data) => void readJson(data, LIMITS)));
  });
});

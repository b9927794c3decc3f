import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { runs, visible } from "./visible";

describe("visible", () => {
  it("names a character that would turn the text around it", () => {
    expect(visible("a\u202Eb")).toBe("a[U+202E]b");
  });
  it("names control characters, line separators, lone surrogates and characters without a glyph", () => {
    expect(visible("\u0000\u2028\uD800\u00AD\u2800")).toBe("[U+0000][U+2028][U+D800][U+00AD][U+2800]");
  });
  it("leaves names of every script and emoji with their joiners as they are", () => {
    for (const name of ["Ægir", "星野", "عمر", "नमस्\u200Dते", "👩\u200D🚀", "❤\uFE0F"]) expect(visible(name)).toBe(name);
  });
  it("names joiners and variation selectors after letters that have no other form, where two names would look alike", () => {
    expect(visible("Nadir\uFE0F")).toBe("Nadir[U+FE0F]");
    expect(visible("Na\u200Ddir\u{E0101}")).toBe("Na[U+200D]dir[U+E0101]");
    expect(visible("\u200CКеплер\uFE0E")).toBe("[U+200C]Кеплер[U+FE0E]");
    expect(visible("\u202E\u200Dab")).toBe("[U+202E]\u200Dab");
  });
  it("loses nothing of what can be seen", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const seen = runs(text).filter((run) => !run.hidden);
        expect(seen.every((run) => text.includes(run.text))).toBe(true);
        expect(runs(text).length === 0).toBe(text === "");
      }),
    );
  });
  it("cuts a very long text into pieces that together are the text, none within a character", () => {
    const letters = fc.constantFrom("W", " ", "星", "🧭", "e\u0301");
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1_001, maxLength: 3_000 }), (parts) => {
        const text = parts.join("");
        const pieces = runs(text).map((run) => run.text);
        expect(pieces.join("")).toBe(text);
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(500);
        for (const piece of pieces) expect(piece).not.toMatch(/^[\u0301\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
      }),
      { numRuns: 20 },
    );
  });
  it("lets no direction character through", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => !/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/u.test(visible(text)),
      ),
    );
  });
});

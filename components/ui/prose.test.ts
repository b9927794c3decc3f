import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { parts } from "./prose";

describe("messages", () => {
  it("set the words that they mark as code", () => {
    expect(parts("Add `retired_at`, or set another `status`.")).toEqual([
      { text: "Add ", code: false },
      { text: "retired_at", code: true },
      { text: ", or set another ", code: false },
      { text: "status", code: true },
      { text: ".", code: false },
    ]);
  });
  it("leave quoted text as somebody wrote it", () => {
    expect(parts("The name “`x`” is taken.").every(({ code }) => !code)).toBe(true);
  });
  it("keep a lone backtick", () => {
    expect(parts("a ` b")).toEqual([{ text: "a ` b", code: false }]);
  });
  it("lose nothing but the marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", " ", "“", "”") }), (text) => {
        const shown = parts(text)
          .map((part) => (part.code ? `\`${part.text}\`` : part.text))
          .join("");
        expect(shown).toBe(text);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { pieces, quoted } from "./raw-line";

describe("a line of bytes", () => {
  it("never loses or changes a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (line) => {
        expect(pieces(line).map(({ text }) => text).join("")).toBe(line);
      }),
    ); // prettier-ignore
    expect(pieces('    "na\\"me": "x",').map(({ text }) => text).join("")).toBe('    "na\\"me": "x",'); // prettier-ignore
  });

  it("sets the member's name apart, quotes in it included", () => {
    expect(pieces('    "na\\"me": "x",').find(({ name }) => name)?.text).toBe('"na\\"me"');
    expect(pieces('  "value",').some(({ name }) => name)).toBe(false);
  });

  it("keeps what a statement quotes apart, whatever it holds", () => {
    expect(quoted("is “Kepler”, by revision 4.")).toEqual(["is ", "Kepler", ", by revision 4."]);
    expect(quoted("is “a” or “b”, by revision 4.")).toEqual(["is ", "a” or “b", ", by revision 4."]);
    expect(quoted("is not identified.")).toEqual(["is not identified.", "", ""]);
  });
});

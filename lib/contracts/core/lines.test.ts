import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineCounter, linesAt, positionAt } from "./lines";

describe("lines", () => {
  it("end at LF, CRLF and CR, and the break belongs to the line it ends", () => {
    const text = "a\nb\r\nc\rd";
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((offset) => positionAt(text, offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 2, column: 3 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ]);
    expect(positionAt(text, 99)).toEqual({ line: 4, column: 2 });
    expect(positionAt("", 0)).toEqual({ line: 1, column: 1 });
  });

  it("are counted for any list of offsets, in any order", () => {
    expect(linesAt("a\nb\nc", [4, 0, 2])).toEqual(
      new Map([
        [0, 1],
        [2, 2],
        [4, 3],
      ]),
    );
  });

  it("are the same however they are counted", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "\n", "\r", "\r\n"), { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        const lineAt = lineCounter(text);
        for (let offset = 0; offset <= text.length; offset += 1) {
          // A line begins after each break that is complete by then; CRLF is one break.
          const before = text.slice(0, offset).replace(/\r$/, text[offset] === "\n" ? "" : "\r");
          const line = before.split(/\r\n|\r|\n/).length;
          expect(lineAt(offset)).toBe(line);
          expect(positionAt(text, offset).line).toBe(line);
        }
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { countContainerMarkers, judgeSize, splitLines } from "./comment-lines";

const judge = (body: string): string | null => {
  const found = judgeSize(body, splitLines(body));
  return found === null ? null : `${found.code} ${found.pointer} ${found.message}`;
};

describe("the lines of a comment", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\nb", ["a", "b"]],
    ["a\r\nb\rc\n\nd\r\n", ["a", "b", "c", "", "d"]],
    ["\n", [""]],
    ["a\u2028b", ["a\u2028b"]],
  ])("end at LF, CRLF or CR alone: %j", (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });
});

describe("container markers", () => {
  it.each([
    ["", 0],
    ["text > - a", 0],
    [">", 1],
    ["> > >a", 3],
    [">>>", 3],
    ["- a", 1],
    ["-", 1],
    ["-a", 0],
    ["+\ta", 1],
    ["* - + a", 3],
    ["*a", 0],
    ["1. a", 1],
    ["123456) a", 1],
    ["1.", 1],
    ["1.a", 0],
    ["1 a", 0],
    ["1", 0],
    [". a", 0],
    ["  > \t- 1. > a - b", 4],
    ["      - a", 1],
    ["--- ", 0],
    [">- ".repeat(7), 14],
    ["/- a", 0],
    [":- a", 0],
  ])("are counted at the beginning of a line only: %j", (line, count) => {
    expect(countContainerMarkers(line)).toBe(count);
  });
});

describe("the size of a comment", () => {
  it("is 65,536 characters at most", () => {
    expect(judge("x".repeat(65_536))).toBeNull();
    expect(judge("x".repeat(65_537))).toBe(
      "comment-too-long #comment The comment has 65537 characters; at most 65536 are read.",
    );
  });

  it("counts characters, not halves of them", () => {
    expect(judge("😀".repeat(65_536))).toBeNull();
    expect(judge("😀".repeat(65_537))).toMatch(/^comment-too-long .* 65537 characters/);
    // Halves without a partner are characters of their own.
    expect(judge("\ude00".repeat(65_537))).toMatch(/^comment-too-long .* 65537 characters/);
    expect(judge(`${"\ud83d".repeat(65_536)}x`)).toMatch(/^comment-too-long .* 65537 characters/);
    expect(judge("\ud7ff\ude00".repeat(32_769))).toMatch(/^comment-too-long .* 65538 characters/);
    expect(judge("\ud83d\ue000".repeat(32_769))).toMatch(/^comment-too-long .* 65538 characters/);
  });

  it("is 5,000 lines at most", () => {
    expect(judge("a\n".repeat(5_000))).toBeNull();
    expect(judge("a\n".repeat(5_001))).toBe(
      "comment-too-complex #comment The comment has 5001 lines; at most 5000 are read.",
    );
  });

  it("is 2,000 container markers at most, over all lines", () => {
    expect(judge(`${">".repeat(100)}\n`.repeat(20))).toBeNull();
    expect(judge(`${"> a\n".repeat(1_000)}${"- b\n".repeat(1_000)}`)).toBeNull();
    expect(judge(`${"> a\n".repeat(1_000)}${"- b\n".repeat(1_001)}`)).toBe(
      "comment-too-complex #comment The comment has 2001 quote and list markers; at most 2000 are read.",
    );
  });
});

describe("nesting", () => {
  it("refuses a line that begins with more than 100 markers, which a parser would read for seconds", () => {
    const deep = (count: number) => judgeSize("- ".repeat(count) + "a", ["- ".repeat(count) + "a"]);
    expect(deep(100)).toBeNull();
    expect(deep(101)?.code).toBe("comment-too-complex");
  });
});

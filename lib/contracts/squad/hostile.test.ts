import { beforeAll, describe, expect, it } from "vitest";
import { bodyOf, findings, read, row } from "./testing/activation";

const CHARACTERS = 65_536;
const good = bodyOf([row()]);

/** An accepted artifact, filled up to the largest comment with one text over and over. */
function filled(piece: string, characters = CHARACTERS): string {
  const room = characters - good.length - 2;
  return `${good}\n\n${piece.repeat(Math.ceil(room / piece.length)).slice(0, room)}`;
}

/** The shortest of several runs, which is what the work costs when nothing else takes the processor; enough once it is below `limit`. */
function best(body: string, limit = 0): number {
  let least = Infinity;
  for (let run = 0; run < 7 && least >= limit; run += 1) {
    const start = performance.now();
    read(body);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const plain = filled("Plain words of a plain text go on and on. ");
let limit = 0;
beforeAll(() => {
  expect(read(plain).verdict).toBe("accepted");
  limit = 10 * best(plain);
});

describe("a hostile comment of 65,536 characters", () => {
  it.each([
    ["emphasis that never closes", "*a_ ", []],
    ["quotes in quotes", ">", ["comment-too-complex #comment"]],
    ["lists in quotes", ">- ", ["comment-too-complex #comment"]],
    ["32,000 short list lines", "-\n", ["comment-too-complex #comment"]],
    ["list items without end", "- a\n", ["comment-too-complex #comment"]],
    ["brackets", "[", []],
    ["images", "![", []],
    ["backticks of growing length", "` `` ``` ", []],
    ["escapes", "\\", []],
    ["entities", "&a;", []],
    ["unfinished tags", "<a ", []],
    ["underscores", "_", []],
  ])("ends within ten times the time of plain text: %s", (_, piece, expected) => {
    const hostile = filled(piece);
    expect(hostile).toHaveLength(CHARACTERS);
    expect(findings(read(hostile))).toEqual(expected);
    expect(best(hostile, limit)).toBeLessThan(limit);
  });

  it("is not saved from the caps by blank lines: deep lists before them end soon", () => {
    const deep = `${"- ".repeat(400)}a\n${"\n".repeat(2_000)}`;
    const flat = 10 * best(`${good}\n\n${"a\n\n".repeat(1_000)}`);
    expect(best(`${good}\n\n${deep}`, flat)).toBeLessThan(flat);
  });
});

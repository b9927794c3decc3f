import { describe, expect, it } from "vitest";
import { skeletonOf } from "./block-skeleton";
import { readBlocks, type Block } from "./blocks";
import { splitLines } from "./comment-lines";

const blocks = (text: string): Block[] => readBlocks(splitLines(text));
const kinds = (text: string): string[] => blocks(text).map(({ kind, lines }) => `${kind} ${lines.first}-${lines.last}`);
const fences = (text: string) =>
  blocks(text).flatMap((block) => (block.kind === "fence" ? [[block.info, block.text, block.closed]] : []));

describe("the blocks of a comment", () => {
  it("are its top-level blocks with their lines", () => {
    expect(kinds("# a\n\nb\nc\n```json\n[]\n```\n> q\n\n- l\n\n    code\n<!-- h -->\n\nz")).toEqual([
      "other 1-1",
      "paragraph 3-4",
      "fence 5-7",
      "other 8-8",
      "other 10-12",
      "other 13-13",
      "paragraph 15-15",
    ]);
    expect(kinds("    code")).toEqual(["other 1-1"]);
    expect(kinds("")).toEqual([]);
  });

  it("keep paragraphs as written", () => {
    expect(blocks("  a *b* \n\tc &amp; d")).toEqual([
      { kind: "paragraph", lines: { first: 1, last: 2 }, text: ["  a *b* ", "\tc &amp; d"] },
    ]);
  });

  it("keep fences as written, whatever ends the lines", () => {
    expect(fences("```json\n{\n}\n```\n")).toEqual([["json", "{\n}", true]]);
    expect(fences("```json\r\n{\r\n}\r\n```\r\n")).toEqual([["json", "{\n}", true]]);
    expect(fences("```json\r{\r}\r```")).toEqual([["json", "{\n}", true]]);
    expect(fences("```json\n```")).toEqual([["json", "", true]]);
    expect(fences("```json\n\n\n\n\n1\n```")).toEqual([["json", "\n\n\n\n1", true]]);
    expect(fences("```json\n\u0000\n```")).toEqual([["json", "\u0000", true]]);
  });

  it("read the info string as written, without the blanks around it", () => {
    expect(fences("``` \t json \t\n```")).toEqual([["json", "", true]]);
    expect(fences("```json title=x\n```")).toEqual([["json title=x", "", true]]);
    expect(fences("```js&#111;n\n```")).toEqual([["js&#111;n", "", true]]);
    expect(fences("```js\\on\n```")).toEqual([["js\\on", "", true]]);
    expect(fences("```json\u00a0\n```")).toEqual([["json\u00a0", "", true]]);
    expect(fences("```\n```")).toEqual([["", "", true]]);
    expect(fences("~~~ a`b\n~~~")).toEqual([["a`b", "", true]]);
  });

  it("end a fence on a line of its own, of the same sign and as long", () => {
    expect(fences('````json\n"a```b"\n```\n~~~~\n````')).toEqual([["json", '"a```b"\n```\n~~~~', true]]);
    expect(fences("~~~json\n1\n~~~~~ ")).toEqual([["json", "1", true]]);
    expect(fences("```json\n1\n   ```\t")).toEqual([["json", "1", true]]);
    expect(fences("  ```json\n  1\n```")).toEqual([["json", "  1", true]]);
    expect(fences("```json\n1\n    ```")).toEqual([["json", "1\n    ```", false]]);
    expect(fences("```json\n1\n``` x\n```")).toEqual([["json", "1\n``` x", true]]);
  });

  it("say of a fence that it is not closed, and give it all the rest", () => {
    expect(fences("a\n```json\n1\n\n\n\n\nb\n\n\n\n")).toEqual([["json", "1\n\n\n\n\nb\n\n\n", false]]);
    expect(kinds("a\n```json\n1\n\n\n\n\nb\n\n\n\n")).toEqual(["paragraph 1-1", "fence 2-11"]);
    expect(fences("```json")).toEqual([["json", "", false]]);
    expect(fences("```")).toEqual([["", "", false]]);
  });

  it("do not look into quotes, lists, HTML comments and indented code", () => {
    const nested = "```json\n[]\n```";
    const quoted = nested.replaceAll(/^/gm, "> ");
    const inList = `- a\n\n${nested.replaceAll(/^/gm, "  ")}`;
    const inHtml = `<!--\n\n${nested}\n-->`;
    const inFence = `\`\`\`\`\n${nested}\n\`\`\`\``;
    expect([quoted, inList, inHtml].map(kinds)).toEqual([["other 1-3"], ["other 1-5"], ["other 1-6"]]);
    expect(kinds(nested.replaceAll(/^/gm, "    "))).toEqual(["other 1-3"]);
    expect(fences(inFence)).toEqual([["", nested, true]]);
  });

  it("read past a byte-order mark at the beginning", () => {
    expect(blocks("\uFEFFa")).toEqual([{ kind: "paragraph", lines: { first: 1, last: 1 }, text: ["a"] }]);
    expect(fences("\uFEFF```json\n1\n```")).toEqual([["json", "1", true]]);
    expect(blocks("a\n\uFEFFb")).toEqual([{ kind: "paragraph", lines: { first: 1, last: 2 }, text: ["a", "\uFEFFb"] }]);
  });

  it("end a paragraph after definitions have gone from it", () => {
    expect(kinds("[a]: b\nActivation bindings:\n```json\n```")).toEqual(["other 1-1", "paragraph 2-2", "fence 3-4"]);
    expect(kinds("[a]: b\u0001c\nActivation bindings:")).toEqual(["paragraph 1-2"]);
    expect(kinds('[a]: b "c\nd"\ne')).toEqual(["other 1-2", "paragraph 3-3"]);
    expect(kinds("[a\\]]: b\nc")).toEqual(["other 1-1", "paragraph 2-2"]);
  });
});

/** The blocks that a CommonMark parser finds; where paragraphs and fences end, and for all others only where they begin. */
describe("the skeleton of a comment", () => {
  const skeleton = (text: string): string => skeletonOf(splitLines(text)).text;

  it("keeps what decides blocks and blanks out words and inline markup", () => {
    expect(skeleton("> 1. *a_ `b` [c](d) &e; \\f !g")).toBe("> 1. *xx xxx xxxxxx xxx xx xx");
    expect(skeleton("**bold** text")).toBe("**xxxxxx xxxx");
    expect(skeleton("```json `x`\n\ta\n```")).toBe("```xxxx `x`\n\tx\n```");
    expect(skeleton("[a]\n=====\n- - -")).toBe("xxx\n=====\n- - -");
  });

  it("leaves lines alone that may begin or end HTML", () => {
    expect(skeleton("a <b> *c*\n<b *c*\nd --> *e*")).toBe("a <b> *c*\n<b *c*\nd --> *e*");
  });

  it("keeps what definitions are made of where there may be one", () => {
    expect(skeleton("[a]: b \"c\" (d) 'e' f\\g:h*i`j\u0001k\u007f")).toBe(
      "[x]: x \"x\" (x) 'x' x\\x:xxx`x\u0001x\u007f",
    );
  });

  it("shortens runs of blank lines to two, and knows which lines are left", () => {
    expect(skeletonOf(splitLines("a\n\n \n\t\n\nb\n\nc"))).toEqual({
      text: "x\n\n\nx\n\nx",
      lineNumbers: [1, 2, 3, 6, 7, 8],
    });
  });
});

import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { skeletonOf } from "./block-skeleton";
import { splitLines } from "./comment-lines";

const BLOCKS_ALONE = {
  extensions: [
    {
      disable: {
        null: "attention autolink codeText hardBreakEscape htmlText labelEnd labelStartImage labelStartLink".split(" "),
      },
    },
  ],
};

function ends(text: string, lineOf: (line: number) => number): unknown[] {
  return fromMarkdown(text, BLOCKS_ALONE).children.map(({ type, position }) => {
    const first = lineOf(position?.start.line ?? 0);
    return type === "paragraph" || type === "code" ? [type, first, lineOf(position?.end.line ?? 0)] : [type, first];
  });
}

describe("the skeleton of a comment", () => {
  it("gives the same blocks on the same lines as the whole text", () => {
    const piece = fc.constantFrom(
      ..."a b * _ - + = # ` ~ < > [ ] ( ) : ! & ; \\ / \" ' . 1 | x".split(" "),
      ...[
        "\n",
        "\n\n",
        "\n\n\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "```",
        "~~~",
        "```json",
        "<!--",
        "-->",
        "<b>",
        "</b>",
        "<script>",
        "]]>",
        "?>",
      ],
      ...[
        "[a]: b",
        "[a]:\n",
        "> ",
        "- ",
        "1. ",
        "---",
        "===",
        "* * *",
        "Activation bindings:",
        '"t"',
        "&amp;",
        "\\[",
        "\u0001",
        "\r\n",
        "<a _b>",
        "<a *b>",
        "é",
        "😀",
      ],
    );
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (source) => {
        const lines = splitLines(source.replace(/[ \t\r\n]+$/, ""));
        const { text: bones, lineNumbers } = skeletonOf(lines);
        const expected = ends(lines.join("\n"), (line) => line);
        const got = ends(bones, (line) => lineNumbers[line - 1] ?? 0);
        expect(got).toEqual(expected);
      }),
      { numRuns: 1_500 },
    );
  });
});

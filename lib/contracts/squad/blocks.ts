import { fromMarkdown } from "mdast-util-from-markdown";
import type { LineSpan } from "../core/lines";
import { skeletonOf } from "./block-skeleton";

/** A paragraph at the top level of a comment, its lines as written. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly lines: LineSpan;
  readonly text: readonly string[];
}

/** A fenced code block at the top level of a comment. */
export interface Fence {
  readonly kind: "fence";
  readonly lines: LineSpan;
  /** As written, without the white space around it. */
  readonly info: string;
  /** The lines inside, as written, joined by LF; the first is line `lines.first + 1` of the comment. */
  readonly text: string;
  /** False: the comment ends before the fence does. */
  readonly closed: boolean;
}

/** Anything else: a heading, a quote, a list, HTML, indented code … Nothing in it is looked at. */
export interface OtherBlock {
  readonly kind: "other";
  readonly lines: LineSpan;
}

export type Block = Paragraph | Fence | OtherBlock;

// They decide no block. With them CommonMark parsing is quadratic: 18 to 100 s for one hostile comment.
const INLINE = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];
const OPTIONS = { extensions: [{ disable: { null: INLINE } }] };
const OPENING = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The top-level blocks of a comment, in order. "Parse the comment as CommonMark and look at its top-level blocks only: a
 * fence closes on its own line; `~~~` is a fence; CRLF is fine; quoted, indented, nested and HTML-commented blocks are not
 * looked at at all." Info strings are taken as written: no escape or entity spells `json`.
 * @param source the comment's lines; within the limits of comment-lines.ts, or it may take very long
 */
export function readBlocks(source: readonly string[]): Block[] {
  const lines = withoutByteOrderMark(source);
  const { text, lineNumbers } = skeletonOf(lines);
  return fromMarkdown(text, OPTIONS).children.map((node) => {
    const first = lineNumbers[(node.position?.start.line ?? 1) - 1] ?? 1;
    const last = lineNumbers[(node.position?.end.line ?? 1) - 1] ?? first;
    const span = { first, last };
    if (node.type === "paragraph") return { kind: "paragraph", lines: span, text: lines.slice(first - 1, last) };
    if (node.type === "code") return readCode(lines, span);
    return { kind: "other", lines: span };
  });
}

function readCode(lines: readonly string[], span: LineSpan): Block {
  const line = lines[span.first - 1] ?? "";
  const [indented, fence] = OPENING.exec(line) ?? [];
  if (indented === undefined || fence === undefined) return { kind: "other", lines: span };
  const closed = span.last > span.first && closes(lines[span.last - 1] ?? "", fence);
  // A fence that is not closed goes on to the end of the comment.
  const last = closed ? span.last : Math.max(span.first, lines.length);
  const text = lines.slice(span.first, closed ? last - 1 : last).join("\n");
  return {
    kind: "fence",
    lines: { first: span.first, last },
    info: trimBlank(line.slice(indented.length)),
    text,
    closed,
  };
}

function closes(line: string, fence: string): boolean {
  const [indented, run] = OPENING.exec(line) ?? [];
  return (
    indented !== undefined &&
    run !== undefined &&
    run.startsWith(fence) &&
    trimBlank(line.slice(indented.length)) === ""
  );
}

/** Without the spaces and tabs at both ends; other white space is text here. */
function trimBlank(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** CommonMark reads past a byte-order mark at the beginning; it is no text of the first line. */
function withoutByteOrderMark(lines: readonly string[]): readonly string[] {
  return lines[0]?.startsWith("\uFEFF") ? [lines[0].slice(1), ...lines.slice(1)] : lines;
}

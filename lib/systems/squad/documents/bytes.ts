import type { LineSpan } from "@/lib/contracts/core/lines";
import type { ByteLine, PieceData } from "../document-types";
import { linesOf } from "../text";

/** Lines of context before and after the fact. */
const BEFORE = 2;
const AFTER = 3;
/** Most lines that one piece shows, and most UTF-16 code units of one line; the download has everything. */
const MAX_LINES = 240;
const MAX_LINE = 600;
/** Where a long line is cut so that the fact in it is seen: so much of what stands before. */
const LEAD = 80;

/** A line where a rule failed, with the rule's code. */
export interface BadLine {
  readonly line: number;
  readonly note: string;
}

/**
 * The lines around a fact, as people are shown them.
 * @param span the fact's own lines
 * @param column where the fact begins in its first line (UTF-16 code units, from 0), for files written on one line
 */
export function showBytes(
  label: string,
  text: string,
  span: LineSpan,
  bad: readonly BadLine[],
  column = 0,
): PieceData["bytes"] {
  const all = linesOf(text);
  const first = Math.max(1, span.first - BEFORE);
  const wanted = Math.min(all.length, span.last + AFTER);
  const last = Math.min(wanted, first + MAX_LINES - 1);
  const notes = new Map<number, string[]>();
  for (const { line, note } of bad) notes.set(line, [...(notes.get(line) ?? []), note]);
  let cut = last < wanted;
  const lines: ByteLine[] = [];
  for (let n = first; n <= last; n += 1) {
    const whole = all[n - 1] ?? "";
    const shown = shorten(whole, n === span.first ? column : 0);
    cut ||= shown.length !== whole.length;
    const own = [...new Set(notes.get(n) ?? [])];
    lines.push({
      n,
      text: shown,
      mark: own.length > 0 ? "bad" : n >= span.first && n <= span.last ? "in" : "near",
      notes: own,
    });
  }
  return { label, first: span.first, last: Math.min(span.last, all.length), total: all.length, lines, cut };
}

function shorten(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const from = column + 1 > MAX_LINE / 2 ? column - LEAD : 0;
  const part = line.slice(from, from + MAX_LINE - 2);
  return `${from > 0 ? "…" : ""}${part}${from + MAX_LINE - 2 < line.length ? "…" : ""}`;
}

/** Binary content as people read it: offset, sixteen bytes, and the letters among them. */
export function showBinary(label: string, bytes: Uint8Array): PieceData["bytes"] {
  const rows = Math.min(12, Math.ceil(bytes.byteLength / 16));
  const lines: ByteLine[] = Array.from({ length: rows }, (_, row) => {
    const part = [...bytes.subarray(row * 16, row * 16 + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const letters = part.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    return { n: row + 1, text: `${hex.padEnd(47)}  ${letters}`, mark: "in", notes: [] };
  });
  const total = Math.ceil(bytes.byteLength / 16);
  return { label, first: 1, last: rows, total, lines, cut: total > rows };
}

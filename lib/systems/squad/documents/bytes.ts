import type { LineSpan } from "@/lib/contracts/core/lines";
import type { ByteLine, PieceData } from "../document-types";
import { linesOf } from "../text";

/** Lines of context before and after the fact. */
const BEFORE = 2;
const AFTER = 3;
/** Most lines that one piece shows, and most UTF-16 code units of one line; the download has everything. */
const MAX_LINES = 240;
const MAX_LINE = 600;
/** Of a line that is there for context alone. */
const MAX_NEAR = 160;
/** A fact longer than that is shown so far. */
const MAX_FACT = 2_400;
/** So much of a long line is shown before and after the fact. */
const LEAD = 80;

/** A line where a rule failed, with the rule's code. */
export interface BadLine {
  readonly line: number;
  readonly note: string;
}

/**
 * The lines around a fact, as people are shown them.
 * @param span the fact's own lines
 * @param within where the fact stands in its first line, if it stands on one line: the excerpt of a long line begins there
 */
export function showBytes(
  label: string,
  text: string,
  span: LineSpan,
  bad: readonly BadLine[],
  within?: Columns,
): PieceData["bytes"] {
  const all = linesOf(text);
  const first = Math.max(1, span.first - BEFORE);
  const wanted = Math.min(all.length, span.last + AFTER);
  const last = Math.min(wanted, first + MAX_LINES - 1);
  const notes = new Map<number, Set<string>>();
  for (const { line, note } of bad) {
    const own = notes.get(line);
    if (own === undefined) notes.set(line, new Set([note]));
    else own.add(note);
  }
  let cut = last < wanted;
  const lines: ByteLine[] = [];
  for (let n = first; n <= last; n += 1) {
    const whole = all[n - 1] ?? "";
    const own = [...(notes.get(n) ?? [])];
    const mark = own.length > 0 ? "bad" : n >= span.first && n <= span.last ? "in" : "near";
    const shown = excerpt(whole, mark === "near" ? MAX_NEAR : MAX_LINE, n === span.first ? within : undefined);
    cut ||= shown.text.length !== whole.length;
    lines.push({ n, ...shown, mark, notes: own });
  }
  return { label, first: span.first, last: Math.min(span.last, all.length), total: all.length, lines, cut };
}

/** A stretch of one line, in UTF-16 code units from 0: [from, to). */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** A line as it is shown, and where the fact stands in what is shown, unless it is the whole line. */
function excerpt(line: string, most: number, fact?: Columns): Pick<ByteLine, "text" | "fact"> {
  const long = Math.min(MAX_FACT, Math.max(most, fact === undefined ? 0 : fact.to - fact.from + 2 * LEAD));
  const from = line.length <= long || fact === undefined || fact.from < LEAD ? 0 : fact.from - LEAD;
  const to = Math.min(line.length, from + long);
  const head = from > 0 ? "…" : "";
  const text = `${head}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
  const part =
    fact !== undefined && line.slice(0, fact.from).trim() + line.slice(fact.to).replace(",", "").trim() !== "";
  if (!part) return { text };
  const shift = head.length - from;
  return { text, fact: { from: fact.from + shift, to: Math.min(fact.to, to) + shift } };
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

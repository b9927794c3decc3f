import type { Diagnostic, Rule } from "@/lib/contracts/core/diagnostic";
import type { Place } from "@/lib/contracts/core/json-types";
import { MAX_DEPTH } from "@/lib/contracts/core/json";
import { findFault } from "@/lib/contracts/core/json-fault";
import { places } from "@/lib/contracts/core/locate";
import { positionAt, type LineSpan } from "@/lib/contracts/core/lines";
import { joinPointer, parsePointer } from "@/lib/contracts/core/pointer";
import { RECORD_RULES, ROOT_RULES } from "@/lib/contracts/squad/registry-rules";
import type { Excluded, RegistryVerdict } from "@/lib/contracts/squad/registry-types";
import type { PieceData } from "../document-types";
import type { Squad } from "../judge";
import type { RegistryFile } from "../standings";
import { countLines, showable } from "../text";
import { remarksOn } from "./warnings";
import { findingsOn } from "./agent";
import { showBytes, type BadLine, type Columns } from "./bytes";
import { fileLink } from "./permalink";
import { claimOfFile, claimOfMember, claimOfRecord } from "./claims";

/** Evidence for a pointer into the registry; null when there is no registry to show or nothing at the pointer. */
export function registryPiece(squad: Squad, pointer: string): PieceData | null {
  const { file, verdict } = squad;
  const path = parsePointer(pointer);
  if (file === null || verdict === null || path === null) return null;
  const [root, id, member] = path;
  const record = root === "agents" && id !== undefined ? { id, member: member ?? null } : null;
  const rules = record === null ? ofFile(squad, verdict) : ofRecord(squad, verdict, record.id);
  const text = showable(file.bytes);
  const where = locate(text, pointer, [...rules.failed, ...rules.warned]);
  if (where.span === null) return null;
  const bytes = showBytes(file.path, text, where.span, where.bad, where.within);
  const claim =
    record === null
      ? claimOfFile(squad, pointer)
      : record.member === null
        ? claimOfRecord(squad, record.id)
        : claimOfMember(squad, record.id, record.member);
  return {
    address: `registry:${pointer}`,
    claim,
    ...rules,
    bytes,
    related: [],
    picture: null,
    source: sourceOf(squad, file, pointer === "" ? undefined : where.span),
    download: true,
  };
}

interface Judged {
  readonly failed: readonly Diagnostic[];
  readonly warned: readonly Diagnostic[];
  readonly passed: readonly { readonly code: string; readonly sentence: string }[];
}

function ofFile(squad: Squad, verdict: RegistryVerdict): Judged {
  const root = remarksOn(squad).filter(
    ({ pointer }) => parsePointer(pointer)?.[0] !== "agents" || parsePointer(pointer)?.length === 1,
  );
  const records = verdict.verdict === "partial" ? verdict.excluded.flatMap(({ diagnostics }) => diagnostics) : [];
  const failed = [...root.filter(({ severity }) => severity === "error"), ...records];
  // A file that was refused early was not judged by the later rules, so nothing can be said to have passed.
  const passed = verdict.verdict === "complete" || verdict.verdict === "partial" ? passedOf(ROOT_RULES, failed) : [];
  return { failed, warned: root.filter(({ severity }) => severity !== "error"), passed };
}

function ofRecord(squad: Squad, verdict: RegistryVerdict, id: string): Judged {
  if (verdict.verdict === "legacy") {
    const diagnostics = verdict.readiness.records.find((record) => record.id === id)?.diagnostics ?? [];
    return { failed: diagnostics, warned: [], passed: [] };
  }
  if (verdict.verdict === "refused") return ofFile(squad, verdict);
  const failed = excludedOf(verdict, id)?.diagnostics ?? [];
  return { failed, warned: findingsOn(squad, id), passed: passedOf(RECORD_RULES, failed) };
}

export function excludedOf(verdict: RegistryVerdict | null, id: string): Excluded | undefined {
  return verdict?.verdict === "partial" ? verdict.excluded.find((record) => record.id === id) : undefined;
}

function passedOf(rules: readonly Rule[], failed: readonly Diagnostic[]): Judged["passed"] {
  const codes = new Set(failed.map(({ code }) => code));
  return rules.filter(({ code }) => !codes.has(code)).map(({ code, sentence }) => ({ code, sentence }));
}

interface Where {
  readonly span: LineSpan | null;
  readonly within?: Columns;
  readonly bad: readonly BadLine[];
}

function locate(text: string, pointer: string, findings: readonly Diagnostic[]): Where {
  const whole = { first: 1, last: countLines(new TextEncoder().encode(text)) };
  if (!isJson(text)) return pointer === "" ? atFault(text, whole, findings) : { span: null, bad: [] };
  const wanted = new Set([pointer, ...findings.flatMap((finding) => withParents(finding.pointer))]);
  const found = places(text, wanted);
  const place = found.get(pointer);
  if (place === undefined) return { span: null, bad: [] };
  const bad = findings.filter(({ severity }) => severity === "error").flatMap((finding) => badLine(found, finding));
  const span = pointer === "" ? whole : place.lines;
  const inside = bad.filter(({ line }) => line >= span.first && line <= span.last);
  const start = place.name ?? place.start;
  const from = positionAt(text, start).column - 1;
  const oneLine = pointer !== "" && place.lines.first === place.lines.last;
  return { span, bad: inside, ...(oneLine ? { within: { from, to: from + place.end - start } } : {}) };
}

/** Of a text that is no JSON the line where it stops being any. */
function atFault(text: string, whole: LineSpan, findings: readonly Diagnostic[]): Where {
  const fault = findFault(text, MAX_DEPTH);
  if (fault === null) return { span: whole, bad: [] };
  const { line } = positionAt(text, fault.offset);
  const bad = findings.slice(0, 1).map(({ code }) => ({ line, note: code }));
  return { span: { first: line, last: line }, bad };
}

/** A member that is absent has no line of its own: the record's first line stands for it. */
function badLine(found: ReadonlyMap<string, Place>, { pointer, code }: Diagnostic): BadLine[] {
  for (const candidate of withParents(pointer)) {
    const place = found.get(candidate);
    if (place !== undefined && candidate !== "") return [{ line: place.lines.first, note: code }];
  }
  return [];
}

function withParents(pointer: string): string[] {
  const path = parsePointer(pointer) ?? [];
  return path.map((_, index) => joinPointer("", ...path.slice(0, path.length - index)));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function sourceOf(squad: Squad, file: RegistryFile, lines: LineSpan | undefined): PieceData["source"] {
  return {
    issues: [],
    permalink: fileLink(squad, file.path, lines),
    path: file.path,
    oid: file.oid,
    sha256: file.sha256,
    size: file.bytes.byteLength,
    comment: null,
  };
}

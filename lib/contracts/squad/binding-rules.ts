import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import { trimText } from "../core/text";
import { OMISSION_REASONS, type Epic, type OmissionReason, type TaskRow } from "./activation-types";
import { judgeTogether, type Report } from "./binding-cross-rules";
import { judgeEpics, sortedSet } from "./binding-epic-rules";
import {
  EMPTY_LIST,
  MAX_BINDING_ROWS,
  NOT_A_LIST,
  ROW_NOT_OBJECT,
  ROW_RULES,
  TOO_MANY_ROWS,
} from "./binding-rule-catalogue";
import { isOlderRow, issueNumber, readRow, type BindingRow, type BindingTarget } from "./binding-row";
import { judgeRow } from "./binding-row-rules";
import { BINDINGS } from "./comment-pointer";
import { isList, isObject, member } from "./json-values";

/** A row that holds, before it is known where it stands in its comment. */
export type UnplacedRow = Omit<TaskRow, "lines">;

/**
 * What the rules say of a bindings array. `older`: every row is from before identity provenance. `refused` lists every failing row
 * and rule, by row and then in the order of ROW_RULES. `holds` carries notes alone.
 */
export type BindingsVerdict = { readonly declared: number; readonly diagnostics: readonly Diagnostic[] } & (
  | {
      readonly verdict: "holds";
      readonly revision: number;
      readonly tasks: readonly UnplacedRow[];
      readonly epics: readonly Epic[];
    }
  | { readonly verdict: "older" }
  | { readonly verdict: "refused"; readonly failingRows: number }
);

/**
 * Judges a bindings array: "All of the contract's, checked on the whole array; any failure refuses the array and lists every failing
 * row and rule." At most MAX_BINDING_ROWS rows; a longer array is refused unjudged. Linear in the size of the array. Pointers are
 * RFC 6901 pointers into the array.
 */
export function judgeBindings(value: JsonValue, target: BindingTarget): BindingsVerdict {
  if (!isList(value)) return refuseArray(0, NOT_A_LIST, "The bindings block is not a JSON list.");
  if (value.length === 0) return refuseArray(0, EMPTY_LIST, "The bindings block has no rows.");
  if (value.length > MAX_BINDING_ROWS) {
    return refuseArray(
      value.length,
      TOO_MANY_ROWS,
      `The block has ${value.length} rows; at most ${MAX_BINDING_ROWS} are read.`,
    );
  }
  if (value.every((row) => isObject(row) && isOlderRow(row)))
    return { verdict: "older", declared: value.length, diagnostics: [] };

  const found = new Map<number, Diagnostic[]>();
  const rows = judgeEach(value, target, found);
  const report: Report = (row, rule, name, message) => {
    const at = name === "" ? "" : `/${name}`;
    const written = name === "" ? undefined : member(row.row, name);
    found.get(row.index)?.push(diagnose(rule, `${BINDINGS}/${row.index}${at}`, message, { value: written }));
  };
  judgeTogether(rows, report);
  judgeEpics(rows, target, report);

  const findings = [...found.values()].filter(({ length }) => length > 0);
  const diagnostics = findings.flatMap((ofRow) => ofRow.sort(byCatalogue));
  const failingRows = findings.filter((ofRow) => ofRow.some(isError)).length;
  if (failingRows > 0) return { verdict: "refused", declared: value.length, failingRows, diagnostics };
  const revision = rows[0]?.revision ?? 0;
  return {
    verdict: "holds",
    declared: value.length,
    diagnostics,
    revision,
    tasks: rows.map(taskOf),
    epics: epicsOf(rows),
  };
}

function judgeEach(value: readonly JsonValue[], target: BindingTarget, found: Map<number, Diagnostic[]>): BindingRow[] {
  const rows: BindingRow[] = [];
  value.forEach((row, index) => {
    const pointer = `${BINDINGS}/${index}`;
    if (isObject(row)) {
      rows.push(readRow(row, index));
      found.set(index, judgeRow(row, pointer, target));
    } else found.set(index, [diagnose(ROW_NOT_OBJECT, pointer, "This row is not a JSON object.", { value: row })]);
  });
  return rows;
}

function refuseArray(declared: number, rule: Rule, message: string): BindingsVerdict {
  return { verdict: "refused", declared, failingRows: 0, diagnostics: [diagnose(rule, BINDINGS, message)] };
}

const ORDER: ReadonlyMap<string, number> = new Map(ROW_RULES.map(({ code }, index) => [code, index]));

function byCatalogue(a: Diagnostic, b: Diagnostic): number {
  return (ORDER.get(a.code) ?? 0) - (ORDER.get(b.code) ?? 0);
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

function taskOf({ index, row, agentId }: BindingRow): UnplacedRow {
  return {
    pointer: `${BINDINGS}/${index}`,
    task: textOf(row.task),
    issue: issueNumber(row.issue) ?? 0,
    epic: textOf(row.epic),
    epicIssue: issueNumber(row.epic_issue) ?? 0,
    agentId,
    omission: agentId === null ? reasonOf(row.identity_omission_reason) : null,
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? trimText(value) : "";
}

function reasonOf(value: JsonValue | undefined): OmissionReason | null {
  return OMISSION_REASONS.find((reason) => reason === value) ?? null;
}

/** The epics in the order of their first rows. */
function epicsOf(rows: readonly BindingRow[]): Epic[] {
  const epics = new Map<string, Epic>();
  for (const { epic, epicIssue, epicIds, row } of rows) {
    if (epic === null || epicIds === null || epics.has(epic)) continue;
    const partial = member(row, "epic_identity_omission_reason") === "partial";
    epics.set(epic, { epic, issue: issueNumber(epicIssue ?? undefined) ?? 0, agentIds: sortedSet(epicIds), partial });
  }
  return [...epics.values()];
}

import type { Rule } from "../core/diagnostic";
import { quote } from "../core/text";
import * as RULES from "./binding-rule-catalogue";
import { isOlderRow, type BindingRow } from "./binding-row";

/** Reports a rule that a row breaks; at most once for each row and rule. `name` is the member, "" the row itself. */
export type Report = (row: BindingRow, rule: Rule, name: string, message: string) => void;

/** Judges rows beside one another. Linear in the rows; the order of rows changes nothing but the order of findings. */
export function judgeTogether(rows: readonly BindingRow[], report: Report): void {
  judgeTaskIssues(rows, report);
  judgeRepeats(rows, "task", RULES.TASK_REPEATED, "Task", report);
  judgeRepeats(rows, "issue", RULES.ISSUE_REPEATED, "Issue", report);
  judgeOneToOne(rows, report);
  judgeRevisions(rows, report);
  judgeOlderRows(rows, report);
}

/** The rows by a text of theirs; those without it are in no group. */
export function groupBy(
  rows: readonly BindingRow[],
  name: "task" | "issue" | "epic" | "epicIssue",
): Map<string, BindingRow[]> {
  const groups = new Map<string, BindingRow[]>();
  for (const row of rows) {
    const key = row[name];
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function judgeTaskIssues(rows: readonly BindingRow[], report: Report): void {
  const epics = groupBy(rows, "epicIssue");
  for (const row of rows) {
    if (row.issue === null) continue;
    const other = epics.get(row.issue)?.find(({ index }) => index !== row.index);
    if (other === undefined) continue;
    report(
      row,
      RULES.TASK_IS_EPIC,
      "issue",
      `The task’s issue ${quote(row.issue)} is the issue of an epic in row ${other.index + 1}.`,
    );
  }
}

function judgeRepeats(
  rows: readonly BindingRow[],
  name: "task" | "issue",
  rule: Rule,
  word: string,
  report: Report,
): void {
  if (!repeats(rows, name)) return;
  for (const [key, group] of groupBy(rows, name)) {
    if (group.length === 1) continue;
    const where = `${group.length} rows, first in row ${(group[0]?.index ?? 0) + 1}`;
    for (const row of group) report(row, rule, name, `${word} ${quote(key)} stands in ${where}.`);
  }
}

/** The usual answer is no, and then no group needs to be made. */
function repeats(rows: readonly BindingRow[], name: "task" | "issue"): boolean {
  const seen = new Set<string>();
  return rows.some((row) => row[name] !== null && seen.size === seen.add(row[name]).size);
}

function judgeOneToOne(rows: readonly BindingRow[], report: Report): void {
  for (const [epic, group] of groupBy(rows, "epic")) {
    const issues = distinct(group.map(({ epicIssue }) => epicIssue));
    if (issues.length < 2) continue;
    for (const row of group)
      report(row, RULES.EPIC_TWO_ISSUES, "epic_issue", `Epic ${quote(epic)} is bound to ${list(issues)}.`);
  }
  for (const [issue, group] of groupBy(rows, "epicIssue")) {
    const epics = distinct(group.map(({ epic }) => epic));
    if (epics.length < 2) continue;
    for (const row of group)
      report(row, RULES.ISSUE_TWO_EPICS, "epic", `Epic issue ${quote(issue)} belongs to the epics ${list(epics)}.`);
  }
}

function judgeRevisions(rows: readonly BindingRow[], report: Report): void {
  const named = new Set<number>();
  for (const { revision } of rows) if (revision !== null) named.add(revision);
  if (named.size < 2) return;
  const revisions = [...named].sort((a, b) => a - b);
  const shown = revisions.slice(0, MAX_LISTED).join(", ");
  const rest = revisions.length > MAX_LISTED ? " and more" : "";
  for (const row of rows) {
    if (row.revision === null) continue;
    const message = `This row names registry revision ${row.revision}; the rows together name ${shown}${rest}.`;
    report(row, RULES.MIXED_REVISIONS, "registry_revision", message);
  }
}

function judgeOlderRows(rows: readonly BindingRow[], report: Report): void {
  const older = rows.filter(({ row }) => isOlderRow(row));
  if (older.length === rows.length) return;
  for (const row of older)
    report(row, RULES.OLDER_ROW, "", "This row is from before identity provenance; others are not.");
}

const MAX_LISTED = 5;

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text): text is string => text !== null))];
}

function list(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_LISTED).map(quote).join(", ");
  return texts.length > MAX_LISTED ? `${shown} and ${texts.length - MAX_LISTED} more` : shown;
}

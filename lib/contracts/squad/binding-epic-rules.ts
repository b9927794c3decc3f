import { compareCodeUnits, quote } from "../core/text";
import * as RULES from "./binding-rule-catalogue";
import { groupBy, type Report } from "./binding-cross-rules";
import type { BindingRow, BindingTarget } from "./binding-row";
import { member } from "./json-values";

/**
 * Judges the rows of each epic: "Every row for an epic carries the same sorted epic_agent_ids set, equal to all known task-agent IDs
 * for that epic. The partial marker appears on every row if any task omits agent_id, and on no row when the epic identity set is
 * complete." A set that is not sorted is noted, never refused.
 */
export function judgeEpics(rows: readonly BindingRow[], target: BindingTarget, report: Report): void {
  for (const [epic, group] of groupBy(rows, "epic")) {
    judgeSets(epic, group, target, report);
    judgeMarkers(epic, group, report);
  }
  for (const row of rows) {
    if (row.epicIds !== null && !isSorted(row.epicIds)) {
      report(
        row,
        RULES.EPIC_IDS_UNSORTED,
        "epic_agent_ids",
        "`epic_agent_ids` is not sorted. A set has no order, so this is only noted.",
      );
    }
  }
}

/** Each text once, ordered by code unit. */
export function sortedSet(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(compareCodeUnits);
}

function judgeSets(epic: string, group: readonly BindingRow[], target: BindingTarget, report: Report): void {
  const exact = sortedSet(group.flatMap(({ agentId }) => (agentId === null ? [] : [agentId])));
  // The usual case, at the price of one comparison: every row lists the exact set, sorted.
  if (group.every(({ epicIds }) => epicIds !== null && isSame(epicIds, exact))) return;
  const sets = group.map(({ epicIds }) => (epicIds === null ? null : sortedSet(epicIds)));
  const differ = new Set(sets.flatMap((set) => (set === null ? [] : [keyOf(set)]))).size > 1;
  group.forEach((row, index) => {
    const set = sets[index];
    if (set === null || set === undefined) return;
    if (differ) {
      report(row, RULES.EPIC_IDS_DIFFER, "epic_agent_ids", `The rows of epic ${quote(epic)} list different agents.`);
    }
    if (keyOf(set) !== keyOf(exact)) {
      report(row, RULES.EPIC_IDS_INEXACT, "epic_agent_ids", inexact(epic, set, exact, target));
    }
  });
}

function inexact(epic: string, set: readonly string[], exact: readonly string[], target: BindingTarget): string {
  const bound = new Set(exact);
  const listed = new Set(set);
  const absent = set.filter((id) => !bound.has(id));
  const left = exact.filter((id) => !listed.has(id));
  if (left.length > 0) {
    return `The row leaves out ${list(left)}, to whom rows of epic ${quote(epic)} are bound.${absent.length > 0 ? ` It lists ${list(absent)}, to whom none is.` : ""}`;
  }
  const rows = `No row of epic ${quote(epic)} in this comment is bound to ${list(absent)}, whom the row lists.`;
  return target.phased
    ? `${rows} The epic spans phases: its other tasks are in a phase that this artifact leaves out.`
    : rows;
}

function judgeMarkers(epic: string, group: readonly BindingRow[], report: Report): void {
  const partial = group.some(({ omitted }) => omitted);
  for (const row of group) {
    const marker = member(row.row, "epic_identity_omission_reason");
    if (partial && marker === undefined) {
      const message = `A task of epic ${quote(epic)} has no agent ID, but this row is not marked partial.`;
      report(row, RULES.EPIC_MARKER_MISSING, "epic_identity_omission_reason", message);
    }
    if (!partial && marker === "partial") {
      const message = `This row is marked partial, but every task of epic ${quote(epic)} has an agent ID.`;
      report(row, RULES.EPIC_MARKER_UNFOUNDED, "epic_identity_omission_reason", message);
    }
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function isSorted(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || compareCodeUnits(ids[index - 1] ?? "", id) <= 0);
}

function keyOf(set: readonly string[]): string {
  return JSON.stringify(set);
}

const MAX_LISTED = 5;

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, MAX_LISTED).map(quote).join(", ");
  return ids.length > MAX_LISTED ? `${shown} and ${ids.length - MAX_LISTED} more` : shown;
}

import { count, number } from "@/components/ui/format";
import type { CommentLine, GoalDoc, StateWord, TaskOutcome, WorkCounts, WorkData } from "@/lib/api/documents";
import type { NoAgent, Tally } from "./types";

/** A state as a line shows it: shape, word, and a few words beside it. */
export interface Said {
  readonly state: StateWord;
  readonly word: string;
  readonly text: string;
}

const OUTCOME: Readonly<Record<TaskOutcome, { readonly state: StateWord; readonly word: string }>> = {
  resolved: { state: "complete", word: "Resolved" },
  retired: { state: "retired", word: "Retired" },
  omitted: { state: "omitted", word: "Omitted" },
  unresolved: { state: "unavailable", word: "Unresolved" },
  conflict: { state: "conflict", word: "Conflict" },
};

export function outcomeSaid(outcome: TaskOutcome): { readonly state: StateWord; readonly word: string } {
  return OUTCOME[outcome];
}

/** The counts of each outcome apart: resolved without retired, unresolved without conflict. They add up to the total. */
export function apart(counts: WorkCounts): Readonly<Record<TaskOutcome, number>> {
  return {
    conflict: counts.conflict,
    unresolved: counts.unresolved - counts.conflict,
    omitted: counts.omitted,
    retired: counts.retired,
    resolved: counts.resolved - counts.retired,
  };
}

/** The goal's outcome: its worst count with the others beside it, or why none of its rows was read. */
export function goalSaid(goal: GoalDoc): Said {
  const rows = goal.declared > 0 ? `${count(goal.declared, "row")}, none read` : "";
  switch (goal.goal) {
    case "refused":
      return { ...OUTCOME.unresolved, text: rows };
    case "conflict":
      return { ...OUTCOME.conflict, text: "two newest artifacts, none chosen" };
    case "unread":
      return { ...OUTCOME.unresolved, text: "thread not read" };
    case "pre-provenance":
      return { ...OUTCOME.unresolved, text: "no agent IDs" };
    case "none":
      return { state: "unavailable", word: "Not activated", text: "no activation artifact" };
    case "bound":
      return boundSaid(goal.counts);
  }
}

/** "phases 1, 2", "phase 3", or "all phases" for an artifact of the whole plan. */
export function phasesSaid(line: Pick<CommentLine, "kind" | "phases">): string {
  if (line.kind === "activated" || line.kind === "plan-accepted") return "all phases";
  if (line.phases.length === 0) return "";
  return `${line.phases.length === 1 ? "phase" : "phases"} ${line.phases.join(", ")}`;
}

/** "Refused: 2 of 6 rows fail 2 rules, so no row is read." */
export function refusalSaid(goal: GoalDoc): string {
  const rules = new Set(goal.diagnostics.filter((found) => found.severity === "error").map((found) => found.code)).size;
  const fail = rules > 1 ? `fail ${rules} rules` : "fail a rule";
  if (goal.failingRows > 0 && goal.failingRows <= goal.declared) {
    const verb = goal.failingRows === 1 ? fail.replace("fail", "fails") : fail;
    return `Refused: ${number(goal.failingRows)} of ${count(goal.declared, "row")} ${verb}, so no row is read. Reissue the artifact to mend it.`;
  }
  const none = goal.declared > 0 ? `none of its ${count(goal.declared, "row")} is read` : "it binds nothing";
  return `Refused as a whole, so ${none}. Reissue the artifact to mend it.`;
}

export function tallySaid({ open, closed, unknown }: Tally): string {
  if (unknown > 0 && open + closed === 0) return count(unknown, "task");
  const known = `${number(open)} open, ${number(closed)} closed`;
  return unknown > 0 ? `${known}, ${number(unknown)} without a state` : known;
}

/** Why "none" is not the whole of it: tasks that resolve to nobody may have been meant for anybody. */
export function unresolvedSaid(tasks: number): string {
  const [verb, whom] = tasks === 1 ? ["is", "it was"] : ["are", "they were"];
  return `${count(tasks, "task")} of this squad ${verb} unresolved. Muster does not say whom ${whom} meant for until the activation artifact holds.`;
}

/** Declared tasks that wait because nothing resolves. */
export function waitingSaid(data: WorkData): string {
  const { unresolved } = data.counts;
  return unresolved === 0 ? "" : `${count(unresolved, "task")} ${unresolved === 1 ? "waits" : "wait"}`;
}

function boundSaid(counts: WorkCounts): Said {
  const each = apart(counts);
  const order = ["conflict", "unresolved", "resolved", "retired", "omitted"] as const;
  const first = order.find((outcome) => each[outcome] > 0);
  if (first === undefined) return { ...OUTCOME.resolved, text: "" };
  const rest = order.filter((outcome) => outcome !== first && each[outcome] > 0);
  return {
    state: OUTCOME[first].state,
    word: `${OUTCOME[first].word} ${number(each[first])}`,
    text: rest.map((outcome) => `${number(each[outcome])} ${OUTCOME[outcome].word.toLowerCase()}`).join(", "),
  };
}

/** Why nothing of a goal counts, where the artifact itself does not say it. */
export function goalNote(goal: GoalDoc): { readonly lead: string; readonly text: string } | null {
  switch (goal.goal) {
    case "none":
      return {
        lead: "Not activated.",
        text: "No trusted comment of this thread carries an activation artifact, so no task is bound. The squad’s activation of its plan would bind them.",
      };
    case "pre-provenance":
      return {
        lead: "Activated before identity provenance.",
        text: "Its artifact names no agent IDs, so nobody is bound to its tasks. A new activation artifact would bind them.",
      };
    case "unread":
      return {
        lead: "Not read.",
        text: goal.diagnostics.find((found) => found.severity === "error")?.mend ?? "Nothing of it counts until it is.",
      };
    case "conflict":
      return {
        lead: "Two newest artifacts.",
        text: "They were made at the same instant, so neither counts. A newer artifact settles it.",
      };
    case "refused":
    case "bound":
      return null;
  }
}

const OMISSIONS: Readonly<Record<string, string>> = {
  "external-agent": "The plan gives these to an agent outside this squad.",
  "non-roster": "The plan gives these to somebody who is not on the roster.",
  "legacy-plan-missing-id": "The plan is older than agent IDs.",
};
const UNREAD: Readonly<Record<string, string>> = {
  refused: "Their artifact is refused, so none of its rows is read.",
  unread: "Their thread was not read, so nothing of it counts.",
  "pre-provenance": "They were activated before identity provenance, without agent IDs.",
  conflict: "Two newest artifacts were made at the same instant, so neither counts.",
  none: "They were not activated.",
};

/** What the tasks of a group without an agent have in common, in a sentence. */
export function groupSaid(group: NoAgent): string {
  if (group.outcome === "conflict") return "Goals say different things of these. None is chosen.";
  if (group.outcome === "omitted") return OMISSIONS[group.reason] ?? "The plan leaves these out on purpose.";
  return group.diagnostic?.rule ?? UNREAD[group.reason] ?? "These resolve to nobody.";
}

import { createHash } from "node:crypto";
import type { IssueComment } from "@/lib/contracts/core/comment";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import { BINDING_RULES } from "@/lib/contracts/squad/binding-rule-catalogue";
import { placesInComment, type CommentPlace } from "@/lib/contracts/squad/comment-places";
import { WHOLE_COMMENT } from "@/lib/contracts/squad/comment-pointer";
import { COMMENT_RULES } from "@/lib/contracts/squad/comment-rules";
import type { GoalVerdict, JudgedComment, TaskVerdict } from "@/lib/contracts/squad/work-types";
import type { PieceData } from "../document-types";
import type { Squad } from "../judge";
import { commentLink, issueLinks } from "./permalink";
import { showBytes, type BadLine } from "./bytes";
import { isEmptied } from "../kept-comments";
import { claim } from "./claims";
import { isTied, threadFindings } from "./work";

interface Found {
  readonly comment: IssueComment;
  readonly goal: GoalVerdict;
  readonly judged: JudgedComment | null;
}

/** A comment that was read, by ID; null when no thread has it. */
export function findComment(squad: Squad, id: number): Found | null {
  for (const { issue, bytes } of squad.threads) {
    const comment = bytes?.comments.find((one) => one.id === id);
    const goal = squad.work.goals.find((one) => one.issue === issue);
    // Of a comment that is neither trusted nor like an artifact the text is not kept, so there is nothing to show.
    if (comment === undefined || goal === undefined || isEmptied(comment)) continue;
    return { comment, goal, judged: goal.thread?.comments.find((one) => one.id === id) ?? null };
  }
  return null;
}

/** Evidence for a pointer into one comment (comment-pointer.ts); null when the comment or the place is not there. */
export function commentPiece(squad: Squad, id: number, pointer: string): PieceData | null {
  const found = findComment(squad, id);
  if (found === null) return null;
  const { comment, goal, judged } = found;
  // An untrusted comment is never parsed, also not for showing it: only its whole and its lines can be found in it.
  const all = placesInComment(comment.body, judged !== null && judged.verdict.verdict !== "look-alike");
  const whole = pointer === "" || pointer === WHOLE_COMMENT;
  const span: CommentPlace | null = whole ? { first: 1, last: Math.max(1, all.total) } : all.find(pointer);
  if (span === null || !(whole || all.has(pointer))) return null;
  const findings = judged?.verdict.diagnostics ?? [];
  const own = findings.filter(({ severity }) => severity === "error");
  const failed = [...threadFindings(goal, id), ...own, ...reasonsOf(goal, judged, pointer)];
  const bad = failed.flatMap((finding) => badLines(all.find(finding.pointer), finding, span));
  return {
    address: `comment:${id}:${pointer}`,
    claim: claimOf(found, pointer),
    failed,
    warned: findings.filter(({ severity }) => severity !== "error"),
    passed: passedOf(judged, failed),
    bytes: showBytes(`comment ${id} on #${goal.issue}`, comment.body, span, bad, span.columns),
    related: relatedTo(goal, judged, pointer),
    picture: null,
    source: sourceOf(squad, found, pointer),
    download: true,
  };
}

/** What one task is missing against the registry, beside what its comment is missing by itself. */
function reasonsOf(goal: GoalVerdict, judged: JudgedComment | null, pointer: string): Diagnostic[] {
  if (judged?.counts !== true) return [];
  const task = taskAt(goal, pointer);
  if (task !== undefined) return task.reason === null ? [] : [task.reason];
  return goal.diagnostics.filter(
    ({ severity, code }) => severity === "error" && !judged.verdict.diagnostics.some((own) => own.code === code),
  );
}

function taskAt(goal: GoalVerdict, pointer: string): TaskVerdict | undefined {
  return goal.tasks.find(({ row }) => pointer === row.pointer || pointer.startsWith(`${row.pointer}/`));
}

/** Where else the same thing is spoken of: each other side of a conflict, or the artifact that counts in place of this one. */
function relatedTo(goal: GoalVerdict, judged: JudgedComment | null, pointer: string): PieceData["related"] {
  if (judged === null) return [];
  const task = judged.counts ? taskAt(goal, pointer) : undefined;
  if (task !== undefined) {
    return task.claims
      .filter(({ commentId }) => commentId !== judged.id)
      .map((other) => ({
        address: `comment:${other.commentId}:${other.pointer}`,
        text: `What goal #${other.origin} says of ${other.epic === undefined ? `#${task.row.issue}` : `epic #${other.epic.issue}`}`,
      }));
  }
  const whole = (id: number, text: string) => ({ address: `comment:${id}:${WHOLE_COMMENT}`, text });
  if (goal.thread?.goal === "conflict")
    return goal.thread.tied
      .filter(({ id }) => id !== judged.id && isTied(goal, judged.id))
      .map(({ id }) => whole(id, `Comment ${id}, made at the same instant`));
  const counted = goal.thread?.comments.find(({ counts }) => counts);
  if (counted === undefined || judged.counts || judged.verdict.verdict === "look-alike") return [];
  return [whole(counted.id, `Comment ${counted.id}, which is the newest`)];
}

function badLines(
  at: { first: number; last: number } | null,
  { code, pointer }: Diagnostic,
  span: { first: number; last: number },
): BadLine[] {
  if (at === null || pointer === WHOLE_COMMENT || at.first < span.first || at.first > span.last) return [];
  return [{ line: at.first, note: code }];
}

function passedOf(judged: JudgedComment | null, failed: readonly Diagnostic[]): PieceData["passed"] {
  const verdict = judged?.verdict.verdict;
  // Only an array that was judged whole has passed what it did not fail.
  if (verdict !== "accepted" && verdict !== "refused") return [];
  const codes = new Set(failed.map(({ code }) => code));
  if (verdict === "refused" && !failed.some(({ pointer }) => pointer.startsWith("/"))) return [];
  return [...COMMENT_RULES, ...BINDING_RULES]
    .filter(({ code, severity }) => severity === "error" && !codes.has(code))
    .map(({ code, sentence }) => ({ code, sentence }));
}

function claimOf({ comment, goal, judged }: Found, pointer: string): PieceData["claim"] {
  const task = judged?.counts === true ? taskAt(goal, pointer) : undefined;
  if (task !== undefined) return claimOfTask(task, goal);
  const subject = `Comment ${comment.id}`;
  const on = `on goal #${goal.issue}`;
  const said = (statement: string, state: PieceData["claim"]["state"], word: string, note: string) => ({
    ...claim(subject, statement, state, word, note),
    mono: false,
  });
  const verdict = judged?.verdict;
  switch (verdict?.verdict) {
    case "accepted": {
      const { kind, tasks } = verdict.artifact;
      const rows = `${tasks.length} ${tasks.length === 1 ? "row" : "rows"}, all valid.`;
      if (isTied(goal, comment.id)) {
        return said(
          `${on} is one of several newest activation artifacts.`,
          "conflict",
          "Conflict",
          "They were made at the same instant, so none of them counts.",
        );
      }
      return judged?.counts === true
        ? said(`${on} is the activation artifact that counts.`, "complete", "Accepted", `Kind ${kind}. ${rows}`)
        : said(
            `${on} is an older activation artifact.`,
            null,
            "History",
            `Kind ${kind}. A newer one counts; this one binds nothing.`,
          );
    }
    case "refused":
      return said(
        `${on} is a refused activation artifact.`,
        "unavailable",
        "Refused",
        judged?.counts === true
          ? "It is the newest, so this goal resolves nothing. Older ones do not come back."
          : "A newer one counts.",
      );
    case "pre-provenance":
      return said(
        `${on} was activated before identity provenance.`,
        "unavailable",
        "Pre-provenance",
        "Its rows carry no agent IDs, and none is guessed from names.",
      );
    case "look-alike":
      return said(
        `${on} is ignored: its author is not trusted here.`,
        null,
        "Ignored",
        "It was read far enough to be recognised, and never parsed.",
      );
    default:
      return said(`${on} is no activation artifact.`, null, "Nothing", "It plays no part in who does what.");
  }
}

function claimOfTask({ row, outcome, agent }: TaskVerdict, goal: GoalVerdict): PieceData["claim"] {
  const subject = `#${row.issue}`;
  const on = `by goal #${goal.issue}`;
  if (agent !== null) {
    const state = outcome === "retired" ? "retired" : "complete";
    return claim(
      subject,
      `is bound to ${agent.id}, ${on}.`,
      state,
      outcome === "retired" ? "Retired" : "Resolved",
      outcome === "retired" ? "Through the tombstone. Retirement passes nothing on." : "",
    );
  }
  if (outcome === "omitted")
    return claim(
      subject,
      `is explicitly bound to no agent, ${on}.`,
      "omitted",
      "Omitted",
      `The reason given is ${row.omission ?? "none"}.`,
    );
  if (outcome === "conflict")
    return claim(
      subject,
      "is claimed by more than one goal.",
      "conflict",
      "Conflict",
      "Both sides are shown; none is chosen.",
    );
  return claim(subject, "is bound to nobody for certain.", "unavailable", "Unresolved", "");
}

/** The goal, and of one task its epic and itself. */
function issuesOf(goal: GoalVerdict, judged: JudgedComment | null, pointer: string) {
  const row = judged?.counts === true ? taskAt(goal, pointer)?.row : undefined;
  return [
    { what: "goal" as const, number: goal.issue },
    ...(row === undefined
      ? []
      : [
          { what: "epic" as const, number: row.epicIssue },
          { what: "task" as const, number: row.issue },
        ]),
  ];
}

function sourceOf(squad: Squad, { comment, goal, judged }: Found, pointer: string): PieceData["source"] {
  const thread = squad.threads.find(({ issue }) => issue === goal.issue);
  const { id, author, editor, createdAt, updatedAt } = comment;
  const body = new TextEncoder().encode(comment.body);
  const bytes = thread?.bytes ?? null;
  return {
    issues: issueLinks(squad, issuesOf(goal, judged, pointer)),
    permalink: commentLink(squad, goal.issue, id),
    path: null,
    oid: null,
    sha256: createHash("sha256").update(body).digest("hex"),
    size: body.byteLength,
    comment: {
      id,
      issue: goal.issue,
      author,
      editor,
      createdAt,
      updatedAt,
      edited: createdAt !== updatedAt,
      exported: squad.settings.exported,
      thread: bytes === null ? null : { sha256: bytes.sha256, size: bytes.size },
    },
  };
}

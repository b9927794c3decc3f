import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import type { JsonValue } from "../core/json-types";
import { isCanonicalId, isWellFormed, quote, trimText } from "../core/text";
import { OMISSION_REASONS } from "./activation-types";
import * as RULES from "./binding-rule-catalogue";
import { issueNumber, type BindingTarget } from "./binding-row";
import { isActivationKind } from "./envelope";
import { isList, isPositive, member, type JsonObject } from "./json-values";

/**
 * Judges one row by itself. Every rule is looked at, and each is reported once at most, in the order of ROW_RULES.
 * @param pointer the row's place in the array, such as `/3`
 */
export function judgeRow(row: JsonObject, pointer: string, target: BindingTarget): Diagnostic[] {
  const found: Diagnostic[] = [];
  const fail: Fail = (rule, name, message, more = {}) => {
    const value = more.value === undefined ? member(row, name) : more.value;
    found.push(diagnose(rule, `${pointer}/${more.at ?? name}`, message, { value, mend: more.mend }));
  };
  judgeConstants(row, fail);
  judgeOrigin(row, target, fail);
  judgeKind(row, target, fail);
  judgeRegistry(row, fail);
  judgeText(row, "task", RULES.TASK, RULES.TASK_TEXT, fail);
  judgeReference(row, "issue", RULES.ISSUE, fail);
  judgeText(row, "epic", RULES.EPIC, RULES.EPIC_TEXT, fail);
  judgeReference(row, "epic_issue", RULES.EPIC_ISSUE, fail);
  judgeAgent(row, fail);
  judgeEpicIds(row, fail);
  judgeMarker(row, fail);
  judgeIssue(row, target, fail);
  return found;
}

type Fail = (
  rule: Rule,
  name: string,
  message: string,
  more?: { readonly value?: JsonValue; readonly at?: string; readonly mend?: string },
) => void;

/** "has no `x`", or what is wrong with the one it has. */
function says(row: JsonObject, name: string, wrong: string): string {
  return Object.hasOwn(row, name) ? wrong : `The row has no \`${name}\`.`;
}

function judgeConstants(row: JsonObject, fail: Fail): void {
  if (member(row, "binding_schema") !== RULES.BINDING_SCHEMA) {
    const wrong = `\`binding_schema\` is not "${RULES.BINDING_SCHEMA}".`;
    fail(RULES.SCHEMA, "binding_schema", says(row, "binding_schema", wrong));
  }
  if (member(row, "binding_version") !== 1) {
    fail(
      RULES.VERSION,
      "binding_version",
      says(row, "binding_version", "This binding version is not supported: only the number 1 is."),
    );
  }
  if (member(row, "producer") !== "squad") {
    fail(RULES.PRODUCER, "producer", says(row, "producer", '`producer` is not "squad".'));
  }
}

function judgeOrigin(row: JsonObject, target: BindingTarget, fail: Fail): void {
  const repository = member(row, "repository");
  if (repository !== target.repository) {
    fail(RULES.REPOSITORY, "repository", says(row, "repository", wrongRepository(repository, target.repository)));
  }
  const origin = member(row, "origin_issue");
  if (origin !== target.issue) {
    const wrong = isPositive(origin)
      ? `The row belongs to issue #${origin}, but the comment stands on #${target.issue}.`
      : `\`origin_issue\` is not the number ${target.issue}.`;
    fail(RULES.ORIGIN, "origin_issue", says(row, "origin_issue", wrong));
  }
}

function wrongRepository(written: JsonValue | undefined, repository: string): string {
  if (typeof written !== "string") return "`repository` is not a text.";
  const names = `The row was recorded for ${quote(written)}, but this repository is ${quote(repository)}.`;
  return written.toLowerCase() === repository.toLowerCase() ? `${names} The two differ in letter case.` : names;
}

function judgeKind(row: JsonObject, target: BindingTarget, fail: Fail): void {
  const kind = member(row, "artifact");
  if (typeof kind !== "string" || !isActivationKind(kind)) {
    fail(RULES.KIND, "artifact", says(row, "artifact", "`artifact` is none of the four kinds that have bindings."));
  }
  if (target.kind !== null && kind !== target.kind) {
    fail(
      RULES.KIND_DIFFERS,
      "artifact",
      says(row, "artifact", `The row’s \`artifact\` is not ${target.kind}, as the envelope says.`),
    );
  }
}

function judgeRegistry(row: JsonObject, fail: Fail): void {
  if (member(row, "registry_schema") !== RULES.BOUND_REGISTRY_SCHEMA) {
    const wrong = `\`registry_schema\` is not "${RULES.BOUND_REGISTRY_SCHEMA}".`;
    fail(RULES.REGISTRY_SCHEMA, "registry_schema", says(row, "registry_schema", wrong));
  }
  if (!isPositive(member(row, "registry_revision"))) {
    const wrong = "`registry_revision` is not a whole number from 1.";
    fail(RULES.REVISION, "registry_revision", says(row, "registry_revision", wrong));
  }
}

function judgeText(row: JsonObject, name: string, empty: Rule, halves: Rule, fail: Fail): void {
  const text = member(row, name);
  if (typeof text !== "string") return fail(empty, name, says(row, name, `\`${name}\` is not a text.`));
  if (trimText(text) === "") fail(empty, name, `\`${name}\` is empty.`);
  if (!isWellFormed(text)) fail(halves, name, `\`${name}\` holds half of a character (a lone surrogate).`);
}

// The names that issues have before they are created; Squad replaces them with numbers.
const TEMPORARY = /^#?aw_/;
const NEVER_CREATED =
  "Activate the plan again, so that the missing issue is created. It is never guessed which one was meant.";

function judgeReference(row: JsonObject, name: string, rule: Rule, fail: Fail): void {
  const reference = member(row, name);
  if (issueNumber(reference) !== null) return;
  if (typeof reference === "string" && TEMPORARY.test(reference)) {
    const message = `The issue behind ${quote(reference)} was never created: this is the name it had before.`;
    return fail(rule, name, message, { mend: NEVER_CREATED });
  }
  fail(rule, name, says(row, name, `\`${name}\` is not \`#\` and a plain number, such as #12.`));
}

function judgeAgent(row: JsonObject, fail: Fail): void {
  const id = member(row, "agent_id");
  const isId = typeof id === "string" && isCanonicalId(id);
  if (!isId && id !== null)
    fail(RULES.AGENT_ID, "agent_id", says(row, "agent_id", "`agent_id` is not a canonical agent ID."));
  const reason = member(row, "identity_omission_reason");
  if (id === null && reason === undefined) {
    fail(RULES.OMISSION_UNEXPLAINED, "agent_id", "The row names no agent and does not say why.");
  }
  if (reason === undefined) return;
  if (!(OMISSION_REASONS as readonly JsonValue[]).includes(reason)) {
    fail(RULES.OMISSION_REASON, "identity_omission_reason", "`identity_omission_reason` is none of the three reasons.");
  }
  if (typeof id === "string") {
    fail(
      RULES.OMISSION_BESIDE_AGENT,
      "identity_omission_reason",
      `The row names the agent ${quote(id)} and a reason for naming none.`,
    );
  }
}

function judgeEpicIds(row: JsonObject, fail: Fail): void {
  const ids = member(row, "epic_agent_ids");
  if (!isList(ids)) {
    return fail(RULES.EPIC_IDS, "epic_agent_ids", says(row, "epic_agent_ids", "`epic_agent_ids` is not a list."));
  }
  const wrong = ids.findIndex((id) => typeof id !== "string" || !isCanonicalId(id));
  if (wrong >= 0) {
    const message = "`epic_agent_ids` holds something other than canonical agent IDs.";
    fail(RULES.EPIC_IDS, "epic_agent_ids", message, { value: ids[wrong], at: `epic_agent_ids/${wrong}` });
  }
  const seen = new Set<JsonValue>();
  const again = ids.findIndex((id) => seen.size === seen.add(id).size);
  if (again >= 0) {
    const message = "`epic_agent_ids` names an agent twice.";
    fail(RULES.EPIC_IDS_REPEATED, "epic_agent_ids", message, { value: ids[again], at: `epic_agent_ids/${again}` });
  }
}

function judgeMarker(row: JsonObject, fail: Fail): void {
  const marker = member(row, "epic_identity_omission_reason");
  if (marker === undefined || marker === "partial") return;
  fail(
    RULES.EPIC_MARKER,
    "epic_identity_omission_reason",
    '`epic_identity_omission_reason` is something other than "partial".',
  );
}

function judgeIssue(row: JsonObject, target: BindingTarget, fail: Fail): void {
  const issue = issueNumber(member(row, "issue"));
  if (issue === null) return;
  if (issue === target.issue) fail(RULES.TASK_IS_ORIGIN, "issue", `The task’s issue #${issue} is the goal itself.`);
  if (member(row, "issue") === member(row, "epic_issue")) {
    fail(RULES.TASK_IS_OWN_EPIC, "issue", `The task’s issue #${issue} is the issue of its own epic.`);
  }
}

import type { Rule, Severity } from "../core/diagnostic";

const rule = <Code extends string>(
  code: Code,
  sentence: string,
  mend: string,
  severity: Severity = "error",
): Rule<Code> => ({
  code,
  severity,
  sentence,
  mend,
});

/** "binding rows 5,000 per artifact" */
export const MAX_BINDING_ROWS = 5_000;
export const BINDING_SCHEMA = "squad-work-agent-binding/v1";
export const BOUND_REGISTRY_SCHEMA = "squad-agent-provenance/v1";

const REISSUE = "Let Squad activate the plan again; its new comment takes the place of this one.";
const PLAN_IDS = "Give the plan’s task an Agent ID from the registry, or say why it has none, and activate it again.";
const EPIC_SET = "Activate the plan again, so that every row of the epic lists exactly the agents of its rows.";

// The array as a whole.
export const NOT_A_LIST = rule("bindings-not-list", "The bindings block is a JSON list.", REISSUE);
export const EMPTY_LIST = rule("bindings-empty", "The bindings block has at least one row.", REISSUE);
export const TOO_MANY_ROWS = rule(
  "bindings-too-many-rows",
  "A bindings block has at most 5,000 rows.",
  "Activate the plan in phases, so that each block is shorter. No row of this one was judged.",
);

// Each row by itself.
export const ROW_NOT_OBJECT = rule("binding-not-object", "Each row is a JSON object.", REISSUE);
export const SCHEMA = rule("binding-schema", `\`binding_schema\` is exactly "${BINDING_SCHEMA}".`, REISSUE);
export const VERSION = rule("binding-version", "`binding_version` is the number 1.", REISSUE);
export const PRODUCER = rule("binding-producer", '`producer` is exactly "squad".', REISSUE);
export const REPOSITORY = rule(
  "wrong-repository",
  "`repository` is the name of this repository, letter by letter.",
  "Let Squad activate the plan again in this repository. A redirect from an older name proves nothing.",
);
export const ORIGIN = rule(
  "wrong-origin",
  "`origin_issue` is the number of the issue that carries the comment.",
  "Activate the plan in the thread of its own goal issue.",
);
export const KIND = rule(
  "binding-artifact",
  "`artifact` is activated, phases-activated, plan-accepted or phases-accepted.",
  REISSUE,
);
export const KIND_DIFFERS = rule(
  "binding-artifact-differs",
  "`artifact` is the kind that the envelope names.",
  REISSUE,
);
export const REGISTRY_SCHEMA = rule(
  "binding-registry-schema",
  `\`registry_schema\` is exactly "${BOUND_REGISTRY_SCHEMA}".`,
  REISSUE,
);
export const REVISION = rule(
  "binding-registry-revision",
  "`registry_revision` is a whole number from 1 to 9007199254740991.",
  REISSUE,
);
export const TASK = rule("binding-task", "`task` is a text that is not empty.", REISSUE);
export const TASK_TEXT = rule("binding-task-text", "`task` is whole Unicode text.", REISSUE);
export const ISSUE = rule("binding-issue", "`issue` is `#` and the plain number of an issue.", REISSUE);
export const EPIC = rule("binding-epic", "`epic` is a text that is not empty.", REISSUE);
export const EPIC_TEXT = rule("binding-epic-text", "`epic` is whole Unicode text.", REISSUE);
export const EPIC_ISSUE = rule("binding-epic-issue", "`epic_issue` is `#` and the plain number of an issue.", REISSUE);
export const AGENT_ID = rule("binding-agent-id", "`agent_id` is a canonical agent ID, or null.", PLAN_IDS);
export const OMISSION_UNEXPLAINED = rule(
  "omission-unexplained",
  "A row whose `agent_id` is null says why in `identity_omission_reason`.",
  PLAN_IDS,
);
export const OMISSION_REASON = rule(
  "omission-reason",
  "`identity_omission_reason` is external-agent, non-roster or legacy-plan-missing-id, or it is absent.",
  PLAN_IDS,
);
export const OMISSION_BESIDE_AGENT = rule(
  "omission-beside-agent",
  "A row that names an agent has no `identity_omission_reason`.",
  PLAN_IDS,
);
export const EPIC_IDS = rule("epic-agent-ids", "`epic_agent_ids` is a list of canonical agent IDs.", EPIC_SET);
export const EPIC_IDS_REPEATED = rule("epic-agent-ids-repeated", "`epic_agent_ids` holds each ID once.", EPIC_SET);
export const EPIC_MARKER = rule(
  "epic-marker",
  '`epic_identity_omission_reason` is exactly "partial", or it is absent.',
  REISSUE,
);
export const TASK_IS_ORIGIN = rule("task-is-origin", "A task’s issue is not the goal’s issue.", REISSUE);
export const TASK_IS_OWN_EPIC = rule("task-is-own-epic", "A task’s issue is not the issue of its epic.", REISSUE);

// Rows beside one another.
export const TASK_IS_EPIC = rule("task-is-epic", "A task’s issue is not the issue of any epic.", REISSUE);
export const TASK_REPEATED = rule(
  "task-repeated",
  "A task identifier stands in one row only, across epics too.",
  REISSUE,
);
export const ISSUE_REPEATED = rule("issue-repeated", "A task’s issue stands in one row only.", REISSUE);
export const EPIC_TWO_ISSUES = rule("epic-several-issues", "An epic identifier has one epic issue.", REISSUE);
export const ISSUE_TWO_EPICS = rule("epic-issue-several-epics", "An epic issue has one epic identifier.", REISSUE);
export const MIXED_REVISIONS = rule("mixed-revisions", "Every row names the same registry revision.", REISSUE);
export const OLDER_ROW = rule(
  "older-row-mixed",
  "Rows from before identity provenance and rows with it do not stand in one block.",
  REISSUE,
);
export const EPIC_IDS_DIFFER = rule(
  "epic-agent-ids-differ",
  "Every row of an epic lists the same agent IDs.",
  EPIC_SET,
);
export const EPIC_IDS_INEXACT = rule(
  "epic-agent-ids-inexact",
  "`epic_agent_ids` is the exact set of the agents in the epic’s rows.",
  EPIC_SET,
);
export const EPIC_MARKER_MISSING = rule(
  "epic-marker-missing",
  "Every row of an epic is marked partial if any of its tasks has no agent ID.",
  REISSUE,
);
export const EPIC_MARKER_UNFOUNDED = rule(
  "epic-marker-unfounded",
  "No row of an epic is marked partial if all of its tasks have agent IDs.",
  REISSUE,
);
export const EPIC_IDS_UNSORTED = rule(
  "epic-agent-ids-unsorted",
  "`epic_agent_ids` is sorted.",
  "Nothing needs to be done: the order of a set means nothing.",
  "note",
);

/** Rules of the array as a whole. */
export const ARRAY_RULES: readonly Rule[] = [NOT_A_LIST, EMPTY_LIST, TOO_MANY_ROWS];

/** Rules that each row of an array is judged by, in order; all of them are looked at where the row is an object. */
export const ROW_RULES: readonly Rule[] = [
  ROW_NOT_OBJECT,
  SCHEMA,
  VERSION,
  PRODUCER,
  REPOSITORY,
  ORIGIN,
  KIND,
  KIND_DIFFERS,
  REGISTRY_SCHEMA,
  REVISION,
  TASK,
  TASK_TEXT,
  ISSUE,
  EPIC,
  EPIC_TEXT,
  EPIC_ISSUE,
  AGENT_ID,
  OMISSION_UNEXPLAINED,
  OMISSION_REASON,
  OMISSION_BESIDE_AGENT,
  EPIC_IDS,
  EPIC_IDS_REPEATED,
  EPIC_MARKER,
  TASK_IS_ORIGIN,
  TASK_IS_OWN_EPIC,
  TASK_IS_EPIC,
  TASK_REPEATED,
  ISSUE_REPEATED,
  EPIC_TWO_ISSUES,
  ISSUE_TWO_EPICS,
  MIXED_REVISIONS,
  OLDER_ROW,
  EPIC_IDS_DIFFER,
  EPIC_IDS_INEXACT,
  EPIC_MARKER_MISSING,
  EPIC_MARKER_UNFOUNDED,
  EPIC_IDS_UNSORTED,
];

export const BINDING_RULES: readonly Rule[] = [...ARRAY_RULES, ...ROW_RULES];

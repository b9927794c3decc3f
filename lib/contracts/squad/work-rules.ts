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

const NEWER = "Let Squad activate the plan again; a newer artifact settles it.";
const ONE_GOAL = "Decide which goal the work belongs to, and activate the other goal’s plan again without it.";

// A thread.
export const THREAD_TOO_LONG = rule(
  "thread-too-many-comments",
  "At most 2,000 comments are read per origin issue.",
  "Continue the goal in a new issue and activate its plan there. A thread that is not read to its end resolves nothing.",
);
export const NEWEST_TIE = rule("newest-artifacts-tie", "One trusted artifact is the newest of its thread.", NEWER);
export const NEWEST_UNKNOWN = rule(
  "newest-artifact-unknown",
  "The time at which each artifact was made is a timestamp (RFC 3339).",
  "Export the thread again. Without that time nobody can tell which artifact is the newest.",
);

// An artifact against the registry.
export const REVISION_AHEAD = rule(
  "revision-ahead",
  "The registry revision that the bindings name is not newer than the registry.",
  "Wait until the registry is published, or look again. Until then nothing of this artifact resolves.",
);
export const UNKNOWN_ID = rule(
  "unknown-agent-id",
  "Every agent ID that the bindings name has a record in the registry.",
  "Add the agent to the registry, or activate the plan again with IDs that the registry has.",
);
export const NOT_SALVAGED = rule(
  "artifact-unresolved",
  "An artifact resolves with all of its rows or with none: no row is salvaged from one that does not.",
  "Mend what is told of the other rows; this one resolves with them.",
);
export const REGISTRY_UNAVAILABLE = rule(
  "registry-unavailable",
  "Bindings resolve against a complete registry.",
  "Mend the registry; nothing else is asked in its place.",
);

// Goals beside one another.
export const TASK_TWO_GOALS = rule("task-in-several-goals", "A task’s issue is bound by one goal only.", ONE_GOAL);
export const EPIC_TWO_SETS = rule(
  "epic-in-several-goals",
  "Goals that bind the same epic issue give it the same agents.",
  ONE_GOAL,
);
export const TASK_IS_GOAL = rule(
  "task-is-goal-elsewhere",
  "A task’s issue is not another goal.",
  "Nothing has to be done if the task was planned as a goal of its own.",
  "note",
);
export const TASK_IS_EPIC_ELSEWHERE = rule(
  "task-is-epic-elsewhere",
  "A task’s issue is not an epic of another goal.",
  "Nothing has to be done if the task was planned in more detail elsewhere.",
  "note",
);

export const THREAD_RULES: readonly Rule[] = [THREAD_TOO_LONG, NEWEST_TIE, NEWEST_UNKNOWN];
export const RESOLUTION_RULES: readonly Rule[] = [REVISION_AHEAD, UNKNOWN_ID, NOT_SALVAGED, REGISTRY_UNAVAILABLE];
export const WORK_RULES: readonly Rule[] = [TASK_TWO_GOALS, EPIC_TWO_SETS, TASK_IS_GOAL, TASK_IS_EPIC_ELSEWHERE];

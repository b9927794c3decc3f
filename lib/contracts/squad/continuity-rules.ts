import type { Rule, Severity } from "../core/diagnostic";

function rule<Code extends string>(
  code: Code,
  sentence: string,
  mend: string,
  severity: Severity = "error",
): Rule<Code> {
  return { code, severity, sentence, mend };
}

const OR_ACCEPT = "If it is meant, an operator can accept this registry as the new baseline.";
const NEXT_UPDATE = "Nothing has to be done at once. The producer writes it rightly with its next update.";

// Held: the last accepted registry stays in force.
export const OTHER_REPOSITORY = rule(
  "continuity-other-repository",
  "A name leads to the same repository as before, by its number at GitHub.",
  "Find out who took the name over. If this repository rightly has it, an operator can accept it as the new baseline.",
);
export const REVISION_LOWER = rule(
  "continuity-revision-lower",
  "The revision is never lower than one that was accepted before.",
  `Restore the newest registry, or publish again above the accepted revision. ${OR_ACCEPT}`,
);
export const REVISION_REUSED = rule(
  "continuity-revision-reused",
  "The same revision has the same bytes.",
  `Publish the change under the next revision. ${OR_ACCEPT}`,
);
export const AGENT_GONE = rule(
  "continuity-agent-gone",
  "An agent ID that was once in the registry stays in it, retired if need be.",
  `Restore the record, with the status "retired" if the agent has left. ${OR_ACCEPT}`,
);
export const ROLE_CHANGED = rule(
  "continuity-role-changed",
  "An agent keeps its role; an ID is never assigned to another role.",
  `Restore the role, and give the new role an ID of its own. ${OR_ACCEPT}`,
);
export const CREATED_AT_CHANGED = rule(
  "continuity-created-at-changed",
  "`created_at` of an agent never changes.",
  `Restore the time at which the record was created. ${OR_ACCEPT}`,
);

// Accepted, with a warning.
export const GENERATED_AT_NOT_ADVANCED = rule(
  "continuity-generated-at-not-advanced",
  "`generated_at` advances with the revision.",
  `${NEXT_UPDATE} If it happens again, check the clock of the machine that publishes.`,
  "warning",
);
export const REVISION_JUMPED = rule(
  "continuity-revision-jumped",
  "The revision advances by one at a time.",
  "Nothing has to be done if the registry was published several times between two looks; the history in git shows it.",
  "warning",
);
export const UPDATED_AT_MOVED_BACK = rule(
  "continuity-updated-at-moved-back",
  "`updated_at` of an agent never moves back.",
  `${NEXT_UPDATE} Check that the record was not taken from an older copy.`,
  "warning",
);
export const UPDATED_AT_NOT_ADVANCED = rule(
  "continuity-updated-at-not-advanced",
  "`updated_at` of an agent advances whenever its record is changed.",
  `${NEXT_UPDATE} Check that the record was not edited by hand.`,
  "warning",
);
export const RETIRED_BEFORE_UPDATE = rule(
  "continuity-retired-before-update",
  "An agent retires at or after the last update of its record.",
  "Correct `retired_at`, if the agent did not retire before its record was last changed.",
  "warning",
);
export const TOMBSTONE_CHANGED = rule(
  "continuity-tombstone-changed",
  "The record of a retired agent stays as it is, unless the agent is reactivated under the same ID and role.",
  "Restore the record as it was when the agent retired.",
  "warning",
);
export const MORE_FINDINGS = rule(
  "continuity-more-findings",
  "At most 200 findings of one comparison are listed.",
  "Mend what is listed, or compare the two registries themselves.",
  "warning",
);

export const HELD_RULES: readonly Rule[] = [
  OTHER_REPOSITORY,
  REVISION_LOWER,
  REVISION_REUSED,
  AGENT_GONE,
  ROLE_CHANGED,
  CREATED_AT_CHANGED,
];
export const CONTINUITY_WARNINGS: readonly Rule[] = [
  GENERATED_AT_NOT_ADVANCED,
  REVISION_JUMPED,
  UPDATED_AT_MOVED_BACK,
  UPDATED_AT_NOT_ADVANCED,
  RETIRED_BEFORE_UPDATE,
  TOMBSTONE_CHANGED,
  MORE_FINDINGS,
];

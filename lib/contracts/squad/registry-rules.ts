import type { Rule, Severity } from "../core/diagnostic";
import { JSON_RULES, TOO_LARGE } from "../core/json-rules";

function rule<Code extends string>(
  code: Code,
  sentence: string,
  mend: string,
  severity: Severity = "error",
): Rule<Code> {
  return { code, severity, sentence, mend };
}

/** "schema" of a registry that this reader understands. */
export const REGISTRY_SCHEMA = "squad-agent-provenance/v1";
/** "registry, history 8 MiB; agents 20,000" */
export const MAX_REGISTRY_BYTES = 8 * 1024 * 1024;
export const MAX_AGENTS = 20_000;

const PUBLISH = "Publish the registry again with the current Squad producer.";

// The file as a whole. Any of these refuses it.
export const REGISTRY_TOO_LARGE = rule(
  "registry-too-large",
  "The registry is at most 8 MiB large.",
  "Remove what does not belong into the registry. Nothing of it was read, so nothing is shown.",
);
export const ROOT_NOT_OBJECT = rule("registry-not-object", "The registry is one JSON object.", PUBLISH);
export const OLDER_SHAPE = rule(
  "registry-older-shape",
  "Agents stand under their IDs in the object `agents`.",
  "This is an older shape without IDs. Create the registry with the current Squad producer; IDs are never made up from names.",
);
export const SCHEMA_UNSUPPORTED = rule(
  "registry-schema-unsupported",
  `\`schema\` is exactly "${REGISTRY_SCHEMA}".`,
  PUBLISH,
);
export const SCHEMA_VERSION_UNSUPPORTED = rule(
  "registry-schema-version-unsupported",
  "`schema_version` is the number 1.",
  PUBLISH,
);
export const REVISION_INVALID = rule(
  "registry-revision-invalid",
  "`revision` is a whole number from 1 to 9007199254740991.",
  PUBLISH,
);
export const GENERATED_AT_INVALID = rule(
  "registry-generated-at-invalid",
  "`generated_at` is a timestamp with date, time and zone (RFC 3339).",
  "Write it like 2026-09-21T20:00:00.000Z.",
);
export const AGENTS_NOT_OBJECT = rule(
  "registry-agents-not-object",
  "`agents` is an object that holds each agent under its ID.",
  PUBLISH,
);
export const TOO_MANY_AGENTS = rule(
  "registry-too-many-agents",
  "The registry has at most 20,000 agents.",
  "Split the squad. None of its agents is shown, because a part of them would look like all.",
);

/** Every rule about the file as a whole, in the order in which they are checked. The registry's own limit stands for the JSON reader's. */
export const ROOT_RULES: readonly Rule[] = [
  REGISTRY_TOO_LARGE,
  ...JSON_RULES.filter((each) => each !== TOO_LARGE),
  ROOT_NOT_OBJECT,
  OLDER_SHAPE,
  SCHEMA_UNSUPPORTED,
  SCHEMA_VERSION_UNSUPPORTED,
  REVISION_INVALID,
  GENERATED_AT_INVALID,
  AGENTS_NOT_OBJECT,
  TOO_MANY_AGENTS,
];

/** Not a fault of the file: it was written before identity provenance. */
export const REGISTRY_LEGACY = rule(
  "registry-legacy",
  "The registry names its `schema`.",
  "Publish it once with the current Squad producer, which migrates the older format; the readiness list shows what would stop it.",
  "warning",
);

// One record. Any of these excludes it, and it alone.
export const ID_NOT_CANONICAL = rule(
  "agent-id-not-canonical",
  "An agent's ID is lowercase letters and digits in segments joined by single hyphens.",
  "Register the agent under a canonical ID, such as `docs-writer`.",
);
export const RECORD_NOT_OBJECT = rule(
  "agent-not-object",
  "An agent's record is an object.",
  "Write the record as an object with its members.",
);
const required = <Code extends string>(code: Code, member: string): Rule<Code> =>
  rule(code, `\`${member}\` is a text that is not blank.`, `Give the agent a \`${member}\`.`);
export const DISPLAY_NAME_REQUIRED = required("agent-display-name-required", "display_name");
export const PERSISTENT_NAME_REQUIRED = required("agent-persistent-name-required", "persistent_name");
export const ROLE_REQUIRED = required("agent-role-required", "role");
export const UNIVERSE_REQUIRED = required("agent-universe-required", "universe");
export const TEXT_BROKEN = rule(
  "agent-text-broken",
  "Names, role and universe hold whole characters only.",
  "Write the text again; it holds half of a character (a lone surrogate).",
);
export const NAME_INVISIBLE = rule(
  "agent-name-invisible",
  "A name has at least one character that can be seen.",
  "Give the agent a name that people can see.",
);
export const NAMES_DIFFER = rule(
  "agent-names-differ",
  "`persistent_name` equals `display_name`.",
  "Set `persistent_name` to the same text as `display_name`.",
);
export const STATUS_UNSUPPORTED = rule(
  "agent-status-unsupported",
  "`status` is exactly active, inactive or retired.",
  "Use one of the three words; an agent that left is retired.",
);
const timestamp = <Code extends string>(code: Code, member: string): Rule<Code> =>
  rule(
    code,
    `\`${member}\` is a timestamp with date, time and zone (RFC 3339).`,
    "Write it like 2026-09-21T20:00:00.000Z.",
  );
export const CREATED_AT_INVALID = timestamp("agent-created-at-invalid", "created_at");
export const UPDATED_AT_INVALID = timestamp("agent-updated-at-invalid", "updated_at");
export const RETIRED_AT_MISSING = rule(
  "agent-retired-at-missing",
  "A retired agent has `retired_at`.",
  "Add the time at which the agent was retired.",
);
export const RETIRED_AT_INVALID = timestamp("agent-retired-at-invalid", "retired_at");
export const RETIRED_AT_UNEXPECTED = rule(
  "agent-retired-at-unexpected",
  "Only a retired agent has `retired_at`.",
  "Remove `retired_at`, or set `status` to retired.",
);
export const UPDATED_BEFORE_CREATED = rule(
  "agent-updated-before-created",
  "`updated_at` is not before `created_at`.",
  "Correct the two times.",
);
export const RETIRED_BEFORE_CREATED = rule(
  "agent-retired-before-created",
  "`retired_at` is not before `created_at`.",
  "Correct the two times.",
);
export const RETIRED_AFTER_UPDATED = rule(
  "agent-retired-after-updated",
  "`retired_at` is not after `updated_at`.",
  "Correct the two times.",
);
const AVATAR_MEND = "Point it at a file in the agent's own folder, or remove `avatar`.";
export const AVATAR_NOT_OBJECT = rule(
  "agent-avatar-not-object",
  "`avatar`, where there is one, is an object.",
  AVATAR_MEND,
);
export const AVATAR_KIND_UNSUPPORTED = rule(
  "agent-avatar-kind-unsupported",
  "`avatar.kind` is exactly repository-path.",
  AVATAR_MEND,
);
export const AVATAR_PATH_REQUIRED = rule("agent-avatar-path-required", "`avatar.path` is a text.", AVATAR_MEND);
export const AVATAR_ELSEWHERE = rule(
  "agent-avatar-elsewhere",
  "`avatar.path` names something inside the agent's own folder `.squad/agents/{id}/`, letter case included.",
  AVATAR_MEND,
);
export const AVATAR_STEPS = rule(
  "agent-avatar-steps",
  "`avatar.path` has no backslash and no step `.` or `..`.",
  AVATAR_MEND,
);
export const NAME_COLLISION = rule(
  "agent-name-collision",
  "Names are unique within a registry, whatever their letter case; retired agents count.",
  "Rename all but one of these agents, each under its own ID.",
);

/** Every rule about one record, in the order in which they are checked. */
export const RECORD_RULES: readonly Rule[] = [
  ID_NOT_CANONICAL,
  RECORD_NOT_OBJECT,
  DISPLAY_NAME_REQUIRED,
  PERSISTENT_NAME_REQUIRED,
  ROLE_REQUIRED,
  UNIVERSE_REQUIRED,
  TEXT_BROKEN,
  NAME_INVISIBLE,
  NAMES_DIFFER,
  STATUS_UNSUPPORTED,
  CREATED_AT_INVALID,
  UPDATED_AT_INVALID,
  RETIRED_AT_MISSING,
  RETIRED_AT_INVALID,
  RETIRED_AT_UNEXPECTED,
  UPDATED_BEFORE_CREATED,
  RETIRED_BEFORE_CREATED,
  RETIRED_AFTER_UPDATED,
  AVATAR_NOT_OBJECT,
  AVATAR_KIND_UNSUPPORTED,
  AVATAR_PATH_REQUIRED,
  AVATAR_ELSEWHERE,
  AVATAR_STEPS,
  NAME_COLLISION,
];

// About a valid record. None of these excludes it.
export const LATER_THAN_GENERATED = rule(
  "agent-later-than-generated",
  "An agent's times are not later than the registry's `generated_at`.",
  "Check the clock of the machine that writes the registry.",
  "warning",
);
export const NAME_CONTROLS = rule(
  "agent-name-controls",
  "A name holds no characters that turn, hide or break the text around it.",
  "Rename the agent without such characters.",
  "warning",
);

/** Every rule whose breach is only a warning, in the order in which they are checked. */
export const WARNING_RULES: readonly Rule[] = [LATER_THAN_GENERATED, NAME_CONTROLS];

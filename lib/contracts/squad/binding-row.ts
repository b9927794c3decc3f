import type { JsonValue } from "../core/json-types";
import { trimText } from "../core/text";
import type { ActivationKind } from "./activation-types";
import { isList, isPositive, member, type JsonObject } from "./json-values";

/** What rows are judged against. */
export interface BindingTarget {
  /** `owner/name`, letter by letter. */
  readonly repository: string;
  /** The issue that carries the comment. */
  readonly issue: number;
  /** The envelope's kind; null where there is no single one. */
  readonly kind: ActivationKind | null;
  /** True when the artifact speaks of phases, so that an epic may go on in a later one. */
  readonly phased: boolean;
}

/** A row as the rules beside one another see it. Members that are not even of their kind are null; issues stay as written. */
export interface BindingRow {
  readonly index: number;
  readonly row: JsonObject;
  /** Trimmed; null where empty. */
  readonly task: string | null;
  readonly epic: string | null;
  readonly issue: string | null;
  readonly epicIssue: string | null;
  readonly agentId: string | null;
  /** True when `agent_id` is null as written. */
  readonly omitted: boolean;
  readonly epicIds: readonly string[] | null;
  readonly revision: number | null;
}

export function readRow(row: JsonObject, index: number): BindingRow {
  const agentId = member(row, "agent_id");
  const revision = member(row, "registry_revision");
  return {
    index,
    row,
    task: textOf(member(row, "task")),
    epic: textOf(member(row, "epic")),
    issue: asString(member(row, "issue")),
    epicIssue: asString(member(row, "epic_issue")),
    agentId: asString(agentId),
    omitted: agentId === null,
    epicIds: stringsOf(member(row, "epic_agent_ids")),
    revision: isPositive(revision) ? revision : null,
  };
}

/** The members that rows had before identity provenance. */
const OLDER_MEMBERS = ["task", "issue", "epic", "epic_issue"];
/** The twelve that came with it. */
const PROVENANCE_MEMBERS = [
  "binding_schema",
  "binding_version",
  "producer",
  "repository",
  "origin_issue",
  "artifact",
  "registry_schema",
  "registry_revision",
  "agent_id",
  "epic_agent_ids",
  "identity_omission_reason",
  "epic_identity_omission_reason",
];

/** "rows that have `task`, `issue`, `epic`, `epic_issue` and none of the twelve provenance members" */
export function isOlderRow(row: JsonObject): boolean {
  return (
    OLDER_MEMBERS.every((name) => Object.hasOwn(row, name)) &&
    !PROVENANCE_MEMBERS.some((name) => Object.hasOwn(row, name))
  );
}

/** The number of an issue reference `#12`, or null: "match `^#[1-9]\d*$`", and safe as an integer. */
export function issueNumber(reference: JsonValue | undefined): number | null {
  if (typeof reference !== "string" || !/^#[1-9]\d*$/.test(reference)) return null;
  const number = Number(reference.slice(1));
  return Number.isSafeInteger(number) ? number : null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? trimText(value) || null : null;
}

function asString(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function stringsOf(value: JsonValue | undefined): readonly string[] | null {
  return isList(value) && value.every((item): item is string => typeof item === "string") ? value : null;
}

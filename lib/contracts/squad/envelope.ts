import { diagnose, type Diagnostic } from "../core/diagnostic";
import { readJsonText } from "../core/json";
import { quote } from "../core/text";
import { ACTIVATION_KINDS, type ActivationContext, type ActivationKind, type Envelope } from "./activation-types";
import type { Fence } from "./blocks";
import { MAX_COMMENT_CHARACTERS } from "./comment-lines";
import { ENVELOPE } from "./comment-pointer";
import { ENVELOPE_MEMBERS, ENVELOPE_ORIGIN, ENVELOPE_PHASES, ENVELOPE_SCHEMA_VERSION } from "./comment-rules";
import { isList, isObject, isPositive, member, type JsonObject } from "./json-values";

/** What a fence under `Structured data:` is. `malformed`: no strict JSON object with a text `squad_artifact`; `why` says so to people. */
export type EnvelopeReading =
  | { readonly what: "malformed"; readonly fence: Fence; readonly why: string }
  | { readonly what: "other"; readonly fence: Fence; readonly kind: string }
  | { readonly what: "activation"; readonly fence: Fence; readonly kind: ActivationKind; readonly value: JsonObject };

export function readEnvelope(fence: Fence): EnvelopeReading {
  const reading = readJsonText(fence.text, { maxBytes: 2 * MAX_COMMENT_CHARACTERS });
  if (!reading.ok) return { what: "malformed", fence, why: reading.diagnostics[0]?.message ?? "" };
  if (!isObject(reading.value)) return { what: "malformed", fence, why: "It is no JSON object." };
  const kind = member(reading.value, "squad_artifact");
  if (typeof kind !== "string") return { what: "malformed", fence, why: "It has no text `squad_artifact`." };
  if (!isActivationKind(kind)) return { what: "other", fence, kind };
  return { what: "activation", fence, kind, value: reading.value };
}

/**
 * Judges an activation envelope: "exactly `squad_artifact`, `schema_version` (string `"1"`), `origin_issue` (this issue), `phases`
 * (positive integers)".
 * @returns the envelope where every rule holds, and every rule that does not
 */
export function judgeEnvelope(
  kind: ActivationKind,
  value: JsonObject,
  context: ActivationContext,
): { readonly envelope: Envelope | null; readonly diagnostics: readonly Diagnostic[] } {
  const phases = member(value, "phases");
  const diagnostics = [
    ...judgeMembers(value),
    ...judgeSchemaVersion(value),
    ...judgeOrigin(value, context.issue),
    ...judgePhases(value),
  ];
  if (diagnostics.length > 0 || !isList(phases)) return { envelope: null, diagnostics };
  return { envelope: { kind, originIssue: context.issue, phases: phases.filter(isPositive) }, diagnostics };
}

export function isActivationKind(kind: string): kind is ActivationKind {
  return (ACTIVATION_KINDS as readonly string[]).includes(kind);
}

const MEMBERS: readonly string[] = ["squad_artifact", "schema_version", "origin_issue", "phases"];

function judgeMembers(value: JsonObject): Diagnostic[] {
  const missing = MEMBERS.filter((name) => !Object.hasOwn(value, name)).map((name) => `\`${name}\``);
  const further = Object.keys(value).filter((name) => !MEMBERS.includes(name));
  const found: Diagnostic[] = [];
  if (missing.length > 0) {
    found.push(diagnose(ENVELOPE_MEMBERS, ENVELOPE, `The envelope has no ${missing.join(" and no ")}.`));
  }
  if (further.length > 0) {
    const shown = further.slice(0, MAX_LISTED).map(quote).join(", ");
    const rest = further.length > MAX_LISTED ? ` and ${further.length - MAX_LISTED} more` : "";
    found.push(
      diagnose(ENVELOPE_MEMBERS, ENVELOPE, `The envelope has members that do not belong there: ${shown}${rest}.`),
    );
  }
  return found;
}

const MAX_LISTED = 5;

function judgeSchemaVersion(value: JsonObject): Diagnostic[] {
  const version = member(value, "schema_version");
  if (version === "1" || version === undefined) return [];
  const message = 'The envelope’s `schema_version` is something other than the text "1".';
  return [diagnose(ENVELOPE_SCHEMA_VERSION, `${ENVELOPE}/schema_version`, message, { value: version })];
}

function judgeOrigin(value: JsonObject, issue: number): Diagnostic[] {
  const origin = member(value, "origin_issue");
  if (origin === issue || origin === undefined) return [];
  const message = isPositive(origin)
    ? `The envelope belongs to issue #${origin}, but the comment stands on #${issue}.`
    : `The envelope’s \`origin_issue\` is not the number ${issue}.`;
  return [diagnose(ENVELOPE_ORIGIN, `${ENVELOPE}/origin_issue`, message, { value: origin })];
}

function judgePhases(value: JsonObject): Diagnostic[] {
  const phases = member(value, "phases");
  if (phases === undefined) return [];
  if (!isList(phases)) {
    const message = "The envelope’s `phases` is not a list.";
    return [diagnose(ENVELOPE_PHASES, `${ENVELOPE}/phases`, message, { value: phases })];
  }
  const at = phases.findIndex((phase) => !isPositive(phase));
  if (at < 0) return [];
  const message = "The envelope’s `phases` holds something other than whole numbers from 1.";
  return [diagnose(ENVELOPE_PHASES, `${ENVELOPE}/phases/${at}`, message, { value: phases[at] })];
}

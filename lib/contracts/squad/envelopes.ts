import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import { quote } from "../core/text";
import type { ActivationContext, ActivationKind, Envelope } from "./activation-types";
import type { Fence } from "./blocks";
import { linePointer, WHOLE_COMMENT } from "./comment-pointer";
import type { CommentParts } from "./comment-parts";
import * as RULES from "./comment-rules";
import { judgeEnvelope, readEnvelope, type EnvelopeReading } from "./envelope";
import { isList, member } from "./json-values";

/**
 * What a comment's parts say besides its rows. `nothing`: there is no artifact, not even a wrong one. Otherwise `envelope` is the one
 * activation envelope where it holds, `kind` its kind where there is exactly one, held or not.
 */
export interface EnvelopesVerdict {
  readonly verdict: "nothing" | "judged";
  readonly envelope: Envelope | null;
  readonly kind: ActivationKind | null;
  /** The artifact speaks of phases: by its kind, or by naming some. */
  readonly phased: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

type Activation = Extract<EnvelopeReading, { what: "activation" }>;

/**
 * Judges how labels, envelopes and identity JSON stand together in one comment. "Other kinds are ignored, alone or beside one
 * activation envelope; with a bindings block they refuse the comment. Two activation envelopes or two binding blocks refuse it. A
 * `Structured data:` fence that is no strict JSON object with a string `squad_artifact` refuses a comment that has a bindings block
 * or an activation envelope, and is nothing by itself."
 */
export function judgeEnvelopes(parts: CommentParts, context: ActivationContext): EnvelopesVerdict {
  const readings = parts.envelopes.map(readEnvelope);
  const activations = readings.filter((reading): reading is Activation => reading.what === "activation");
  const hasBindings = parts.bindings.length > 0;
  const strays = [...parts.strayLabels.map(strayLabel), ...parts.identityJson.map(identityJson)];
  if (activations.length === 0 && !hasBindings && strays.length === 0) return NOTHING;

  const [activation, second] = activations;
  const isArtifact = activation !== undefined || hasBindings;
  const malformed = isArtifact ? readings.flatMap(judgeReading) : [];
  if (activation === undefined) {
    return {
      ...NOTHING,
      verdict: "judged",
      diagnostics: [...strays, ...malformed, ...(hasBindings ? [noEnvelope(readings)] : [])],
    };
  }
  if (second !== undefined) {
    return { ...NOTHING, verdict: "judged", diagnostics: [...strays, ...malformed, severalEnvelopes(activations)] };
  }
  const { kind, value } = activation;
  const { envelope, diagnostics } = judgeEnvelope(kind, value, context);
  const phases = member(value, "phases");
  const phased = kind.startsWith("phases-") || (isList(phases) && phases.length > 0);
  return { verdict: "judged", envelope, kind, phased, diagnostics: [...strays, ...malformed, ...diagnostics] };
}

const NOTHING: EnvelopesVerdict = { verdict: "nothing", envelope: null, kind: null, phased: false, diagnostics: [] };

function strayLabel(line: number): Diagnostic {
  const message = `Line ${line} is a bindings label without its own paragraph and a json fence right after it.`;
  return diagnose(RULES.LABEL_MISPLACED, linePointer(line), message);
}

function identityJson(fence: Fence): Diagnostic {
  const message = `The fence on line ${fence.lines.first} holds JSON that speaks of identity, outside the bindings block.`;
  return diagnose(RULES.IDENTITY_JSON_OUTSIDE, linePointer(fence.lines.first), message);
}

function judgeReading(reading: EnvelopeReading): Diagnostic[] {
  const { lines, closed } = reading.fence;
  const found: Diagnostic[] = [];
  const fail = (rule: Rule, message: string) => found.push(diagnose(rule, linePointer(lines.first), message));
  if (reading.what === "malformed")
    fail(RULES.ENVELOPE_MALFORMED, `The envelope on line ${lines.first} cannot be read. ${reading.why}`);
  if (!closed) fail(RULES.FENCE_NOT_CLOSED, `The fence of the envelope on line ${lines.first} is not closed.`);
  return found;
}

function noEnvelope(readings: readonly EnvelopeReading[]): Diagnostic {
  const other = readings.find((reading) => reading.what === "other");
  if (other === undefined) {
    return diagnose(
      RULES.BINDINGS_WITHOUT_ENVELOPE,
      WHOLE_COMMENT,
      "The comment has bindings, but no activation envelope.",
    );
  }
  const message = `The comment has bindings, but its envelope is of the kind ${quote(other.kind)}, which has none.`;
  return diagnose(RULES.KIND_WITHOUT_BINDINGS, linePointer(other.fence.lines.first), message);
}

function severalEnvelopes(activations: readonly Activation[]): Diagnostic {
  const where = activations.map(({ fence }) => fence.lines.first).join(", ");
  const message = `The comment has ${activations.length} activation envelopes (lines ${where}).`;
  return diagnose(RULES.SEVERAL_ENVELOPES, WHOLE_COMMENT, message);
}

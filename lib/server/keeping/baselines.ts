import "server-only";
import type { Accepted, NewAccepted } from "@/lib/store/types";
import type { Pin } from "@/lib/contracts/core/look";
import type { Baseline } from "@/lib/systems/squad/baseline";
import { decodeBaseline, encodeBaseline } from "@/lib/systems/squad/record/decode";

/** What is written of a baseline. */
export function acceptedOf(baseline: Baseline): NewAccepted {
  const { repositoryId, facts, pin, at, seq } = baseline;
  return {
    after: seq - 1,
    repositoryId,
    revision: facts?.revision ?? null,
    body: facts?.sha256 ?? null,
    pin: pin === null ? null : JSON.stringify(pin),
    facts: encodeBaseline(baseline),
    at,
  };
}

/** What was accepted, as it is compared with. */
export function baselineOf(accepted: Accepted): Baseline {
  const { seq, repositoryId, revision, body, at, decision, scope: by } = accepted;
  const read = accepted.facts === null ? null : decodeBaseline(accepted.facts);
  // What another Muster wrote and this one cannot read holds all the same, by its revision and its bytes.
  const least = revision === null || body === null ? null : { revision, sha256: body, generatedAt: 0, agents: {} };
  const { facts, warnings } = read ?? { facts: least, warnings: [] };
  return { seq, repositoryId, facts, pin: pinOf(accepted.pin), warnings, by, at, decision };
}

function pinOf(text: string | null): Pin | null {
  try {
    return text === null ? null : (JSON.parse(text) as Pin);
  } catch {
    return null;
  }
}

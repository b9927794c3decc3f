import { createHash } from "node:crypto";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis, Pin, Sha256 } from "@/lib/contracts/core/look";
import { judgeContinuity } from "@/lib/contracts/squad/continuity";
import { registryFacts } from "@/lib/contracts/squad/continuity-facts";
import type { Continuity, RegistryFacts } from "@/lib/contracts/squad/continuity-types";
import { ruleAlone } from "./rule-alone";
import type { RegistryFile, Standings } from "./standings";

/** What a repository is held to: the registry that was accepted last, or the repository that an operator took. */
export interface Baseline {
  /** 1, 2, 3 … for each repository. */
  readonly seq: number;
  /** The source's own number of the repository; null: it has none. */
  readonly repositoryId: number | null;
  /** null: a decision took another repository, whose first complete registry is still to come. */
  readonly facts: RegistryFacts | null;
  readonly pin: Pin | null;
  /** What was unusual about it when it was accepted. They quote the registry before it, so they are for `by` alone. */
  readonly warnings: readonly Diagnostic[];
  /** The scope that read it. */
  readonly by: string;
  readonly at: Millis;
  /** The decision that it follows from; null: it followed by the rules. */
  readonly decision: string | null;
}

/** What the source gives and continuity forbids, beside what it is held against. */
export interface Held {
  /** Names this very difference, so that nobody accepts another one than they saw. */
  readonly id: Sha256;
  readonly findings: readonly Diagnostic[];
  /** The registry that is there; null: it is another repository's, and nothing of that was read. */
  readonly file: RegistryFile | null;
  readonly facts: RegistryFacts | null;
  readonly repositoryId: number | null;
  /** The scope that found it. */
  readonly by: string;
  readonly baseline: Baseline;
}

const factsByFile = new WeakMap<RegistryFile, RegistryFacts | null>();

/** What continuity compares of a registry's bytes; null unless they are a complete registry. */
export function factsOf(file: RegistryFile): RegistryFacts | null {
  const known = factsByFile.get(file);
  if (known !== undefined) return known;
  const facts = registryFacts(file.bytes, file.sha256);
  factsByFile.set(file, facts);
  return facts;
}

/** The registry that the last look found, where it is complete. */
function found({ registry }: Standings): { readonly file: RegistryFile; readonly facts: RegistryFacts } | null {
  const result = registry.answered?.result;
  if (result === undefined || !("value" in result)) return null;
  const facts = factsOf(result.value);
  return facts === null ? null : { file: result.value, facts };
}

function idIn({ live }: Standings): number | null {
  return live?.replacedBy?.id ?? live?.name.id ?? null;
}

// A registry and its baseline are compared once, however often the snapshot is made.
const compared = new WeakMap<
  RegistryFacts,
  { readonly against: Baseline; readonly id: number | null; readonly verdict: Continuity }
>();

function compare(baseline: Baseline, repositoryId: number | null, facts: RegistryFacts): Continuity {
  const kept = compared.get(facts);
  if (kept?.against === baseline && kept.id === repositoryId) return kept.verdict;
  const verdict = judgeContinuity(baseline, { repositoryId, facts });
  compared.set(facts, { against: baseline, id: repositoryId, verdict });
  return verdict;
}

/**
 * The baseline after a look: what was found becomes it where the rules of continuity allow.
 * Contract: "Continuity is judged between complete registries"; the first complete one is accepted as it is.
 */
export function advance(prior: Baseline | null, standings: Standings, now: Millis): Baseline | null {
  const seen = found(standings);
  if (seen === null || (standings.live?.replacedBy ?? null) !== null) return prior;
  const { facts, file } = seen;
  const repositoryId = idIn(standings);
  const next = (warnings: readonly Diagnostic[]): Baseline => ({
    ...{ seq: (prior?.seq ?? 0) + 1, repositoryId, facts, pin: file.pin, warnings, at: now, decision: null },
    by: scopeOf(standings),
  });
  if (prior === null) return next([]);
  const { verdict, diagnostics } = compare(prior, repositoryId, facts);
  if (verdict === "held") return prior;
  if (prior.facts?.sha256 === facts.sha256 && prior.repositoryId === repositoryId) return prior;
  // What another credential read is quoted to nobody else.
  return next(acceptedFile(standings, prior) === null ? diagnostics.map(ruleAlone) : diagnostics);
}

/** Who reads: a directory has no credential. */
export function scopeOf({ live }: Standings): string {
  return live?.scope ?? "directory";
}

/** What is held, and against what; null: the source moved as it may, or there is nothing complete to judge. */
export function heldIn(standings: Standings, baseline: Baseline | null): Held | null {
  if (baseline === null) return null;
  const other = standings.live?.replacedBy ?? null;
  if (other !== null) {
    const { diagnostics } = judgeContinuity(baseline, { repositoryId: other.id, facts: null });
    return hold(baseline, diagnostics, other.id, null, scopeOf(standings));
  }
  const seen = found(standings);
  if (seen === null) return null;
  const repositoryId = idIn(standings);
  const { verdict, diagnostics } = compare(baseline, repositoryId, seen.facts);
  return verdict === "held" ? hold(baseline, diagnostics, repositoryId, seen, scopeOf(standings)) : null;
}

function hold(
  baseline: Baseline,
  findings: readonly Diagnostic[],
  repositoryId: number | null,
  seen: { readonly file: RegistryFile; readonly facts: RegistryFacts } | null,
  by: string,
): Held {
  const difference = [baseline.seq, baseline.repositoryId, baseline.facts?.sha256, repositoryId, seen?.facts.sha256];
  const id = createHash("sha256").update(JSON.stringify(difference)).digest("hex");
  return { id, findings, file: seen?.file ?? null, facts: seen?.facts ?? null, repositoryId, by, baseline };
}

/** The accepted registry's own bytes, where this credential has read them; null: it has not, so nothing of them is shown. */
export function acceptedFile({ registry }: Standings, baseline: Baseline): RegistryFile | null {
  const kept = registry.accepted;
  return kept !== null && kept.sha256 === baseline.facts?.sha256 ? kept : null;
}

/** Keeps the bytes of what was accepted beside what was found, so that they can be shown when something is held. */
export function keepAccepted(standings: Standings, baseline: Baseline | null): Standings {
  const seen = found(standings);
  if (baseline === null || seen === null || seen.facts.sha256 !== baseline.facts?.sha256) return standings;
  if (standings.registry.accepted === seen.file) return standings;
  return { ...standings, registry: { ...standings.registry, accepted: seen.file } };
}

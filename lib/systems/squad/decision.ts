import { z } from "zod";
import type { Millis } from "@/lib/contracts/core/look";
import type { Baseline, Held } from "./baseline";
import type { Side } from "./document-types";
import { acceptedSide, foundSide } from "./documents/held";

/** What an operator's decision was about: what was shown until then, what came in its place, and what had held it. */
export interface DecisionAbout {
  readonly before: Side;
  readonly after: Side;
  /** The codes of the findings, each once. */
  readonly findings: readonly string[];
}

/**
 * What is recorded of a decision beside who made it and why, as JSON. It names revisions, hashes and commits, and nobody of a registry:
 * whoever reads the record later need not be allowed to read the registry.
 */
export function aboutDecision(held: Held): string {
  const { repositoryId, revision, sha256, generatedAt, pin, agents } = acceptedSide(held.baseline);
  const about: DecisionAbout = {
    before: { repositoryId, revision, sha256, generatedAt, pin, agents },
    after: foundSide(held),
    findings: [...new Set(held.findings.map(({ code }) => code))],
  };
  return JSON.stringify(about);
}

const side = z.strictObject({
  repositoryId: z.int().nullable(),
  revision: z.int().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  generatedAt: z.iso.datetime().nullable(),
  pin: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("commit"), sha: z.string().regex(/^[0-9a-f]{40,64}$/) }),
      z.strictObject({ kind: z.literal("worktree"), digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    ])
    .nullable(),
  agents: z.int().nonnegative().nullable(),
});
const about = z.strictObject({
  before: side,
  after: side,
  findings: z.array(z.string().max(100)).max(100),
});

/** Reads what `aboutDecision` wrote. A record is untrusted input: null where it is not whole. Never throws. */
export function readAbout(json: string): DecisionAbout | null {
  try {
    const reading = about.safeParse(JSON.parse(json));
    return reading.success ? reading.data : null;
  } catch {
    return null;
  }
}

/**
 * The baseline that follows from a decision: what was found becomes what everyone sees. Of another repository nothing was read yet, so its
 * number is accepted, and its first complete registry becomes the baseline when it comes.
 * Contract: "an operator may accept the new baseline, which is recorded".
 */
export function baselineAfter(held: Held, now: Millis, decisionId: string): Baseline {
  const { baseline, facts, file, repositoryId } = held;
  return {
    seq: baseline.seq + 1,
    repositoryId,
    facts,
    pin: file?.pin ?? null,
    warnings: [],
    by: held.by,
    at: now,
    decision: decisionId,
  };
}

import type { Diagnostic } from "../core/diagnostic";
import type { Millis, Sha256 } from "../core/look";
import type { AgentId, AgentStatus } from "./registry-types";

/** What later registries are compared with, of one record: plain data that can be kept as JSON. Times are rounded down. */
export interface AgentFacts {
  /** Trimmed. */
  readonly role: string;
  readonly status: AgentStatus;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly retiredAt: Millis | null;
  /** The record as written, unknown members included, as JSON text with its members sorted (`canonicalText`). */
  readonly content: string;
}

/** What later registries are compared with: plain data that can be kept as JSON. */
export interface RegistryFacts {
  readonly revision: number;
  /** Of the registry's bytes. */
  readonly sha256: Sha256;
  readonly generatedAt: Millis;
  /** Without a prototype, since an agent may be called `constructor`. */
  readonly agents: Readonly<Record<AgentId, AgentFacts>>;
}

/** One side of a comparison. */
export interface ContinuitySide {
  /** GitHub's number of the repository under the name; null where there is none (a directory), which is never compared. */
  readonly repositoryId: number | null;
  /**
   * null on the prior side: a decision took another repository whose first complete registry is still to come, so
   * whatever complete one comes is accepted. null on the next side: there is no complete registry to compare.
   */
  readonly facts: RegistryFacts | null;
}

export type Continuity = {
  readonly verdict: "accepted" | "accepted-with-warnings" | "held";
  /** What holds first, then the warnings. */
  readonly diagnostics: readonly Diagnostic[];
};

import { readRegistry } from "../../../lib/contracts/squad/registry";
import type { RegistryVerdict } from "../../../lib/contracts/squad/registry-types";
import type { Adapter, Case, Outputs } from "../adapter";

/** The text of a row's registry: as written, or the parsed form written out. */
export function registryBytes(input: unknown): Uint8Array {
  const isRaw =
    typeof input === "object" && input !== null && "raw_json" in input && typeof input.raw_json === "string";
  return new TextEncoder().encode(isRaw ? String(input.raw_json) : JSON.stringify(input));
}

/** A registry verdict in the rows' words. */
export function registryOutputs(verdict: RegistryVerdict): Outputs {
  const valid =
    verdict.verdict === "complete"
      ? verdict.registry.agents
      : verdict.verdict === "partial"
        ? verdict.roster.agents
        : null;
  const excluded = verdict.verdict === "partial" ? verdict.excluded.map((record) => record.id) : [];
  const ids = [...(valid?.keys() ?? [])];
  return {
    verdict: verdict.verdict,
    registry: verdict.verdict,
    valid_ids: ids,
    agents: ids,
    excluded,
    valid_count: ids.length,
    total: ids.length + excluded.length,
    banner: verdict.verdict === "partial" ? "identity incomplete" : null,
    bindings: verdict.verdict === "complete" ? "available" : "unavailable",
    // A registry by itself binds nothing.
    rows_salvaged: 0,
  };
}

/** `reject` and `unavailable` stand for every verdict that shows nobody. */
export function sameVerdict(expected: unknown, got: unknown): boolean {
  return expected === "reject" || expected === "unavailable"
    ? got === "refused" || got === "legacy" || got === "missing"
    : expected === got;
}

const run = (test: Case): Outputs => registryOutputs(readRegistry(test.bytes ?? registryBytes(test.input)));
const matches = { verdict: sameVerdict, registry: sameVerdict };

export const registryAdapters: readonly Adapter[] = [
  { system: "squad", source: "row", area: "registry", run, matches },
  { system: "squad", source: "file", area: "registry", run, matches },
];

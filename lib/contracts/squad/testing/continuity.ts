import { createHash } from "node:crypto";
import { registryFacts } from "../continuity-facts";
import type { RegistryFacts } from "../continuity-types";

export type Members = Record<string, unknown>;

/** A valid record; what is given replaces or adds members. */
export const record = (changes: Members = {}): Members => ({
  display_name: "Kepler",
  persistent_name: "Kepler",
  role: "Runtime Engineer",
  universe: "descriptive",
  status: "active",
  created_at: "2026-09-20T20:00:00.000Z",
  updated_at: "2026-09-21T20:00:00.000Z",
  ...changes,
});

/** A registry of revision 4 with these records. */
export const registry = (agents: Members, changes: Members = {}): Members => ({
  schema: "squad-agent-provenance/v1",
  schema_version: 1,
  revision: 4,
  generated_at: "2026-09-21T20:00:00.000Z",
  agents,
  ...changes,
});

export const hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The facts of a registry's text, which must be complete. */
export const textFacts = (text: string): RegistryFacts => {
  const facts = registryFacts(new TextEncoder().encode(text), hex(text));
  if (facts === null) throw new Error("the registry is not complete");
  return facts;
};

export const factsOf = (agents: Members, changes?: Members): RegistryFacts =>
  textFacts(JSON.stringify(registry(agents, changes)));

import { createHash } from "node:crypto";
import { judgeContinuity } from "../../../lib/contracts/squad/continuity";
import { registryFacts } from "../../../lib/contracts/squad/continuity-facts";
import type { RegistryFacts } from "../../../lib/contracts/squad/continuity-types";
import { readRegistry } from "../../../lib/contracts/squad/registry";
import type { Adapter, Case, Outputs } from "../adapter";
import { registryBytes } from "./registry";
import { fieldsOf } from "./squad-context";

/** The same repository on both sides. A next registry that is not complete is not judged for continuity: its own verdict comes out. */
function run(test: Case): Outputs {
  const { prior, next } = fieldsOf(test.input);
  const before = factsOf(registryBytes(prior));
  if (before === null) throw new Error("the prior registry is not complete, so nothing can have accepted it");
  const bytes = registryBytes(next);
  const after = factsOf(bytes);
  if (after === null) return { verdict: readRegistry(bytes).verdict };
  return judgeContinuity({ repositoryId: 1, facts: before }, { repositoryId: 1, facts: after });
}

function factsOf(bytes: Uint8Array): RegistryFacts | null {
  return registryFacts(bytes, createHash("sha256").update(bytes).digest("hex"));
}

export const continuityAdapters: readonly Adapter[] = [{ system: "squad", source: "row", area: "continuity", run }];

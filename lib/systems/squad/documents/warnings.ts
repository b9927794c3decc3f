import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Squad } from "../judge";
import { ruleAlone } from "../rule-alone";

/** What was unusual when the registry that is shown was accepted. To another credential than the one that read it they quote nothing. */
export function warningsOf({ baseline, file, outcome, scope }: Squad): readonly Diagnostic[] {
  if (baseline === null || file === null || outcome !== "complete") return [];
  if (file.sha256 !== baseline.facts?.sha256) return [];
  return baseline.by === scope ? baseline.warnings : baseline.warnings.map(ruleAlone);
}

/** Every remark on the registry that is shown: on its bytes, and on how it follows the one before. */
export function remarksOn(squad: Squad): readonly Diagnostic[] {
  return [...warningsOf(squad), ...(squad.verdict?.diagnostics ?? [])];
}

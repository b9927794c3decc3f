import type { Diagnostic } from "@/lib/contracts/core/diagnostic";

/** A finding without anything that it quotes: which rule was broken, and nothing of what broke it. */
export function ruleAlone({ code, severity, rule, mend }: Diagnostic): Diagnostic {
  return { code, severity, pointer: "", message: rule, rule, mend };
}

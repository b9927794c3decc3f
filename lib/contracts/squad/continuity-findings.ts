import { diagnose, type Diagnostic, type Rule } from "../core/diagnostic";
import { MORE_FINDINGS } from "./continuity-rules";
import type { Continuity } from "./continuity-types";

/** Most findings that one comparison lists; one more says how many there are besides. */
export const MAX_FINDINGS = 200;

interface Kind {
  readonly listed: Diagnostic[];
  total: number;
}

/** What a comparison has found so far. Findings that will not be listed are counted, and no sentence is made for them. */
export class Findings {
  private readonly held: Kind = { listed: [], total: 0 };
  private readonly warnings: Kind = { listed: [], total: 0 };

  /** @param message makes the sentence that names both sides */
  add(rule: Rule, pointer: string, message: () => string, value?: unknown): void {
    const kind = rule.severity === "error" ? this.held : this.warnings;
    kind.total += 1;
    if (kind.listed.length < MAX_FINDINGS) kind.listed.push(diagnose(rule, pointer, message(), { value }));
  }

  /** The verdict: any error holds, whatever else was found. */
  verdict(): Continuity {
    const { held, warnings } = this;
    const listed = [...held.listed, ...warnings.listed].slice(0, MAX_FINDINGS);
    const verdict = held.total > 0 ? "held" : warnings.total > 0 ? "accepted-with-warnings" : "accepted";
    const more = held.total + warnings.total - listed.length;
    if (more === 0) return { verdict, diagnostics: listed };
    const holding = held.total - Math.min(held.total, MAX_FINDINGS);
    const message = `${more} more findings are not listed: ${holding} that hold the registry, ${more - holding} warnings.`;
    return { verdict, diagnostics: [...listed, diagnose(MORE_FINDINGS, "", message)] };
  }
}

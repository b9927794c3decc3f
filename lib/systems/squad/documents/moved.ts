import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import {
  AGENT_GONE,
  CREATED_AT_CHANGED,
  MORE_FINDINGS,
  OTHER_REPOSITORY,
  REVISION_LOWER,
  REVISION_REUSED,
  ROLE_CHANGED,
} from "@/lib/contracts/squad/continuity-rules";

/** What moved: which rules it broke, and between which revisions. */
export interface Move {
  readonly findings: readonly Diagnostic[];
  /** The accepted revision and the one that is there; null: not known. */
  readonly was: number | null;
  readonly is: number | null;
}

/** So many things are named in one sentence. */
const NAMED = 2;

/**
 * What moved, in one plain sentence without its stop: "revision 6 went back to 5, and 2 agents are gone".
 * @param counted false: how many agents it is about may not be said
 */
export function movedText({ findings, was, is }: Move, counted: boolean): string {
  const has = (rule: { readonly code: string }) => findings.some(({ code }) => code === rule.code);
  const agents = (rule: { readonly code: string }): Agents => {
    const n = findings.filter(({ code }) => code === rule.code).length;
    const least = counted && n > 1 && has(MORE_FINDINGS) ? "at least " : "";
    if (!counted) return { many: true, text: "some agents" };
    return { many: n !== 1, text: `${least}${n} ${n === 1 ? "agent" : "agents"}` };
  };
  const gone = agents(AGENT_GONE);
  const said = [
    has(OTHER_REPOSITORY) ? "another repository answers under the name" : null,
    has(REVISION_LOWER) ? `revision ${was ?? "as accepted"} went back to ${is ?? "an earlier one"}` : null,
    has(REVISION_REUSED) ? `revision ${is ?? "as accepted"} was published twice` : null,
    has(AGENT_GONE) ? `${gone.text} ${gone.many ? "are" : "is"} gone` : null,
    has(ROLE_CHANGED) ? `the role of ${agents(ROLE_CHANGED).text} changed` : null,
    has(CREATED_AT_CHANGED) ? `the creation time of ${agents(CREATED_AT_CHANGED).text} changed` : null,
  ].filter((part) => part !== null);
  const named = said.length > NAMED ? [...said.slice(0, NAMED - 1), "more was changed"] : said;
  return named.join(", and ") || "the registry moved";
}

interface Agents {
  readonly many: boolean;
  readonly text: string;
}

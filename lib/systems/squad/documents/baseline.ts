import type { AcceptedSide, BaselineDocument, DecisionLine, Side } from "../document-types";
import type { RegistryOutcome } from "../document-types";
import type { Squad } from "../judge";
import { documentOf } from "./base";
import { acceptedSide, heldData, revisionAlone } from "./held";

/** What the source answered to this credential, so that it may know that there is an accepted revision, and which. */
const READ: ReadonlySet<RegistryOutcome> = new Set([
  ...(["complete", "partial", "legacy", "refused", "missing", "unfit", "held"] as const),
]);

/**
 * What the repository is held to, what is held against it, and who decided what before.
 * @param decisions as they are recorded, the last one first; null: they cannot be read
 * @param operator whether somebody can decide here
 */
export function baselineDocument(
  squad: Squad,
  decisions: readonly DecisionLine[] | null,
  operator: boolean,
): BaselineDocument {
  const { baseline, outcome, file } = squad;
  // Only who sees the accepted copy itself sees more of it, and of those before it, than their revisions; who sees nothing not even these.
  const whole = file !== null && file.sha256 === baseline?.facts?.sha256;
  const cut = (side: Side): AcceptedSide => revisionAlone(READ.has(outcome) ? side : { ...side, revision: null });
  const sideFor = (side: Side | null): Side | null => (side === null || whole ? side : withoutAcceptance(cut(side)));
  const accepted = baseline === null ? null : acceptedSide(baseline);
  return documentOf(squad, "baseline", {
    baseline: accepted === null || whole ? accepted : cut(accepted),
    held: heldData(squad),
    decisions:
      decisions?.map((line) => ({ ...line, before: sideFor(line.before), after: sideFor(line.after) })) ?? null,
    operator,
  });
}

function withoutAcceptance({ repositoryId, revision, sha256, generatedAt, pin, agents }: AcceptedSide): Side {
  return { repositoryId, revision, sha256, generatedAt, pin, agents };
}

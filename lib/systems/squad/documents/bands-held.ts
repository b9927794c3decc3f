import type { Band } from "../document-types";
import type { Squad } from "../judge";
import { heldData } from "./held";
import { warningsOf } from "./warnings";

/** "held: the last accepted registry, with both sides of the difference; an operator may accept the new baseline". */
export function heldBand(squad: Squad): Band | null {
  const data = heldData(squad);
  if (data === null) return null;
  const { moved, because, accepted, withheld } = data;
  const last = accepted.revision === null ? "The last accepted registry" : `Revision ${accepted.revision}`;
  const shown = withheld
    ? `${last} was read with another credential, so nothing of it is shown to this one.`
    : accepted.revision === null
      ? "No complete registry of the accepted repository was read yet, so nobody is shown."
      : `${last} is shown as it was accepted, and nothing of what is there now is taken.`;
  const who = because === "repository" ? "the other repository" : "what is there now";
  return {
    code: "held",
    tone: "earlier",
    title: `Held: ${moved}`,
    text: `${shown} An operator may accept ${who}.`,
    link: { text: "See both sides", view: "held", evidence: null },
  };
}

/** "accepted with warnings": it counts as any other, and what was unusual about it is not forgotten. */
export function warnedBand(squad: Squad): Band | null {
  const warnings = warningsOf(squad);
  if (warnings.length === 0) return null;
  const what = warnings.length === 1 ? "remark" : "remarks";
  return {
    code: "warned",
    tone: "plain",
    title: `Accepted with ${warnings.length} ${what}`,
    text: "This registry follows the one before in an unusual way. It counts all the same, and its work resolves.",
    link: { text: `See the ${what}`, view: "evidence", evidence: "registry:" },
  };
}

import { joinPointer, parsePointer } from "@/lib/contracts/core/pointer";
import type { Diagnostic } from "@/lib/contracts/core/diagnostic";
import { readRegistry } from "@/lib/contracts/squad/registry";
import type { PieceData } from "../document-types";
import { rosterOf, type Squad } from "../judge";
import { heldData } from "./held";
import { registryPiece } from "./piece-registry";

/**
 * Evidence for a pointer into the registry that is there while continuity holds it; null when nothing is held, or there is nothing at the
 * pointer. What it says counts for nothing until an operator accepts it.
 */
export function foundPiece(squad: Squad, pointer: string): PieceData | null {
  const data = heldData(squad);
  const found = foundSquad(squad);
  if (data === null || found === null) return null;
  const piece = registryPiece(found, pointer);
  if (piece === null) return null;
  const own = data.findings.filter((finding) => isAbout(finding, pointer));
  const failed = own.filter(({ severity }) => severity === "error");
  return {
    ...piece,
    address: `found:${pointer}`,
    claim: {
      ...piece.claim,
      state: "held",
      word: "Held",
      note: "It is there now and was not taken: it does not follow the registry that was accepted last.",
    },
    failed: [...failed, ...piece.failed],
    warned: [...own.filter(({ severity }) => severity !== "error"), ...piece.warned],
    related: acceptedAt(squad, pointer),
  };
}

/** The same squad as if what is there had been taken, to show its bytes by the same rules. */
function foundSquad(squad: Squad): Squad | null {
  const file = squad.held?.file ?? null;
  if (file === null) return null;
  const known = seen.get(file);
  const verdict = known ?? readRegistry(file.bytes);
  if (known === undefined) seen.set(file, verdict);
  const none = { held: null, baseline: null, pictures: new Map() };
  return { ...squad, ...none, outcome: "complete", file, verdict, roster: rosterOf(verdict), pin: file.pin };
}

const seen = new WeakMap<object, ReturnType<typeof readRegistry>>();

/** All of them where the whole file is asked for; else those at the pointer's record, or about the file. */
function isAbout({ pointer }: Diagnostic, asked: string): boolean {
  const [root, id] = parsePointer(asked) ?? [];
  if (asked === "") return true;
  if (root !== "agents" || id === undefined) return pointer === asked;
  const own = joinPointer("/agents", id);
  return pointer === own || pointer.startsWith(`${own}/`);
}

function acceptedAt(squad: Squad, pointer: string): PieceData["related"] {
  if (registryPiece(squad, pointer) === null) return [];
  return [{ address: `registry:${pointer}`, text: "The same place in the accepted registry" }];
}

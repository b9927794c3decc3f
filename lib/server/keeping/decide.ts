import "server-only";
import { randomUUID } from "node:crypto";
import type { Millis } from "@/lib/contracts/core/look";
import type { Decision, Store, StoreFault } from "@/lib/store/types";
import { aboutDecision, baselineAfter } from "@/lib/systems/squad/decision";
import { acceptedOf } from "./baselines";
import type { Member } from "./member";
import { writeMessage } from "./messages";

/** What an operator decides: to accept the difference that they saw. */
export interface Deciding {
  /** The id of the difference. */
  readonly held: string;
  readonly who: string;
  readonly why: string;
}

export type Decided =
  | { readonly ok: true; readonly decision: Decision }
  | { readonly ok: false; readonly code: "nothing-held" | "baseline-moved" | "store"; readonly message: string };

/**
 * Records a decision and the baseline that follows from it, in one transaction.
 * Contract: "an operator may accept the new baseline, which is recorded". Only the very difference that was seen can be accepted.
 */
export async function decide(store: Store, member: Member, by: Deciding, at: Millis): Promise<Decided> {
  const { held } = member.state.squad;
  if (held === null) return { ok: false, code: "nothing-held", message: "Nothing is held for this repository now." };
  if (held.id !== by.held) return MOVED;
  const id = randomUUID();
  const decision = { id, repository: member.place, at, who: by.who, why: by.why, about: aboutDecision(held) };
  const accept = acceptedOf(baselineAfter(held, at, id));
  const message = writeMessage({ t: "decided", of: member.place });
  const kept = await store.decide({ decision, scope: member.scope(), accept, message });
  if (!kept.ok) return unkept(kept.fault);
  return kept.value === "recorded" ? { ok: true, decision } : MOVED;
}

const MOVED: Decided = {
  ok: false,
  code: "baseline-moved",
  message: "What is held is another than you saw. Look at the difference as it is now, and decide again.",
};

export function unkept(fault: StoreFault | null): Decided {
  return { ok: false, code: "store", message: fault?.message ?? "The store is not open yet. Try again in a moment." };
}

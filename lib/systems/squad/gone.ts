import type { Millis } from "@/lib/contracts/core/look";
import type { Standing } from "@/lib/contracts/core/standing";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import type { CallLimits, LiveThreads } from "@/lib/sources/source";
import type { ReadThread } from "./accounts";
import type { LiveState, Standings } from "./standings";
import { standsOn, threadVerdict } from "./verdicts";

type Before = Standings & { readonly live: LiveState };

const DAY: Millis = 24 * 3_600_000;

/** Whether what a thread's verdict stood on is not there any more: the whole thread, or a comment. */
export function vanished({ issue, look }: ReadThread, before: Before, trust: readonly TrustedAccount[]): boolean {
  const result = before.threads.get(issue)?.answered?.result;
  if (result === undefined || !("value" in result)) return false;
  if (look.answer === "absent") return true;
  if (look.answer !== "value") return false;
  const there = new Set(look.value.comments.map(({ id }) => id));
  return standsOn(threadVerdict(result.value, before.live.name.fullName, trust)).some((id) => !there.has(id));
}

/**
 * Asks anew which repository this is. One that was put in another's place may have the same commit, and then nothing but its missing
 * comments tells the two apart; so it is asked before anything is removed for them. Where that fails, it is asked at the next look.
 */
export async function isAnother(source: LiveThreads, { pin, live }: Before, limits: CallLimits): Promise<boolean> {
  source.doubt();
  if (pin === null) return false;
  const named = await source.identify(pin, limits);
  return named.answer === "value" && named.value.id !== live.name.id;
}

/** Whether an issue has been gone for a day. Until then it says that it is; after that nobody is helped by it. */
export function goneForGood({ answered }: Standing<unknown>): boolean {
  if (answered === null || "value" in answered.result || answered.result.because !== "absent") return false;
  return answered.at - answered.since >= DAY;
}

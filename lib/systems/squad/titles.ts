import { diagnose, type Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import type { CardBytes, IssueCard } from "@/lib/sources/source";
import { RULES } from "./rules";

/** What issues are called, and from which file. `file: null` without a fault: the source has none. */
export interface Titles {
  readonly file: CardBytes | null;
  readonly cards: ReadonlyMap<number, IssueCard>;
  /** Why there are none to show, although the source has a file of them. */
  readonly fault: Diagnostic | null;
}

/** What may be said of titles for a standing: the last answer while it is young enough, or why there is none. They decide nothing about work. */
export function titlesOf(standing: Standing<CardBytes>, now: Millis, staleMillis: number): Titles {
  const without = (fault: Diagnostic | null): Titles => ({ file: null, cards: new Map(), fault });
  const unreadable = (why: string) =>
    without(diagnose(RULES.titlesUnreadable, "", `Titles and states of issues cannot be read: ${why}`));
  const result = standing.answered?.result;
  if (result === undefined) return standing.failing === null ? without(null) : unreadable(standing.failing.detail);
  if (!("value" in result)) return result.because === "absent" ? without(null) : unreadable(result.detail);
  if (freshness(standing, now, staleMillis) === "expired")
    return without(diagnose(RULES.titlesExpired, "", "The last good copy of issues.json is too old to be used."));
  const file = result.value;
  return { file, cards: new Map(file.cards.map((card) => [card.number, card])), fault: null };
}

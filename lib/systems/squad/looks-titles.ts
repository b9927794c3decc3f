import type { Millis } from "@/lib/contracts/core/look";
import { READING, stand } from "@/lib/contracts/core/standing";
import type { CallLimits, LiveThreads } from "@/lib/sources/source";
import type { Squad } from "./judge";
import type { Standings } from "./standings";

/** While somebody has Work open, titles are asked for again after so long; otherwise only issues that are newly named. */
const TITLES_EVERY = 10 * 60_000;
const AGAIN_AFTER = 2 * 60_000;
/** Most issues that get a title; the others are shown by their number. */
const MOST = 2_000;

/**
 * Asks what the issues of Work are called, where one is newly named or it is time while Work is open. "A failure blanks them and touches
 * no verdict": titles decide nothing.
 */
export async function lookAtTitles(
  source: LiveThreads,
  standings: Standings,
  squad: Squad,
  workIsOpen: boolean,
  now: Millis,
  limits: CallLimits,
): Promise<Standings> {
  const { live, cards } = standings;
  if (live === null || live.replacedBy !== null) return standings;
  const named = issuesOf(squad);
  // Where issues may not be read, neither may what they are called.
  if (named.length === 0 || mayNotBeRead(standings))
    return { ...standings, cards: READING, live: { ...live, titled: null } };
  const asked = live.titled;
  const old = asked === null || now - asked.at >= TITLES_EVERY;
  if (asked !== null && !(old && workIsOpen) && named.every((issue) => asked.issues.has(issue))) return standings;
  // Titles decide nothing, so a question that failed is not repeated at every look.
  if (asked?.failed === true && now - asked.at < AGAIN_AFTER) return standings;
  const look = await source.titles(live.name, named, limits);
  const standing = look.answer === "value" ? stand(cards, look) : stand(READING, look);
  const issues = look.answer === "value" ? new Set(named) : new Set<number>();
  return {
    ...standings,
    cards: standing,
    live: { ...live, titled: { at: look.at, issues, failed: look.answer !== "value" } },
  };
}

function mayNotBeRead({ origins }: Standings): boolean {
  const result = origins.answered?.result;
  return result !== undefined && "because" in result && result.because === "denied";
}

/** Goals, their epics and tasks, by number. */
function issuesOf({ work }: Squad): number[] {
  const issues = new Set<number>();
  for (const goal of work.goals) {
    issues.add(goal.issue);
    for (const { issue } of goal.epics) issues.add(issue);
    for (const { row } of goal.tasks) issues.add(row.issue);
  }
  return [...issues].sort((a, b) => a - b).slice(0, MOST);
}

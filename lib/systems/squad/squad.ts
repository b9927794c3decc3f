import type { Millis } from "@/lib/contracts/core/look";
import type { CallLimits, Source } from "@/lib/sources/source";
import { advance, keepAccepted, type Baseline } from "./baseline";
import { judge, rosterOf, shownRegistry, type Squad } from "./judge";
import type { SquadSettings } from "./settings";
import { lookAgain, lookAt } from "./looks";
import { lookAtTitles } from "./looks-titles";
import { judgePictures, PICTURES_AT_ONCE, type PictureVerdict } from "./pictures";
import { RULES } from "./rules";
import { UNREAD, type Standings } from "./standings";

/** One repository of this system, as its looks have left it. */
export interface SquadState {
  readonly standings: Standings;
  readonly pictures: ReadonlyMap<string, PictureVerdict>;
  readonly squad: Squad;
  /** What the registry is held to; null: none was accepted yet. */
  readonly baseline: Baseline | null;
}

export interface SquadPlan {
  readonly source: Source;
  readonly settings: SquadSettings;
  readonly goals: readonly number[];
}

/** What a look is made for, where looking costs something. */
export interface Effort {
  /** Somebody has this repository open, so its pictures are worth reading. */
  readonly pictures: boolean;
  /** Somebody has its Work open, so titles are kept fresh. */
  readonly titles: boolean;
}

export const FULL: Effort = { pictures: true, titles: true };

/** The state before the first look: reading, never missing. */
export function unreadSquad(plan: SquadPlan, now: Millis): SquadState {
  const pictures = new Map<string, PictureVerdict>();
  const baseline = null;
  return { standings: UNREAD, pictures, squad: judge(UNREAD, pictures, plan.settings, now, baseline), baseline };
}

/**
 * Looks once and judges what was found. The snapshot's id changes exactly when something it is made from did.
 * @param clock the server's clock, read after the looks: expiry is judged at that moment
 */
export async function lookAtSquad(
  plan: SquadPlan,
  prior: SquadState,
  limits: CallLimits,
  clock: () => Millis,
  effort: Effort = FULL,
): Promise<SquadState> {
  const { source, settings, goals } = plan;
  const accepted = prior.baseline?.repositoryId ?? null;
  const asked = { source, goals, trust: settings.trust, open: effort.pictures, accepted };
  let standings = await lookAt(asked, prior.standings, limits);
  const first = judgeAfter(plan, prior, standings, clock());
  // "a revision ahead of the registry is unresolved (revision-ahead), after one immediate new look."
  if (isAhead(first) && !isAhead(prior.squad)) standings = await lookAgain(source, standings, limits);
  if (source.kind === "github")
    standings = await lookAtTitles(source, standings, first, effort.titles, clock(), limits);
  const baseline = advance(prior.baseline, standings, clock());
  const kept = keepAccepted(standings, baseline);
  const pictures = await picturesFor(plan, { ...prior, baseline }, kept, limits, clock(), effort.pictures);
  return settle(plan, prior, { standings: kept, pictures, baseline }, clock());
}

/** What a state is made from; the snapshot follows from it. */
export type SquadFacts = Pick<SquadState, "standings" | "pictures" | "baseline">;

/** Judges what is known, looks at nothing. An equal snapshot stays the same object, and so do the documents that hang on it. */
export function settle(plan: SquadPlan, prior: SquadState, facts: SquadFacts, now: Millis): SquadState {
  const { standings, pictures, baseline } = facts;
  const squad = judge(standings, pictures, plan.settings, now, baseline);
  return { standings, pictures, baseline, squad: squad.id === prior.squad.id ? prior.squad : squad };
}

function judgeAfter(plan: SquadPlan, prior: SquadState, standings: Standings, now: Millis): Squad {
  const baseline = advance(prior.baseline, standings, now);
  return judge(keepAccepted(standings, baseline), prior.pictures, plan.settings, now, baseline);
}

function isAhead({ work }: Squad): boolean {
  return work.goals.some(({ diagnostics }) => diagnostics.some(({ code }) => code === "revision-ahead"));
}

async function picturesFor(
  plan: SquadPlan,
  prior: SquadState,
  standings: Standings,
  limits: CallLimits,
  now: Millis,
  read: boolean,
) {
  const { verdict, file } = shownRegistry(standings, prior.baseline, now, plan.settings.staleMillis);
  const roster = rosterOf(verdict);
  if (roster === null || file === null) return new Map<string, PictureVerdict>();
  const before = prior.squad.file;
  const same =
    before !== null && JSON.stringify(before.pin) === JSON.stringify(file.pin) && before.sha256 === file.sha256;
  const costs = plan.source.kind === "github";
  // A picture that could not be read is asked for again; a verdict on bytes stands as long as its pin.
  const open = [...prior.pictures.values()].some((one) => wasUnread(one) || (costs && read && one === "unread"));
  if (same && !open) return prior.pictures;
  return judgePictures(plan.source, file.pin, roster.agents.values(), limits, !costs || read);
}

/** Whether some picture of a roster that is small enough was not judged, because nobody had looked at it. */
export function hasUnjudged({ pictures }: Pick<SquadState, "pictures">): boolean {
  return pictures.size <= PICTURES_AT_ONCE && [...pictures.values()].includes("unread");
}

function wasUnread(verdict: PictureVerdict): boolean {
  return verdict !== "unread" && !verdict.shown && verdict.reason.code === RULES.avatarUnread.code;
}

import type { Millis } from "@/lib/contracts/core/look";
import type { CallLimits, Source } from "@/lib/sources/source";
import { judge, judgeRegistry, rosterOf, type Squad } from "./judge";
import type { SquadSettings } from "./settings";
import { lookAt, UNREAD, type Standings } from "./looks";
import { judgePictures, type PictureVerdict } from "./pictures";
import { RULES } from "./rules";

/** One repository of this system, as its looks have left it. */
export interface SquadState {
  readonly standings: Standings;
  readonly pictures: ReadonlyMap<string, PictureVerdict>;
  readonly squad: Squad;
}

export interface SquadPlan {
  readonly source: Source;
  readonly settings: SquadSettings;
  readonly goals: readonly number[];
}

/** The state before the first look: reading, never missing. */
export function unreadSquad(plan: SquadPlan, now: Millis): SquadState {
  const pictures = new Map<string, PictureVerdict>();
  return { standings: UNREAD, pictures, squad: judge(UNREAD, pictures, plan.settings, now) };
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
): Promise<SquadState> {
  const standings = await lookAt(plan.source, prior.standings, plan.goals, limits);
  const pictures = await picturesFor(plan, prior, standings, limits, clock());
  const squad = judge(standings, pictures, plan.settings, clock());
  // An equal snapshot stays the same object, and so do the documents that hang on it.
  return { standings, pictures, squad: squad.id === prior.squad.id ? prior.squad : squad };
}

async function picturesFor(plan: SquadPlan, prior: SquadState, standings: Standings, limits: CallLimits, now: Millis) {
  const { verdict, file } = judgeRegistry(standings.registry, now, plan.settings.staleMillis);
  const roster = rosterOf(verdict);
  if (roster === null || file === null) return new Map<string, PictureVerdict>();
  const before = prior.squad.file;
  const same =
    before !== null && JSON.stringify(before.pin) === JSON.stringify(file.pin) && before.sha256 === file.sha256;
  // A picture that could not be read is asked for again; a verdict on bytes stands as long as its pin.
  if (same && ![...prior.pictures.values()].some(wasUnread)) return prior.pictures;
  return judgePictures(plan.source, file.pin, roster.agents.values(), limits);
}

function wasUnread(verdict: PictureVerdict): boolean {
  return verdict !== "unread" && !verdict.shown && verdict.reason.code === RULES.avatarUnread.code;
}

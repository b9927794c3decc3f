import type { Millis } from "@/lib/contracts/core/look";
import type { Band, Freshness, StatusData } from "../document-types";
import type { Squad } from "../judge";
import { RULES } from "../rules";
import type { SquadState } from "../squad";
import { gitHubBands } from "./bands-github";
import { heldBand, warnedBand } from "./bands-held";
import { ageText } from "./age";

export interface StatusClock {
  readonly now: Millis;
  /** When the next look is due. */
  readonly next: Millis;
  /** Whoever reaches the port reads everything. */
  readonly open: boolean;
}

interface Ground {
  readonly state: SquadState;
  readonly squad: Squad;
  readonly registry: Freshness;
  readonly threads: StatusData["threads"];
  /** What fails with the titles of issues since they were last read; null: nothing. */
  readonly titlesFailing: string | null;
  readonly clock: StatusClock;
}

/** What qualifies everything below it, worst first. Each band says a fact and its consequence. */
export function bandsOf(ground: Ground): Band[] {
  const { squad, registry, threads, clock } = ground;
  const bands: Band[] = [];
  const held = heldBand(squad);
  if (held !== null) bands.push(held);
  if (registry.state === "stale" && registry.answer !== null) bands.push(staleBand(ground));
  // What fails for both is said once.
  const same = registry.state === "stale" && registry.failing?.text === threads.failing?.text;
  const failed = squad.threads.length > 0 && threads.state === "stale" && !same;
  if (failed)
    bands.push({
      code: "stale",
      tone: "earlier",
      title: "Some work may have changed",
      text: `A thread could not be read at the last try: ${threads.failing?.text ?? ""} What is shown is the last answer. Nothing is lost.`,
    });
  if (squad.settings.webUrl !== null) bands.push(...gitHubBands(ground.state));
  const unread = unreadBand(ground);
  if (unread !== null) bands.push(unread);
  const warned = warnedBand(squad);
  if (warned !== null) bands.push(warned);
  const titles = titlesBand(ground);
  if (titles !== null) bands.push(titles);
  if (squad.pin?.kind === "worktree") {
    bands.push({
      code: "worktree",
      tone: "plain",
      title: "Working directory, not a commit",
      text: "What is shown may never have been committed, and can change without a trace.",
    });
  }
  if (squad.settings.exported && squad.threads.length > 0) {
    bands.push({
      code: "exported",
      tone: "plain",
      title: "Exported",
      text: "Comments come from files, their author as stated in the file. Whoever can write there can forge an author.",
    });
  }
  if (clock.open) {
    bands.push({
      code: "open",
      tone: "none",
      title: "Open to whoever reaches this port",
      text: "There is no sign-in: everyone who can connect reads everything shown here.",
    });
  }
  return bands;
}

/** Threads that are on their way are one thing; threads that were asked for and cannot be read are another, and waiting does not help them. */
function unreadBand({ squad, threads }: Ground): Band | null {
  if (threads.read === threads.total) return null;
  const coming = squad.threads.filter(({ unread }) => unread?.code === RULES.threadReading.code).length;
  if (coming > 0)
    return {
      code: "reading",
      tone: "plain",
      title: `Reading ${threads.read} of ${threads.total}`,
      text: "Goals whose thread has not been read are listed as unread and resolve nothing.",
    };
  const missing = threads.total - threads.read;
  return {
    code: "unread",
    tone: "plain",
    title: `${missing} of ${threads.total} ${threads.total === 1 ? "thread" : "threads"} not read`,
    text: "Their goals are listed as unread, each with the reason, and resolve nothing.",
  };
}

function titlesBand({ squad, titlesFailing }: Ground): Band | null {
  const { fault, file } = squad.titles;
  if (fault !== null)
    return {
      code: "titles",
      tone: "plain",
      title: "No titles",
      text: `${fault.message} Issues are shown by their number; who does what does not depend on it.`,
    };
  if (file === null || titlesFailing === null) return null;
  return {
    code: "titles",
    tone: "plain",
    title: "Titles may have changed",
    text: `Titles and states of issues could not be read at the last try: ${titlesFailing} Those of the last answer are shown.`,
  };
}

function staleBand({ squad, registry, clock }: Ground): Band {
  const age = registry.answeredAt === null ? "" : ageText(clock.now - Date.parse(registry.answeredAt));
  const limit = limitText(squad.settings.staleMillis);
  const next = ageText(clock.next - clock.now);
  const text = `${registry.failing?.text ?? "The last look failed."} The last answer stands for ${limit} after it was confirmed. Next try in ${next}.`;
  return { code: "stale", tone: "earlier", title: `Last confirmed ${age} ago`, text };
}

/** The configured age as people wrote it, in hours. */
function limitText(millis: Millis): string {
  const hours = millis / 3_600_000;
  return Number.isInteger(hours) && hours > 1 ? `${hours} hours` : ageText(millis);
}

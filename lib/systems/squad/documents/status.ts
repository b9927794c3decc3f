import type { Millis } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import { identityState, repositoryState, type RegistryAnswer } from "@/lib/contracts/squad/states";
import type { Freshness, StateLine, StatusData, StatusDocument } from "../document-types";
import type { Squad } from "../judge";
import type { LastLook } from "../standings";
import type { SquadState } from "../squad";
import { ageText } from "./age";
import { bandsOf, type StatusClock } from "./bands";
import { documentOf } from "./base";
import { heldData } from "./held";
import { nothingSaid } from "./statements";

/** What changes with time: freshness, ages, the next try. Made anew at each request. */
export function statusDocument(state: SquadState, clock: StatusClock): StatusDocument {
  const { squad, standings } = state;
  const { staleMillis, ref, exported } = squad.settings;
  const lines = stateLines(state, clock.now);
  const registry = freshnessOf(standings.registry, standings.last.registry, clock.now, staleMillis);
  const work = threadsOf(state, clock.now);
  const data: StatusData = {
    now: iso(clock.now),
    source: { kind: kindOf(squad), ref, exported },
    github: gitHubOf(state),
    ...lines,
    tabs: tabsOf(squad),
    revision: squad.roster?.revision ?? null,
    registry,
    threads: work,
    nextLookAt: iso(clock.next),
    bands: bandsOf({
      state,
      squad,
      registry,
      threads: work,
      titlesFailing: standings.cards.failing?.detail ?? null,
      clock,
    }),
  };
  return documentOf(squad, "status", data);
}

function kindOf({ pin, settings }: Squad): StatusData["source"]["kind"] {
  if (settings.webUrl !== null) return "github";
  return pin?.kind ?? (settings.ref === "worktree" ? "worktree" : "commit");
}

function gitHubOf({ standings: { live } }: SquadState): StatusData["github"] {
  if (live === null) return null;
  const { state, read } = live.feed.discovery;
  return { ...live.name, discovery: state === "done" ? null : { state, read } };
}

/** Identity, Work, and the repository's own state, in the one vocabulary. */
export function stateLines(
  state: SquadState,
  now: Millis,
): { repository: StateLine; identity: StateLine; work: StateLine | null } {
  const { squad, standings } = state;
  const fresh = freshness(standings.registry, now, squad.settings.staleMillis);
  const held = squad.held !== null;
  const identity = identityState({
    answer: answerOf(squad),
    // What is held was looked at, whether or not this credential ever read the registry itself.
    freshness: squad.outcome === "expired" ? "expired" : held && fresh === "reading" ? "fresh" : fresh,
    held,
  });
  const age = standings.registry.answered === null ? "" : `${ageText(now - standings.registry.answered.at)} old`;
  const said = identity.state === "stale" ? age : identityText(squad);
  const identityLine: StateLine = { ...identity, text: said === "" ? remark(squad) : said };
  const unknown = squad.threadsFault !== null && squad.outcome !== "reading";
  const work = squad.work.state ?? (unknown ? "unavailable" : null);
  const old = staleThreads(state, now).length;
  const stale = old === 0 ? "" : `${old} of ${squad.threads.length} threads stale`;
  const text = [workText(squad), squad.discovering ? "discovery running" : "", stale].filter(Boolean).join(", ");
  const workLine: StateLine | null = work === null ? null : { state: work, cause: "work", text };
  const whole = repositoryState(identity.state, work);
  const repository =
    whole === identity.state
      ? identityLine
      : { state: whole, cause: "work" as const, text: `in work; identity ${identity.state}` };
  return { repository, identity: identityLine, work: workLine };
}

/** What a line says beside a state that is in order, where there is something all the same. */
function remark(squad: Squad): string {
  return squad.verdict?.verdict === "complete" && squad.discovering ? "discovery running" : "";
}

function answerOf(squad: Squad): RegistryAnswer {
  switch (squad.outcome) {
    case "missing":
      return "absent";
    case "no-access":
      return "denied";
    case "reading":
      return null;
    case "expired":
    case "held":
      return "complete";
    default:
      return squad.outcome;
  }
}

function identityText(squad: Squad): string {
  const { verdict } = squad;
  if (verdict?.verdict === "partial")
    return `${verdict.roster.agents.size} of ${verdict.roster.agents.size + verdict.excluded.length} records`;
  const words: Record<string, string> = {
    reading: "reading",
    missing: "registry missing",
    "no-access": "no access",
    refused: "registry refused",
    legacy: "legacy format",
    unfit: "not a plain file",
    expired: "last copy too old",
  };
  const older = verdict?.diagnostics.some(({ code }) => code === "registry-older-shape") ?? false;
  const held = heldData(squad);
  if (held !== null) return held.moved;
  return older ? "older shape, no IDs" : (nothingSaid(squad) ?? words[squad.outcome] ?? "");
}

function workText(squad: Squad): string {
  if (squad.work.goals.length === 0)
    return squad.settings.exported ? "threads cannot be read" : "comments cannot be read";
  const bound = squad.work.goals.filter(({ resolves }) => resolves).length;
  return squad.work.state === "complete" ? "" : `${bound} of ${squad.work.goals.length} goals resolve`;
}

function tabsOf(squad: Squad): StatusData["tabs"] {
  const agents = [...(squad.roster?.agents.values() ?? [])];
  const tombstones = agents.filter(({ status }) => status === "retired").length;
  const known = squad.roster !== null;
  const comments = squad.threads.reduce((sum, { verdict }) => sum + (verdict?.comments.length ?? 0), 0);
  const files =
    (squad.file === null ? 0 : 1) +
    (squad.held?.file == null ? 0 : 1) +
    [...squad.pictures.values()].filter((verdict) => verdict !== "unread").length;
  return {
    roster: known ? agents.length : null,
    work: squad.work.state === null ? null : squad.work.counts.total,
    tombstones: known ? tombstones : null,
    evidence: files + comments,
    held: heldData(squad)?.findings.filter(({ severity }) => severity === "error").length ?? null,
  };
}

function threadsOf(state: SquadState, now: Millis): StatusData["threads"] {
  const { squad, standings } = state;
  const all = [...standings.threads.values()];
  const oldest = all.reduce<Standing<unknown> | null>(
    (worst, one) => (worst === null || at(one) < at(worst) ? one : worst),
    null,
  );
  const base = freshnessOf(oldest ?? standings.origins, standings.last.threads, now, squad.settings.staleMillis);
  const failing = all.find((one) => one.failing !== null) ?? null;
  const shown = failing === null ? base : freshnessOf(failing, standings.last.threads, now, squad.settings.staleMillis);
  return {
    ...shown,
    read: squad.threads.filter(({ verdict }) => verdict !== null).length,
    total: squad.threads.length,
    stale: staleThreads(state, now),
  };
}

/** Threads whose last answer still stands although they cannot be read any more, by issue number. */
export function staleThreads({ squad, standings }: SquadState, now: Millis): StatusData["threads"]["stale"] {
  return [...standings.threads]
    .filter(([, standing]) => freshness(standing, now, squad.settings.staleMillis) === "stale")
    .flatMap(([issue, { answered }]) => (answered === null ? [] : [{ issue, answeredAt: iso(answered.at) }]))
    .sort((a, b) => a.issue - b.issue);
}

function at(standing: Standing<unknown>): Millis {
  return standing.answered?.at ?? 0;
}

function freshnessOf(standing: Standing<unknown>, last: LastLook | null, now: Millis, staleMillis: number): Freshness {
  const { answered, failing } = standing;
  const answer = answered === null ? null : "value" in answered.result ? "value" : answered.result.because;
  // What was there before and was given whole once more has not changed.
  const old = answered !== null && answer === "value" && answered.since < answered.at;
  return {
    state: freshness(standing, now, staleMillis),
    answeredAt: answered === null ? null : iso(answered.at),
    since: answered === null ? null : iso(answered.since),
    answer: old || (last?.answer === "unchanged" && failing === null) ? "unchanged" : answer,
    failing:
      failing === null
        ? null
        : { cause: failing.cause, text: failing.detail, since: iso(failing.since), last: iso(failing.last) },
    millis: last?.millis ?? null,
  };
}

function iso(at: Millis): string {
  return new Date(at).toISOString();
}

import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { diagnose, type Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis, Pin, Sha256 } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import { readRegistry } from "@/lib/contracts/squad/registry";
import type { RegistryVerdict, Roster } from "@/lib/contracts/squad/registry-types";
import { settleWork } from "@/lib/contracts/squad/work";
import type { Goal, WorkVerdict } from "@/lib/contracts/squad/work-types";
import type { RegistryOutcome } from "./document-types";
import type { RegistryFile, Standings } from "./standings";
import { acceptedFile, heldIn, scopeOf, type Baseline, type Held } from "./baseline";
import type { PictureVerdict } from "./pictures";
import { nameIn } from "./name";
import { RULES } from "./rules";
import type { SquadSettings } from "./settings";
import { judgeThreads, type SquadThread } from "./threads";
import { titlesOf, type Titles } from "./titles";

/** A snapshot: all verdicts for one repository, from standings at one pin. Nothing in it changes with time. */
export interface Squad {
  readonly id: Sha256;
  readonly settings: SquadSettings;
  /** Names the credential that read all of this. */
  readonly scope: string;
  /** `owner/name` as bindings must give it. */
  readonly name: string;
  /** Older comments are still being read, so there may be goals that nobody knows yet. */
  readonly discovering: boolean;
  /** The repository has no issues at all, as its owners have set. */
  readonly issuesOff: boolean;
  /** Another repository answers under the name, and what is shown is held against it: its number; null: none does. */
  readonly replacedBy: number | null;
  /** What the registry is held to; null: none was accepted yet. */
  readonly baseline: Baseline | null;
  /** What the source gives and continuity forbids: what is shown is the last accepted registry; null: nothing is held. */
  readonly held: Held | null;
  readonly pin: Pin | null;
  readonly outcome: RegistryOutcome;
  /** What the look said where there are no bytes to judge. */
  readonly detail: string;
  /** The HTTP status, or the one that the failure amounts to, where access was denied (404: nothing is there); null otherwise. */
  readonly denied: number | null;
  /** Where a person can get access, where the source says so. */
  readonly help: string | null;
  readonly file: RegistryFile | null;
  readonly verdict: RegistryVerdict | null;
  readonly roster: Roster | null;
  readonly pictures: ReadonlyMap<string, PictureVerdict>;
  readonly threads: readonly SquadThread[];
  /** Why the threads cannot be listed; null where they can, or none are configured. */
  readonly threadsFault: Diagnostic | null;
  readonly titles: Titles;
  readonly work: WorkVerdict;
}

/** Raised when the same inputs may give other documents, so that no browser keeps an older one. */
const DOCUMENTS = "4";

// Equal bytes are judged once, whoever has them; and what a repository holds is not judged again, however many others there are.
const byHash = new LRUCache<Sha256, RegistryVerdict>({ max: 32 });
const byFile = new WeakMap<RegistryFile, RegistryVerdict>();

function verdictOf(file: RegistryFile): RegistryVerdict {
  const verdict = byFile.get(file) ?? byHash.get(file.sha256) ?? readRegistry(file.bytes);
  byFile.set(file, verdict);
  byHash.set(file.sha256, verdict);
  return verdict;
}

/** The registry's verdict for a standing: its outcome, and the verdict on the bytes where they may be shown. */
export function judgeRegistry(standing: Standing<RegistryFile>, now: Millis, staleMillis: number) {
  const result = standing.answered?.result;
  const nothing = { file: null, verdict: null, denied: null, help: null };
  if (result === undefined) return { ...nothing, outcome: "reading" as const, detail: standing.failing?.detail ?? "" };
  if (!("value" in result)) return { ...nothing, ...withoutValue(result) };
  const file = result.value;
  const verdict = verdictOf(file);
  const outcome = verdict.verdict;
  // A verdict that identifies nobody stays what it is; names are withheld when nobody could confirm them for too long.
  const names = outcome === "complete" || outcome === "partial";
  if (names && freshness(standing, now, staleMillis) === "expired") {
    return { ...nothing, outcome: "expired" as const, detail: standing.failing?.detail ?? "" };
  }
  return { outcome, detail: "", denied: null, help: null, file, verdict };
}

type WithoutValue =
  | { because: "absent"; what: string }
  | { because: "denied"; status: number; detail: string; help?: string }
  | { because: "unfit"; detail: string };

function withoutValue(result: WithoutValue): {
  outcome: RegistryOutcome;
  detail: string;
  denied?: number;
  help?: string;
} {
  if (result.because === "absent") return { outcome: "missing", detail: result.what };
  if (result.because === "denied") {
    const { detail, status, help } = result;
    return { outcome: "no-access", detail, denied: status, ...(help === undefined ? {} : { help }) };
  }
  return { outcome: "unfit", detail: result.detail };
}

export function rosterOf(verdict: RegistryVerdict | null): Roster | null {
  if (verdict?.verdict === "complete") return verdict.registry;
  return verdict?.verdict === "partial" ? verdict.roster : null;
}

/**
 * The registry that is shown: the one that the last look found, or the last accepted one where continuity forbids the other.
 * Contract: "held: the last accepted registry, with both sides of the difference".
 */
export function shownRegistry(standings: Standings, baseline: Baseline | null, now: Millis, staleMillis: number) {
  const found = judgeRegistry(standings.registry, now, staleMillis);
  // Whatever else was last said of the registry, such as no access, was said before the other repository answered.
  const replaced = standings.live?.replacedBy != null;
  const held =
    found.outcome === "complete" || (replaced && found.outcome !== "expired") ? heldIn(standings, baseline) : null;
  if (held === null || baseline === null) return { ...found, held: null };
  const file = acceptedFile(standings, baseline);
  if (file !== null) return { ...nothingElse, outcome: "complete" as const, file, verdict: verdictOf(file), held };
  // The accepted copy was read with another credential, so nothing of it is shown to this one.
  return { ...nothingElse, outcome: "held" as const, file: null, verdict: null, held };
}

const nothingElse = { detail: "", denied: null, help: null };

/** Makes the snapshot of a repository from its standings. Pure but for the caches, which are keyed by content. */
export function judge(
  standings: Standings,
  pictures: ReadonlyMap<string, PictureVerdict>,
  settings: SquadSettings,
  now: Millis,
  baseline: Baseline | null,
): Squad {
  const registry = shownRegistry(standings, baseline, now, settings.staleMillis);
  const { threads, threadsFault } = judgeThreads(standings, settings, now);
  const blocked = blockedBy(registry.outcome, registry.verdict);
  const complete = registry.verdict?.verdict === "complete" ? registry.verdict.registry : null;
  const goals: Goal[] = threads.map(({ issue, verdict, unread }) => ({
    issue,
    thread: verdict,
    ...(unread === null ? {} : { unread }),
  }));
  const titles = titlesOf(standings.cards, now, settings.staleMillis);
  return {
    id: identify(standings, registry, pictures, threads, threadsFault, titles, settings, baseline),
    settings,
    scope: scopeOf(standings),
    name: nameIn(standings, settings),
    discovering: isDiscovering(standings),
    issuesOff: areIssuesOff(standings),
    replacedBy: standings.live?.replacedBy?.id ?? null,
    baseline,
    pin:
      registry.outcome === "no-access" ? null : registry.held === null ? standings.pin : (registry.file?.pin ?? null),
    ...registry,
    roster: rosterOf(registry.verdict),
    pictures,
    threads,
    threadsFault,
    titles,
    work: settleWork(goals, complete, blocked),
  };
}

function blockedBy(outcome: RegistryOutcome, verdict: RegistryVerdict | null): Diagnostic | null {
  if (outcome === "complete") return null;
  if (verdict?.verdict === "partial") {
    const count = verdict.excluded.length;
    const records = count === 1 ? "1 record of the registry is" : `${count} records of the registry are`;
    return diagnose(RULES.identityIncomplete, "", `${records} not valid, so nobody can be named for this task.`);
  }
  return diagnose(
    RULES.identityUnavailable,
    "",
    "There is no complete registry to look the ID up in, so nobody can be named for this task.",
  );
}

/** The hash of everything that the snapshot's documents are made from, each input named, in sorted order. */
function identify(
  standings: Standings,
  { outcome, held }: { readonly outcome: RegistryOutcome; readonly held: Held | null },
  pictures: ReadonlyMap<string, PictureVerdict>,
  threads: readonly SquadThread[],
  threadsFault: Diagnostic | null,
  titles: Titles,
  settings: SquadSettings,
  baseline: Baseline | null,
): Sha256 {
  const inputs = [
    `documents ${DOCUMENTS}`,
    `settings ${JSON.stringify([settings.repository, settings.trust, settings.exported, settings.webUrl])}`,
    `name ${nameIn(standings, settings)} ${standings.live?.name.id ?? ""} ${standings.live?.replacedBy?.id ?? ""}`,
    `discovering ${isDiscovering(standings)} ${areIssuesOff(standings)}`,
    `pin ${JSON.stringify(standings.pin)}`,
    `registry ${outcome} ${registryInput(standings)}`,
    `accepted ${baseline?.facts?.sha256 ?? ""} ${baseline?.repositoryId ?? ""} ${remarksInput(standings, baseline)} ${held?.id ?? ""}`,
    `threads ${threadsFault?.message ?? "listed"}`,
    `titles ${titles.file?.sha256 ?? titles.fault?.message ?? "none"}`,
    ...threads.map(
      ({ issue, bytes, unread }) => `thread ${issue} ${bytes?.sha256 ?? unread?.code ?? ""} ${unread?.message ?? ""}`,
    ),
    ...[...pictures].map(([id, verdict]) => `picture ${id} ${pictureInput(verdict)}`),
  ];
  return createHash("sha256").update(inputs.sort().join("\n")).digest("hex");
}

/** To whom the remarks on the accepted registry are told in full is a part of what is shown, where there are any. */
function remarksInput(standings: Standings, baseline: Baseline | null): string {
  if (baseline === null || baseline.warnings.length === 0) return "";
  return `${baseline.warnings.length} ${baseline.by === scopeOf(standings)}`;
}

function areIssuesOff({ origins }: Standings): boolean {
  const result = origins.answered?.result;
  return result !== undefined && "because" in result && result.because === "absent" && result.what === "issue";
}

function isDiscovering(standings: Standings): boolean {
  const { live } = standings;
  return live !== null && live.feed.discovery.state !== "done" && !areIssuesOff(standings);
}

function registryInput(standings: Standings): string {
  const result = standings.registry.answered?.result;
  if (result === undefined) return standings.registry.failing?.detail ?? "";
  return "value" in result ? result.value.sha256 : JSON.stringify(result);
}

function pictureInput(verdict: PictureVerdict): string {
  if (verdict === "unread") return verdict;
  return verdict.shown ? verdict.picture.oid : verdict.reason.code;
}

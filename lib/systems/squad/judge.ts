import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { diagnose, type Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis, Pin, Sha256 } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { readRegistry } from "@/lib/contracts/squad/registry";
import type { RegistryVerdict, Roster } from "@/lib/contracts/squad/registry-types";
import { selectArtifact } from "@/lib/contracts/squad/thread";
import { settleWork } from "@/lib/contracts/squad/work";
import type { Goal, ThreadVerdict, WorkVerdict } from "@/lib/contracts/squad/work-types";
import type { RegistryOutcome } from "./document-types";
import type { ThreadBytes } from "@/lib/sources/source";
import type { RegistryFile, Standings } from "./looks";
import type { PictureVerdict } from "./pictures";
import { RULES } from "./rules";
import { titlesOf, type Titles } from "./titles";

/** What an operator set for one repository. */
export interface SquadSettings {
  readonly repository: string;
  readonly trust: readonly TrustedAccount[];
  readonly staleMillis: number;
  /** Threads are files that the operator exported. */
  readonly exported: boolean;
  readonly ref: string | null;
}

export interface SquadThread {
  readonly issue: number;
  readonly bytes: ThreadBytes | null;
  readonly verdict: ThreadVerdict | null;
  readonly unread: Diagnostic | null;
}

/** A snapshot: all verdicts for one repository, from standings at one pin. Nothing in it changes with time. */
export interface Squad {
  readonly id: Sha256;
  readonly settings: SquadSettings;
  readonly pin: Pin | null;
  readonly outcome: RegistryOutcome;
  /** What the look said where there are no bytes to judge. */
  readonly detail: string;
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
const DOCUMENTS = "2";

const verdicts = new LRUCache<Sha256, RegistryVerdict>({ max: 32 });
const threadVerdicts = new LRUCache<string, ThreadVerdict>({ max: 20_000 });

/** The registry's verdict for a standing: its outcome, and the verdict on the bytes where they may be shown. */
export function judgeRegistry(standing: Standing<RegistryFile>, now: Millis, staleMillis: number) {
  const result = standing.answered?.result;
  const nothing = { file: null, verdict: null };
  if (result === undefined) return { ...nothing, outcome: "reading" as const, detail: standing.failing?.detail ?? "" };
  if (!("value" in result)) return { ...nothing, ...withoutValue(result) };
  const file = result.value;
  const verdict = verdicts.get(file.sha256) ?? readRegistry(file.bytes);
  verdicts.set(file.sha256, verdict);
  const outcome = verdict.verdict;
  // A verdict that identifies nobody stays what it is; names are withheld when nobody could confirm them for too long.
  const names = outcome === "complete" || outcome === "partial";
  if (names && freshness(standing, now, staleMillis) === "expired") {
    return { ...nothing, outcome: "expired" as const, detail: standing.failing?.detail ?? "" };
  }
  return { outcome, detail: "", file, verdict };
}

type WithoutValue =
  { because: "absent"; what: string } | { because: "denied"; detail: string } | { because: "unfit"; detail: string };

function withoutValue(result: WithoutValue): { outcome: RegistryOutcome; detail: string } {
  if (result.because === "absent") return { outcome: "missing", detail: result.what };
  return { outcome: result.because === "denied" ? "no-access" : "unfit", detail: result.detail };
}

export function rosterOf(verdict: RegistryVerdict | null): Roster | null {
  if (verdict?.verdict === "complete") return verdict.registry;
  return verdict?.verdict === "partial" ? verdict.roster : null;
}

/** Makes the snapshot of a repository from its standings. Pure but for the caches, which are keyed by content. */
export function judge(
  standings: Standings,
  pictures: ReadonlyMap<string, PictureVerdict>,
  settings: SquadSettings,
  now: Millis,
): Squad {
  const registry = judgeRegistry(standings.registry, now, settings.staleMillis);
  const threads = withoutRepeats(
    [...standings.threads].map(([issue, standing]) => judgeThread(issue, standing, settings, now)),
  );
  const threadsFault = faultOf(standings.origins);
  const blocked = blockedBy(registry.outcome, registry.verdict);
  const complete = registry.verdict?.verdict === "complete" ? registry.verdict.registry : null;
  const goals: Goal[] = threads.map(({ issue, verdict, unread }) => ({
    issue,
    thread: verdict,
    ...(unread === null ? {} : { unread }),
  }));
  const titles = titlesOf(standings.cards, now, settings.staleMillis);
  return {
    id: identify(standings, registry.outcome, pictures, threads, titles, settings),
    settings,
    pin: registry.outcome === "no-access" ? null : standings.pin,
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

function judgeThread(
  issue: number,
  standing: Standing<ThreadBytes>,
  settings: SquadSettings,
  now: Millis,
): SquadThread {
  const result = standing.answered?.result;
  const unread = (rule: (typeof RULES)[keyof typeof RULES], message: string): SquadThread => ({
    issue,
    bytes: null,
    verdict: null,
    unread: diagnose(rule, "", message),
  });
  if (result === undefined) {
    if (standing.failing === null) return unread(RULES.threadReading, `The thread of #${issue} is being read.`);
    return unread(RULES.threadUnreadable, `The thread of #${issue} could not be read: ${standing.failing.detail}`);
  }
  if (freshness(standing, now, settings.staleMillis) === "expired")
    return unread(RULES.threadExpired, `The last good copy of #${issue} is too old to be used.`);
  if ("value" in result) {
    const bytes = result.value;
    const key = `${settings.repository}\n${issue}\n${bytes.sha256}\n${JSON.stringify(settings.trust)}`;
    const verdict =
      threadVerdicts.get(key) ??
      selectArtifact(bytes.comments, { repository: settings.repository, issue, trust: settings.trust });
    threadVerdicts.set(key, verdict);
    return { issue, bytes, verdict, unread: null };
  }
  if (result.because === "absent") return unread(RULES.threadMissing, `There is no thread of #${issue} to read.`);
  return unread(
    result.because === "denied" ? RULES.threadNoAccess : RULES.threadUnfit,
    `The thread of #${issue} cannot be used: ${result.detail}`,
  );
}

/** GitHub gives an ID to one comment only. Two threads that hold the same one cannot both be what they say, and nobody knows which is. */
function withoutRepeats(threads: readonly SquadThread[]): SquadThread[] {
  const holders = new Map<number, Set<number>>();
  for (const { issue, bytes } of threads) {
    for (const { id } of bytes?.comments ?? []) holders.set(id, (holders.get(id) ?? new Set()).add(issue));
  }
  const repeated = new Map<number, number>();
  for (const [id, issues] of holders) if (issues.size > 1) for (const issue of issues) repeated.set(issue, id);
  return threads.map((thread) => {
    const id = repeated.get(thread.issue);
    if (id === undefined) return thread;
    const others = [...(holders.get(id) ?? [])].map((issue) => `#${issue}`).join(" and ");
    const unread = diagnose(
      RULES.threadCommentRepeated,
      "",
      `Comment ${id} stands in the threads of ${others}, but a comment belongs to one issue.`,
    );
    return { ...thread, verdict: null, unread };
  });
}

function faultOf(origins: Standing<readonly number[]>): Diagnostic | null {
  const result = origins.answered?.result;
  const fault = (why: string) =>
    diagnose(RULES.threadsUnreadable, "", `The folder of exported threads cannot be listed: ${why}`);
  if (result === undefined) return origins.failing === null ? null : fault(origins.failing.detail);
  if ("value" in result) return null;
  return fault(result.because === "absent" ? "it does not exist." : result.detail);
}

/** The hash of everything that the snapshot's documents are made from, each input named, in sorted order. */
function identify(
  standings: Standings,
  outcome: RegistryOutcome,
  pictures: ReadonlyMap<string, PictureVerdict>,
  threads: readonly SquadThread[],
  titles: Titles,
  settings: SquadSettings,
): Sha256 {
  const inputs = [
    `documents ${DOCUMENTS}`,
    `settings ${JSON.stringify([settings.repository, settings.trust, settings.exported])}`,
    `pin ${JSON.stringify(standings.pin)}`,
    `registry ${outcome} ${registryInput(standings)}`,
    `threads ${faultOf(standings.origins)?.message ?? "listed"}`,
    `titles ${titles.file?.sha256 ?? titles.fault?.message ?? "none"}`,
    ...threads.map(
      ({ issue, bytes, unread }) => `thread ${issue} ${bytes?.sha256 ?? unread?.code ?? ""} ${unread?.message ?? ""}`,
    ),
    ...[...pictures].map(([id, verdict]) => `picture ${id} ${pictureInput(verdict)}`),
  ];
  return createHash("sha256").update(inputs.sort().join("\n")).digest("hex");
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

import { LRUCache } from "lru-cache";
import { diagnose, type Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import { selectArtifact } from "@/lib/contracts/squad/thread";
import type { ThreadVerdict } from "@/lib/contracts/squad/work-types";
import type { ThreadBytes } from "@/lib/sources/source";
import type { Standings } from "./looks";
import { RULES } from "./rules";
import type { SquadSettings } from "./settings";

export interface SquadThread {
  readonly issue: number;
  readonly bytes: ThreadBytes | null;
  readonly verdict: ThreadVerdict | null;
  readonly unread: Diagnostic | null;
}

const threadVerdicts = new LRUCache<string, ThreadVerdict>({ max: 20_000 });

/** Every thread with its verdict or why it has none, and why they cannot be listed where that is so. */
export function judgeThreads(
  standings: Standings,
  settings: SquadSettings,
  now: Millis,
): { threads: readonly SquadThread[]; threadsFault: Diagnostic | null } {
  const threadsFault = faultOf(standings.origins);
  const threads = [...standings.threads].map(([issue, standing]) =>
    withFolder(judgeThread(issue, standing, settings, now), threadsFault),
  );
  return { threads: withoutRepeats(threads), threadsFault };
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
  if (result.because === "absent")
    return unread(
      RULES.threadMissing,
      settings.exported
        ? `The folder of exported threads has no ${issue}.json.`
        : `There is no thread of #${issue} to read.`,
    );
  return unread(
    result.because === "denied" ? RULES.threadNoAccess : RULES.threadUnfit,
    `The thread of #${issue} cannot be used: ${result.detail}`,
  );
}

/** Where the whole folder is gone, that is why each of its threads is. */
function withFolder(thread: SquadThread, fault: Diagnostic | null): SquadThread {
  return fault !== null && thread.unread?.code === RULES.threadMissing.code ? { ...thread, unread: fault } : thread;
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

import { diagnose, type Diagnostic } from "@/lib/contracts/core/diagnostic";
import type { Millis } from "@/lib/contracts/core/look";
import { freshness, type Standing } from "@/lib/contracts/core/standing";
import type { ThreadVerdict } from "@/lib/contracts/squad/work-types";
import type { ThreadBytes } from "@/lib/sources/source";
import { nameIn } from "./name";
import { RULES } from "./rules";
import type { SquadSettings } from "./settings";
import type { Standings } from "./standings";
import { threadVerdict } from "./verdicts";

export interface SquadThread {
  readonly issue: number;
  readonly bytes: ThreadBytes | null;
  readonly verdict: ThreadVerdict | null;
  readonly unread: Diagnostic | null;
}

/** Every thread with its verdict or why it has none, and why they cannot be listed where that is so. */
export function judgeThreads(
  standings: Standings,
  settings: SquadSettings,
  now: Millis,
): { threads: readonly SquadThread[]; threadsFault: Diagnostic | null } {
  const threadsFault = faultOf(standings.origins, settings.exported);
  const repository = nameIn(standings, settings);
  const threads = [...standings.threads].map(([issue, standing]) =>
    withFolder(judgeThread(issue, standing, { ...settings, repository }, now), threadsFault),
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
    const verdict = threadVerdict(bytes, settings.repository, settings.trust);
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

function faultOf(origins: Standing<readonly number[]>, exported: boolean): Diagnostic | null {
  const result = origins.answered?.result;
  if (!exported) return commentsFault(origins);
  const fault = (why: string) =>
    diagnose(RULES.threadsUnreadable, "", `The folder of exported threads cannot be listed: ${why}`);
  if (result === undefined) return origins.failing === null ? null : fault(origins.failing.detail);
  if ("value" in result) return null;
  return fault(result.because === "absent" ? "it does not exist." : result.detail);
}

/** Goals are found in the repository's comments: without them nobody knows which there are. */
function commentsFault(origins: Standing<readonly number[]>): Diagnostic | null {
  const result = origins.answered?.result;
  if (result === undefined) {
    if (origins.failing === null) return null;
    const { detail } = origins.failing;
    return diagnose(RULES.commentsUnreadable, "", `The repository's comments could not be read yet: ${detail}`);
  }
  if ("value" in result || result.because === "absent") return null;
  return diagnose(RULES.commentsNoAccess, "", `The repository's comments may not be read: ${result.detail}`);
}

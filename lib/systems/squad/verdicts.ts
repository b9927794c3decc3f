import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { selectArtifact } from "@/lib/contracts/squad/thread";
import type { ThreadVerdict } from "@/lib/contracts/squad/work-types";
import type { ThreadBytes } from "@/lib/sources/source";

// A verdict lives as long as the thread that it is of: an edited thread leaves nothing behind.
const verdicts = new WeakMap<ThreadBytes, { readonly key: string; readonly verdict: ThreadVerdict }>();

/** A thread's verdict, kept beside the thread for as long as the name and the trust are the same. */
export function threadVerdict(bytes: ThreadBytes, repository: string, trust: readonly TrustedAccount[]): ThreadVerdict {
  const { issue, comments } = bytes;
  const key = `${repository}\n${JSON.stringify(trust)}`;
  const kept = verdicts.get(bytes);
  if (kept?.key === key) return kept.verdict;
  const verdict = selectArtifact(comments, { repository, issue, trust });
  verdicts.set(bytes, { key, verdict });
  return verdict;
}

/** The comments on which a thread's verdict stands: the one that counts, or all that are tied for it. */
export function standsOn(verdict: ThreadVerdict): readonly number[] {
  switch (verdict.goal) {
    case "bound":
      return verdict.comments.filter(({ counts }) => counts).map(({ id }) => id);
    case "refused":
    case "pre-provenance":
      return [verdict.counted.id];
    case "conflict":
      return verdict.tied.map(({ id }) => id);
    case "none":
    case "unread":
      return [];
  }
}

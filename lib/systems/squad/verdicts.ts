import { LRUCache } from "lru-cache";
import type { TrustedAccount } from "@/lib/contracts/squad/activation-types";
import { selectArtifact } from "@/lib/contracts/squad/thread";
import type { ThreadVerdict } from "@/lib/contracts/squad/work-types";
import type { ThreadBytes } from "@/lib/sources/source";

const verdicts = new LRUCache<string, ThreadVerdict>({ max: 20_000 });

/** A thread's verdict, kept by everything that it is made from. */
export function threadVerdict(bytes: ThreadBytes, repository: string, trust: readonly TrustedAccount[]): ThreadVerdict {
  const { issue, sha256, comments } = bytes;
  const key = `${repository}\n${issue}\n${sha256}\n${JSON.stringify(trust)}`;
  const verdict = verdicts.get(key) ?? selectArtifact(comments, { repository, issue, trust });
  verdicts.set(key, verdict);
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

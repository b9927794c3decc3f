import { LRUCache } from "lru-cache";
import type { Answer, Pin, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { Entry } from "@/lib/sources/source";
import { failed, type Call } from "../shared/call";
import { giveContent, refuseEntry } from "../shared/content";
import { gitFailure } from "./git-failure";
import { readHead, refuseAmbiguous } from "./git-head";
import { runGit, type GitPlace } from "./git-run";
import { readTreeEntry } from "./git-tree";
import { blobName, formatOf, isObjectName } from "../shared/object-name";
import { segmentsOf } from "../shared/repo-path";
import { NOTHING_THERE, tooLarge } from "../shared/way";

const MAX_ENTRIES = 50_000;
const MAX_BLOB_BYTES = 64 * 1_048_576;

/**
 * Reads commits of one repository by the git program. What hangs on an object's name never changes, so it is kept (least
 * recently used first out): a look that finds nothing new costs the one process that resolves the ref.
 */
export class GitReader {
  private readonly entries = new LRUCache<string, Answer<Entry>>({
    // By size, since room for `max` is taken at once.
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1,
  });
  /** The commit at which a ref was last seen to name one thing only: that is looked at again when it moves. */
  private readonly plain = new Map<string, Sha>();
  private readonly blobs = new LRUCache<Sha, Uint8Array>({
    maxSize: MAX_BLOB_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  });

  async head(place: GitPlace, ref: string, call: Call): Promise<Answer<Pin>> {
    const head = await readHead(place, ref, call);
    if (head.answer !== "value" || head.value.kind !== "commit" || this.plain.get(ref) === head.value.sha) return head;
    const refusal = await refuseAmbiguous(place, ref, call);
    if (refusal === null) this.plain.set(ref, head.value.sha);
    return refusal ?? head;
  }

  async entry(place: GitPlace, commit: Sha, path: RepoPath, call: Call): Promise<Answer<Entry>> {
    const segments = segmentsOf(path);
    if (segments === null) return NOTHING_THERE;
    if (!isObjectName(commit)) return failed("malformed", "The commit to read at is not named as git names commits.");
    const key = `${commit}:${path}`;
    const kept = this.entries.get(key);
    if (kept) return kept;
    const answer = await readTreeEntry(place, commit, segments, call);
    if (answer.answer !== "failed") this.entries.set(key, answer);
    return answer;
  }

  /** The bytes are the caller's own: what he does to them changes nothing that is kept. */
  async blob(place: GitPlace, entry: Entry, maxBytes: number, call: Call): Promise<Answer<Uint8Array>> {
    const refusal = refuseEntry(entry, maxBytes);
    if (refusal) return refusal;
    const kept = this.blobs.get(entry.oid);
    if (kept)
      return kept.length > maxBytes ? tooLarge(entry.path, kept.length, maxBytes) : giveContent(entry, kept.slice());
    const outcome = await runGit(place, ["cat-file", "blob", entry.oid], maxBytes, call);
    if (outcome.ended === "too-large") return tooLarge(entry.path, entry.size, maxBytes);
    if (outcome.ended !== "exit" || outcome.code !== 0) return gitFailure(outcome, `The content of ${entry.path}`);
    const bytes = new Uint8Array(outcome.stdout);
    if (blobName(formatOf(entry.oid), bytes) !== entry.oid) {
      return failed(
        "git",
        `The content of ${entry.path} does not match its name: it is damaged in this copy of the repository.`,
      );
    }
    this.blobs.set(entry.oid, bytes);
    return giveContent(entry, bytes.slice());
  }
}

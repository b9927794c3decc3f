import { LRUCache } from "lru-cache";
import type { Answer, Pin, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { Entry, RepositoryName } from "../source";
import { CALLED_OFF, failed, type Call } from "../shared/call";
import { giveContent, refuseEntry } from "../shared/content";
import { blobName, formatOf, isObjectName } from "../shared/object-name";
import { segmentsOf } from "../shared/repo-path";
import { NOTHING_THERE, tooLarge } from "../shared/way";
import { UNASKED, type GitHubClient } from "./client";
import { readListing, type Listing } from "./listing";
import { findEntry } from "./trees";
import { PLAIN_EVERY } from "./validator";

const SHA_TYPE = "application/vnd.github.sha";
const RAW_TYPE = "application/vnd.github.raw";
/** The last commits' listings; each hangs on its commit and stays true. */
const MAX_LISTINGS = 4;
const MAX_LINE = 1_024;

export type BlobCache = LRUCache<string, Uint8Array>;

/** The files of one repository. What hangs on a commit or a blob is kept, for the credential that read it. */
export class GitHubFiles {
  private readonly listings = new LRUCache<string, Listing>({ max: MAX_LISTINGS });
  private readonly asking = new Map<string, Promise<Answer<Listing>>>();
  private askedPlainly = 0;
  /** A redirect or a foreign name was met since the repository was last identified. */
  private doubted = false;
  private redirected = false;

  constructor(
    private readonly client: GitHubClient,
    private readonly repository: string,
    private readonly ref: string | null,
    private readonly blobs: BlobCache,
  ) {}

  /** The commit that the ref names. The commit itself is the validator: it holds for every token. */
  async head(known: Pin | null, call: Call, again = false): Promise<Answer<Pin>> {
    const ref = this.ref ?? "HEAD";
    if (!isPossible(ref)) return { answer: "absent", what: "ref" };
    const now = this.client.now();
    const sha = known?.kind === "commit" && now - this.askedPlainly < PLAIN_EVERY ? known.sha : null;
    const path = `/repos/${this.repository}/commits/${encodeURIComponent(ref)}`;
    const etag = sha === null ? null : `"${sha}"`;
    const reply = await this.client.get({ path, accept: SHA_TYPE, subject: "commit", etag, maxBytes: MAX_LINE }, call);
    if (!reply.ok) return reply.refusal;
    // Where the old name begins or ceases to lead somewhere, somebody renamed it: who this is must be asked anew.
    if (this.redirected !== (reply.movedTo !== null)) this.doubt();
    this.redirected = reply.movedTo !== null;
    if (reply.wire.status === 304) {
      if (sha !== null) return { answer: "unchanged" };
      // Without a copy of our own there is nothing that could be unchanged: asked once more, and then not believed.
      return again ? UNASKED : this.head(known, call, true);
    }
    this.askedPlainly = now;
    const text = new TextDecoder().decode(reply.wire.bytes).trim();
    if (!isObjectName(text)) return failed("malformed", "GitHub did not answer with the name of a commit.");
    return known?.kind === "commit" && known.sha === text
      ? { answer: "unchanged" }
      : { answer: "value", value: { kind: "commit", sha: text } };
  }

  async identify(pin: Pin, call: Call): Promise<Answer<RepositoryName>> {
    if (pin.kind !== "commit") return NO_COMMIT;
    if (this.doubted) {
      this.doubted = false;
      this.listings.clear();
    }
    const listing = await this.listing(pin.sha, call);
    return listing.answer === "value" ? { answer: "value", value: listing.value.name } : listing;
  }

  async entry(pin: Pin, path: RepoPath, call: Call): Promise<Answer<Entry>> {
    const segments = segmentsOf(path);
    if (segments === null) return NOTHING_THERE;
    if (pin.kind !== "commit") return NO_COMMIT;
    const listing = await this.listing(pin.sha, call);
    if (listing.answer !== "value") return listing;
    return findEntry(this.client, this.repository, pin.sha, listing.value, segments, call);
  }

  /** The bytes are the caller's own. */
  async blob(entry: Entry, maxBytes: number, call: Call): Promise<Answer<Uint8Array>> {
    const refusal = refuseEntry(entry, maxBytes);
    if (refusal !== null) return refusal;
    const key = `${this.client.speakerOf(call).scope} ${entry.oid}`;
    const kept = this.blobs.get(key);
    if (kept !== undefined)
      return kept.length > maxBytes ? tooLarge(entry.path, kept.length, maxBytes) : giveContent(entry, kept.slice());
    const path = `/repos/${this.repository}/git/blobs/${entry.oid}`;
    // A body that does not end is cut off one byte after the size that the folder names.
    const reply = await this.client.get({ path, accept: RAW_TYPE, subject: "content", maxBytes: entry.size + 1 }, call);
    if (!reply.ok) return reply.refusal;
    const { bytes } = reply.wire;
    if (reply.wire.status !== 200 || blobName(formatOf(entry.oid), bytes) !== entry.oid)
      return failed(
        "malformed",
        `What GitHub gave for ${entry.path} does not match its name, so nothing of it was used.`,
      );
    this.blobs.set(key, bytes);
    return giveContent(entry, bytes.slice());
  }

  /** What was read of this repository does not fit its name: it is asked for anew at the next look. */
  doubt(): void {
    this.doubted = true;
  }

  private async listing(commit: Sha, call: Call): Promise<Answer<Listing>> {
    const key = `${this.client.speakerOf(call).scope} ${commit}`;
    const kept = this.listings.get(key);
    if (kept !== undefined) return { answer: "value", value: kept };
    const others = this.asking.get(key);
    if (others !== undefined) {
      const answer = await others.catch(() => CALLED_OFF);
      // Whoever asked first may have gone away; that is no answer for who still waits.
      return answer.answer === "failed" && answer.cause === "timeout" ? this.listing(commit, call) : answer;
    }
    const asking = readListing(this.client, this.repository, commit, call).finally(() => this.asking.delete(key));
    this.asking.set(key, asking);
    const answer = await asking;
    if (answer.answer === "value") this.listings.set(key, answer.value);
    return answer;
  }
}

const NO_COMMIT = failed("malformed", "GitHub is read at commits, never at a working directory.");

/** Whether there can be such a ref. What git has none of is not asked for: no coding keeps `..` from leading elsewhere in an address. */
function isPossible(ref: string): boolean {
  return ref !== "" && ref !== "." && ref !== ".." && ref.isWellFormed();
}

/** Content that stays: 64 MiB over all repositories of a host. */
export function blobCache(): BlobCache {
  return new LRUCache<string, Uint8Array>({ maxSize: 64 * 1_048_576, sizeCalculation: (bytes) => bytes.length + 1 });
}

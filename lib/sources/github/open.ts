import type { Answer } from "@/lib/contracts/core/look";
import type { CallLimits, Source } from "../source";
import { takeLook, type Call } from "../shared/call";
import { GitHubClient, type Host } from "./client";
import { blobCache, GitHubFiles, type BlobCache } from "./files";
import { accounts, search, titles } from "./issues";
import { GitHubThreads } from "./threads";

export type GitHubSource = Extract<Source, { readonly kind: "github" }>;

/** One GitHub host with one credential: what all its repositories share. */
export interface GitHubHost {
  readonly client: GitHubClient;
  readonly blobs: BlobCache;
}

export interface RepositoryOptions {
  /** `owner/name`, in any letter case. */
  readonly repository: string;
  /** A branch, a tag or a commit; null: the default branch. */
  readonly ref: string | null;
}

/** @param blobs shared with other hosts; what is kept there stands under the scope that read it */
export function openGitHubHost(host: Host, blobs: BlobCache = blobCache()): GitHubHost {
  return { client: new GitHubClient(host), blobs };
}

/**
 * Opens one repository of a host as a source of identity records. Nothing is asked before the first look; every call answers with a look
 * and none throws. Calls may overlap.
 */
export function openGitHubSource({ client, blobs }: GitHubHost, { repository, ref }: RepositoryOptions): GitHubSource {
  const files = new GitHubFiles(client, repository, ref, blobs);
  const threads = new GitHubThreads(client, repository, () => files.doubt());
  const look = <T>(limits: CallLimits | undefined, work: (call: Call) => Promise<Answer<T>>) =>
    takeLook(client.now, { timeoutMs: TIMEOUT_MS, ...limits }, (call) => {
      client.begin(call, repository);
      return work(call);
    });
  return {
    kind: "github",
    scope: () => client.scope(repository),
    doubt: () => files.doubt(),
    now: client.now,
    isLow: () => client.limits.isLow("core"),
    head: (known, limits) => look(limits, (call) => files.head(known, call)),
    identify: (pin, limits) => look(limits, (call) => files.identify(pin, call)),
    entry: (pin, path, limits) => look(limits, (call) => files.entry(pin, path, call)),
    blob: (_pin, entry, maxBytes, limits) => look(limits, (call) => files.blob(entry, maxBytes, call)),
    search: (name, limits) => look(limits, (call) => search(client, name, call)),
    feed: (name, page, known, limits) => look(limits, (call) => threads.feed(name, page, known, call)),
    pages: (name, issue, known, about, limits) =>
      look(limits, (call) => threads.pages(name, issue, known, about, call)),
    comment: (name, id, known, limits) => look(limits, (call) => threads.comment(name, id, known, call)),
    accounts: (comments, limits) => look(limits, (call) => accounts(client, comments, call)),
    titles: (name, issues, limits) => look(limits, (call) => titles(client, name, issues, call)),
  };
}

/** One call may be many pages that wait for their turn. */
const TIMEOUT_MS = 90_000;

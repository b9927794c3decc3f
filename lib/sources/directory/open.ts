import { resolve } from "node:path";
import type { Answer, Millis, Pin, RepoPath } from "@/lib/contracts/core/look";
import type { CallLimits, Entry, Source } from "@/lib/sources/source";
import { takeLook, type Call, type Refusal } from "../shared/call";
import { Gate } from "../shared/gate";
import { GitReader } from "./git-reader";
import type { GitPlace } from "./git-run";
import { describeDirectory, DEFAULT_REF } from "./place";
import { ThreadFolder } from "./threads";
import { WorktreeReader } from "./worktree";

export interface DirectoryOptions {
  /** A git repository, bare or not, or any folder. May itself be a link; nothing below it may be. */
  readonly directory: string;
  /** Any name of a commit, or "worktree" for the files as they stand. Default: HEAD of a git repository, else the files. */
  readonly ref?: string;
  /** The folder of exported threads. */
  readonly threads?: string;
  /** The clock, in milliseconds since 1970. Default: the machine's. */
  readonly now?: () => Millis;
}

export type DirectorySource = Extract<Source, { readonly kind: "directory" }>;

/** Processes at a time over one repository. */
const GIT_WIDTH = 4;

/**
 * Opens a directory on this machine as a source of identity records. Nothing is read before the first look; every call
 * answers with a look and none throws. Calls may overlap.
 */
export function openDirectorySource(options: DirectoryOptions): DirectorySource {
  const now = options.now ?? Date.now;
  const directory = new Directory(options, now);
  const threads = new ThreadFolder(options.threads === undefined ? null : resolve(options.threads), now);
  const look = <T>(limits: CallLimits | undefined, work: (call: Call) => Promise<Answer<T>>) =>
    takeLook(now, limits, work);
  return {
    kind: "directory",
    head: (known, limits) => look(limits, (call) => directory.head(known, call)),
    entry: (pin, path, limits) => look(limits, (call) => directory.entry(pin, path, call)),
    blob: (pin, entry, maxBytes, limits) => look(limits, (call) => directory.blob(pin, entry, maxBytes, call)),
    origins: (limits) => look(limits, (call) => threads.origins(call)),
    thread: (issue, known, limits) => look(limits, (call) => threads.thread(issue, known, call)),
    cards: (known, limits) => look(limits, (call) => threads.cards(known, call)),
  };
}

/** Decides at each call what the directory is now; a pin is read as what it names, commit or files. */
class Directory {
  private readonly path: string;
  private readonly ref: string | undefined;
  private readonly gate = new Gate(GIT_WIDTH);
  private readonly git = new GitReader();
  private readonly files: WorktreeReader;

  constructor({ directory, ref }: DirectoryOptions, now: () => Millis) {
    this.path = resolve(directory);
    this.ref = ref;
    this.files = new WorktreeReader(this.path, now);
  }

  async head(known: Pin | null, call: Call): Promise<Answer<Pin>> {
    const described = await describeDirectory(this.path, this.ref);
    if (described.reads === "nothing") return described.refusal;
    const answer =
      described.reads === "worktree"
        ? await this.files.head(call)
        : await this.git.head(this.at(described.gitDir), described.ref, call);
    return answer.answer === "value" && isSame(answer.value, known) ? { answer: "unchanged" } : answer;
  }

  async entry(pin: Pin, path: RepoPath, call: Call): Promise<Answer<Entry>> {
    if (pin.kind === "worktree") return this.files.entry(pin.digest, path, call);
    const place = await this.place();
    return "answer" in place ? place : this.git.entry(place, pin.sha, path, call);
  }

  async blob(pin: Pin, entry: Entry, maxBytes: number, call: Call): Promise<Answer<Uint8Array>> {
    if (pin.kind === "worktree") return this.files.blob(entry, maxBytes, call);
    const place = await this.place();
    return "answer" in place ? place : this.git.blob(place, entry, maxBytes, call);
  }

  private async place(): Promise<GitPlace | Refusal> {
    const described = await describeDirectory(this.path, DEFAULT_REF);
    if (described.reads === "nothing") return described.refusal;
    return this.at(described.reads === "commit" ? described.gitDir : this.path);
  }

  private at(gitDir: string): GitPlace {
    return { directory: this.path, gitDir, gate: this.gate };
  }
}

function isSame(pin: Pin, known: Pin | null): boolean {
  if (known === null || pin.kind !== known.kind) return false;
  return pin.kind === "commit"
    ? known.kind === "commit" && pin.sha === known.sha
    : known.kind === "worktree" && pin.digest === known.digest;
}

import { LRUCache } from "lru-cache";
import type { Answer, Millis, Pin, RepoPath, Sha256 } from "@/lib/contracts/core/look";
import type { Entry } from "@/lib/sources/source";
import { failed, type Call, type Refusal } from "../shared/call";
import { giveContent, refuseEntry } from "../shared/content";
import type { Folder } from "./folder";
import { isGone, sayFault, withFolder } from "./folder-failure";
import { blobName, formatOf } from "../shared/object-name";
import { readWhole } from "./read-file";
import { segmentsOf, wayTo } from "../shared/repo-path";
import { judgeWay, NOTHING_THERE, tooLarge, type Found } from "../shared/way";
import { WorktreeFiles } from "./worktree-files";
import { isCovered, scanWorktree, type Scan } from "./worktree-scan";

const NAME = "The configured directory";
/** Pins whose listing is kept: the one that is shown and the ones being read. */
const KEPT_SCANS = 4;

/** Reads the files of a working directory, pinned by the digest of what lies where identity is kept. */
export class WorktreeReader {
  private readonly files: WorktreeFiles;
  private readonly scans = new LRUCache<Sha256, Scan>({ max: KEPT_SCANS });

  constructor(
    private readonly directory: string,
    now: () => Millis,
  ) {
    this.files = new WorktreeFiles(now);
  }

  /** Reads no content of files that did not change since the last look. */
  async head(call: Call): Promise<Answer<Pin>> {
    const scan = await this.scan(call);
    return "answer" in scan ? scan : { answer: "value", value: { kind: "worktree", digest: scan.digest } };
  }

  /**
   * What the pin's listing says of the path, also where the files have moved on since. A path outside the listing is
   * judged as it stands now. A pin that is no longer known and no longer true answers `moved`.
   */
  async entry(digest: Sha256, path: RepoPath, call: Call): Promise<Answer<Entry>> {
    const segments = segmentsOf(path);
    if (segments === null) return NOTHING_THERE;
    if (!isCovered(path)) return this.within(call, (root) => this.walk(root, segments, call));
    const scan = this.scans.get(digest) ?? (await this.scan(call));
    if ("answer" in scan) return scan;
    return scan.digest === digest ? judgeWay(segments, (part) => scan.found.get(part)) : moved(path);
  }

  /** The bytes whose object name is the entry's, or `moved`. */
  async blob(entry: Entry, maxBytes: number, call: Call): Promise<Answer<Uint8Array>> {
    const segments = segmentsOf(entry.path);
    const refusal = segments === null ? NOTHING_THERE : refuseEntry(entry, maxBytes);
    if (refusal !== null || segments === null) return refusal ?? NOTHING_THERE;
    return this.within(call, (root) =>
      reach(root, segments, (folder, name) => readEntry(folder, name, entry, maxBytes, call), entry),
    );
  }

  private scan(call: Call): Promise<Scan | Refusal> {
    return this.within(call, async (root) => {
      const scan = await scanWorktree(root, this.files, call);
      if (!("answer" in scan)) this.scans.set(scan.digest, scan);
      return scan;
    });
  }

  private within<T>(call: Call, work: (root: Folder) => Promise<T | Refusal>): Promise<T | Refusal> {
    return withFolder(this.directory, NAME, call, work);
  }

  private async walk(root: Folder, segments: readonly string[], call: Call): Promise<Answer<Entry>> {
    const found = new Map<RepoPath, Found>();
    const way = wayTo(segments);
    const open: Folder[] = [];
    try {
      let folder = root;
      for (const [index, name] of segments.entries()) {
        const at = await this.files.find(folder, name, call);
        if (at !== undefined) found.set(way[index] ?? name, at);
        if (at?.kind !== "folder" || index === segments.length - 1) break;
        folder = await folder.openFolder(name);
        open.push(folder);
      }
    } finally {
      for (const folder of open) await folder.close();
    }
    return judgeWay(segments, (path) => found.get(path));
  }
}

/** Opens the folders on the way and works in the last. Whatever is in the way now was not there when the entry was made. */
async function reach<T>(
  root: Folder,
  segments: readonly string[],
  work: (folder: Folder, name: string) => Promise<Answer<T>>,
  entry: Entry,
): Promise<Answer<T>> {
  const open: Folder[] = [];
  try {
    let folder = root;
    for (const name of segments.slice(0, -1)) {
      if ((await folder.look(name)) === null) return moved(entry.path);
      folder = await folder.openFolder(name);
      open.push(folder);
    }
    return await work(folder, segments[segments.length - 1] ?? "");
  } catch (error) {
    if (isGone(error)) return moved(entry.path);
    return failed("io", `${entry.path} could not be read: ${sayFault(error)}.`);
  } finally {
    for (const folder of open) await folder.close();
  }
}

async function readEntry(
  folder: Folder,
  name: string,
  entry: Entry,
  maxBytes: number,
  call: Call,
): Promise<Answer<Uint8Array>> {
  const stats = await folder.look(name);
  if (stats === null || !stats.isFile()) return moved(entry.path);
  if (stats.size > maxBytes) return tooLarge(entry.path, Number(stats.size), maxBytes);
  const bytes = await readWhole(folder, name, stats, call);
  return blobName(formatOf(entry.oid), bytes) === entry.oid ? giveContent(entry, bytes) : moved(entry.path);
}

function moved(path: RepoPath): Refusal {
  return { answer: "unfit", why: "moved", detail: `${path} was changed after the directory was looked at.` };
}

import { createHash } from "node:crypto";
import type { RepoPath, Sha256 } from "@/lib/contracts/core/look";
import { failed, type Call, type Refusal } from "../shared/call";
import { codeOf, TooMany, type Folder } from "./folder";
import { isGone, sayFault } from "./folder-failure";
import type { Found } from "../shared/way";
import type { WorktreeFiles } from "./worktree-files";

/** What a working directory held where identity is kept, and the digest that names it. */
export interface Scan {
  readonly digest: Sha256;
  readonly found: ReadonlyMap<RepoPath, Found>;
}

export interface ScanLimits {
  /** Files and folders. */
  readonly entries: number;
  /** Folders inside one another, counted from the configured directory. */
  readonly depth: number;
}

/** Four files a folder for the largest squad that a registry may hold. */
export const SCAN_LIMITS: ScanLimits = { entries: 100_000, depth: 16 };

const ROOT = ".squad";
const COVERED = [`${ROOT}/casting`, `${ROOT}/agents`];
/** Names of one folder that are judged at a time. */
const WIDTH = 16;

/** Whether a pin of the working directory names what stands at this path. */
export function isCovered(path: RepoPath): boolean {
  return path === ROOT || COVERED.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/**
 * Lists what lies under .squad/casting and .squad/agents. The digest is the SHA-256 of the sorted (path, kind, object
 * name, size): the same content gives the same digest on every machine, whenever it was written.
 */
export async function scanWorktree(
  root: Folder,
  files: WorktreeFiles,
  call: Call,
  limits: ScanLimits = SCAN_LIMITS,
): Promise<Scan | Refusal> {
  const found = new Map<RepoPath, Found>();
  const walk = new Walk(files, call, limits, found);
  try {
    await walk.into(root, "", [ROOT], 0);
  } catch (error) {
    if (error instanceof TooMany) return tooMuch(limits);
    throw error;
  }
  return { digest: digestOf(found), found };
}

class Walk {
  constructor(
    private readonly files: WorktreeFiles,
    private readonly call: Call,
    private readonly limits: ScanLimits,
    private readonly found: Map<RepoPath, Found>,
  ) {}

  /** Judges the names in a folder, then goes into the folders among them. */
  async into(folder: Folder, path: RepoPath, names: readonly string[], depth: number): Promise<void> {
    const folders: string[] = [];
    for (let first = 0; first < names.length; first += WIDTH) {
      this.call.carryOn();
      const some = names.slice(first, first + WIDTH);
      const listed = depth > 1;
      // All of them end before the folder may close, also where one of them was stopped.
      const judged = await Promise.allSettled(some.map((name) => this.files.find(folder, name, this.call, listed)));
      for (const [index, name] of some.entries()) {
        const result = judged[index];
        if (result?.status === "rejected") throw result.reason;
        if (result?.value === undefined) continue;
        this.found.set(join(path, name), result.value);
        if (result.value.kind === "folder") folders.push(name);
      }
    }
    for (const name of folders) await this.below(folder, join(path, name), name, depth + 1);
  }

  private async below(parent: Folder, path: RepoPath, name: string, depth: number): Promise<void> {
    this.call.carryOn();
    if (depth > this.limits.depth) throw new TooMany();
    try {
      const folder = await parent.openFolder(name);
      try {
        const names = path === ROOT ? ["casting", "agents"] : await folder.names(this.limits.entries - this.found.size);
        await this.into(folder, path, names, depth);
      } finally {
        await folder.close();
      }
    } catch (error) {
      if (codeOf(error) === null && !isGone(error)) throw error;
      this.found.set(path, { kind: "unreadable", detail: sayFault(error) });
    }
  }
}

function join(path: RepoPath, name: string): RepoPath {
  return path === "" ? name : `${path}/${name}`;
}

function digestOf(found: ReadonlyMap<RepoPath, Found>): Sha256 {
  const hash = createHash("sha256");
  for (const path of [...found.keys()].sort()) {
    const at = found.get(path);
    if (at === undefined) continue;
    const oid = at.kind === "file" ? at.oid : "";
    const size = at.kind === "file" || at.kind === "large" ? at.size : 0;
    hash.update(`${path}\0${at.kind}\0${oid}\0${size}\0`);
  }
  return hash.digest("hex");
}

function tooMuch({ entries, depth }: ScanLimits): Refusal {
  const where = COVERED.join(" and ");
  return failed(
    "too-large",
    `More than ${entries} files, or folders nested more than ${depth} deep, lie under ${where}.`,
  );
}

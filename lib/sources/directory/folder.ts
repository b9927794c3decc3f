import { constants, existsSync, type BigIntStats } from "node:fs";
import { lstat, open, opendir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0, O_NOCTTY = 0 } = constants;

/** Linux names an open folder by its descriptor, so what is below it can be reached without walking names again. */
const ANCHORED = process.platform === "linux" && existsSync("/proc/self/fd");
/** Windows opens no folders; names alone lead there. */
const OPENS_FOLDERS = process.platform !== "win32";

/** What stood at a name when it was opened is not what stood there when it was judged: somebody changed it meanwhile. */
export class Moved extends Error {}
/** More names in a folder than are read. */
export class TooMany extends Error {}

/**
 * One open folder. Everything below it is reached one name at a time and never through a link: each name is judged by
 * lstat, opened without following, and compared with what was judged. On Linux a name is looked up in the open folder
 * itself, so a folder that is swapped for a link cannot lead elsewhere; on other systems the way is judged again after
 * each open. Throws the operating system's errors, Moved and TooMany; callers turn them into answers.
 */
export class Folder {
  private constructor(
    private readonly handle: FileHandle | null,
    private readonly base: string,
    /** Not taken where the open folder itself leads on. */
    private readonly identity: BigIntStats | null,
    private readonly parent: Folder | null,
  ) {}

  /** Opens a folder that the operator configured; it may be named through links, which was the operator's choice. */
  static async openConfigured(path: string): Promise<Folder> {
    return Folder.enter(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, null);
  }

  /** Opens the folder of that name; a link is refused by the operating system (ELOOP or ENOTDIR). */
  async openFolder(name: string): Promise<Folder> {
    return Folder.enter(join(this.base, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK, this);
  }

  private static async enter(path: string, flags: number, parent: Folder | null): Promise<Folder> {
    const handle = OPENS_FOLDERS ? await open(path, flags) : null;
    try {
      if (ANCHORED && handle) return new Folder(handle, `/proc/self/fd/${handle.fd}`, null, parent);
      const identity = await (handle?.stat({ bigint: true }) ?? lstat(path, { bigint: true }));
      await parent?.confirm(path, identity);
      return new Folder(handle, path, identity, parent);
    } catch (error) {
      await handle?.close();
      throw error;
    }
  }

  /** What stands at a name, not following it; null where nothing does. Letter case must match, on every file system. */
  async look(name: string): Promise<BigIntStats | null> {
    const stats = await this.lookListed(name);
    return stats !== null && (await this.isSpelled(name)) ? stats : null;
  }

  /** As `look`, for a name that `names` gave: it is spelled as it stands. */
  async lookListed(name: string): Promise<BigIntStats | null> {
    try {
      return await lstat(join(this.base, name), { bigint: true });
    } catch (error) {
      if (codeOf(error) === "ENOENT" || codeOf(error) === "ENAMETOOLONG") return null;
      throw error;
    }
  }

  /** The names in the folder that are valid UTF-8; no other can be asked for. */
  async names(limit: number): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of await opendir(this.base, { bufferSize: 256 })) {
      if (names.length >= limit) throw new TooMany();
      if (!name.includes("\uFFFD")) names.push(name);
    }
    return names;
  }

  /** Opens a regular file that `judged` described. Neither a link nor a pipe nor a device is ever opened for long. */
  async openFile(name: string, judged: BigIntStats): Promise<FileHandle> {
    const path = join(this.base, name);
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile() || !isSame(stats, judged)) throw new Moved();
      await this.confirm(path, stats);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  /** Where the file system tells letter cases apart, the name with all of them turned round leads nowhere. */
  private async isSpelled(name: string): Promise<boolean> {
    const turned = name.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
    if (/^[\u0020-\u007e]*$/.test(name) && turned !== name && (await this.lookListed(turned)) === null) return true;
    for await (const entry of await opendir(this.base, { bufferSize: 256 })) if (entry.name === name) return true;
    return false;
  }

  /** Without an anchor: everything on the way still is what it was when it was opened. */
  private async confirm(path: string, opened: BigIntStats): Promise<void> {
    if (ANCHORED) return;
    const now = await lstat(path, { bigint: true });
    if (now.isSymbolicLink() || !isSame(now, opened)) throw new Moved();
    if (this.parent !== null && this.identity !== null) await this.parent.confirm(this.base, this.identity);
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** The operating system's word for what went wrong, such as ENOENT. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

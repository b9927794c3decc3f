import type { BigIntStats } from "node:fs";
import type { Millis, Sha } from "@/lib/contracts/core/look";
import type { Call } from "../shared/call";
import { isGone, sayFault } from "./folder-failure";
import type { Folder } from "./folder";
import { beginBlobName } from "../shared/object-name";
import { readPieces } from "./read-file";
import { StatCache } from "./stat-cache";
import type { Found } from "../shared/way";

/** A larger file is no identity record and no picture: it is listed with its size, its content is not looked at. */
export const MAX_FILE_BYTES = 16 * 1_048_576;
const MAX_KEPT = 120_000;

/** Tells what stands at a name of a working directory, naming contents as git would. */
export class WorktreeFiles {
  private readonly names: StatCache<Sha>;

  constructor(now: () => Millis) {
    this.names = new StatCache(MAX_KEPT, now);
  }

  /**
   * What stands at a name; undefined where nothing does. Reads a file's content only where it may have changed.
   * @param listed whether the name was listed, so that its spelling is known to match
   */
  async find(folder: Folder, name: string, call: Call, listed = false): Promise<Found | undefined> {
    let stats: BigIntStats | null;
    try {
      stats = await (listed ? folder.lookListed(name) : folder.look(name));
    } catch (error) {
      return { kind: "unreadable", detail: sayFault(error) };
    }
    return stats === null ? undefined : this.judge(folder, name, stats, call);
  }

  private async judge(folder: Folder, name: string, stats: BigIntStats, call: Call): Promise<Found | undefined> {
    if (stats.isSymbolicLink()) return { kind: "link" };
    if (stats.isDirectory()) return { kind: "folder" };
    if (!stats.isFile()) return { kind: "other" };
    if (stats.size > MAX_FILE_BYTES) return { kind: "large", size: Number(stats.size) };
    const size = Number(stats.size);
    const known = this.names.get(stats);
    if (known !== undefined) return { kind: "file", oid: known, size };
    try {
      const hash = beginBlobName("sha1", size);
      await readPieces(folder, name, stats, call, (piece) => hash.update(piece));
      const oid = hash.digest("hex");
      this.names.set(stats, oid);
      return { kind: "file", oid, size };
    } catch (error) {
      call.carryOn();
      return isGone(error) && (await folder.look(name)) === null
        ? undefined
        : { kind: "unreadable", detail: sayFault(error) };
    }
  }
}

import type { BigIntStats } from "node:fs";
import { LRUCache } from "lru-cache";
import type { Millis } from "@/lib/contracts/core/look";

/**
 * How long after its last change a file counts as settled, in milliseconds. Clocks of file systems are coarse: a second
 * change within one tick would leave size and times as they were, so what was read sooner is read once more.
 */
export const SETTLE_MS = 2_000;

/** Remembers what a file's content gave, as long as the file system says that it is the same file and unchanged. */
export class StatCache<V extends object | string> {
  private readonly kept: LRUCache<string, V>;

  constructor(
    max: number,
    private readonly now: () => Millis,
  ) {
    this.kept = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  get(stats: BigIntStats): V | undefined {
    return this.kept.get(keyOf(stats));
  }

  /** @param stats taken before the content was read, and found unchanged after */
  set(stats: BigIntStats, value: V): void {
    const changed = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs;
    if (Number(changed / 1_000_000n) + SETTLE_MS < this.now()) this.kept.set(keyOf(stats), value);
  }
}

/** Everything about a file that changes when its content does. */
export function keyOf(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}

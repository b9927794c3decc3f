import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Call } from "../shared/call";
import { Moved, type Folder } from "./folder";
import { keyOf } from "./stat-cache";

const CHUNK = 262_144;

/**
 * Reads a regular file piece by piece, exactly as many bytes as `judged` says it has.
 * @throws Moved where the file was changed before the last byte was read
 */
export async function readPieces(
  folder: Folder,
  name: string,
  judged: BigIntStats,
  call: Call,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  call.spend();
  const handle = await folder.openFile(name, judged);
  try {
    await pump(handle, Number(judged.size), call, take);
    if (keyOf(await handle.stat({ bigint: true })) !== keyOf(judged)) throw new Moved();
  } finally {
    await handle.close();
  }
}

async function pump(handle: FileHandle, size: number, call: Call, take: (piece: Uint8Array) => void): Promise<void> {
  let done = 0;
  while (done < size) {
    call.carryOn();
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, size - done)), 0, null, done);
    if (bytesRead === 0) throw new Moved();
    take(buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
}

/** The whole content of a regular file. As `readPieces`; the caller has compared the size with its limit. */
export async function readWhole(folder: Folder, name: string, judged: BigIntStats, call: Call): Promise<Uint8Array> {
  const bytes = new Uint8Array(Number(judged.size));
  let done = 0;
  await readPieces(folder, name, judged, call, (piece) => {
    bytes.set(piece, done);
    done += piece.length;
  });
  return bytes;
}

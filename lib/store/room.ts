import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Faulty, fault } from "./faults";

/** Bytes: two segments of PostgreSQL's log. With less it cannot even start. */
const LEAST_ROOM = 32 << 20;

/**
 * Finds out whether a folder can be written to. PGlite, when it fails, does not say why.
 * @throws Faulty `store-full`, or what the operating system throws
 */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_ROOM) throw new Faulty(fault("store-full"));
  const probe = join(folder, `probe-${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(probe, Buffer.alloc(64 << 10), { mode: 0o600 });
  } finally {
    await rm(probe, { force: true });
  }
}

/** Makes a folder for its owner only. Where that fails, the nearest folder that is there tells why better than the system's first answer. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    await requireWritable(dirname(folder));
    throw error;
  }
}

async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!missing || dirname(folder) === folder) throw error;
    await requireWritable(dirname(folder));
  }
}

import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "./engine";
import { stateOf } from "./faults";
import { aside } from "./schema";
import type { SetAside } from "./types";

export type Found = Omit<SetAside, "at">;

export const ALTERED = "It is not what Muster wrote: somebody or something changed it in the database. It is not used.";

/** Writes down what was found altered, once for each record and reason. */
export async function noteAside(db: Db, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const at = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  await db
    .insert(aside)
    .values(found.map((one) => ({ ...one, at })))
    .onConflictDoNothing();
}

/** SQLSTATE: a database that may only be read, and a full disk. */
const CANNOT_WRITE = new Set(["25006", "53100"]);

/** Writes what a reader found on its way. Where nothing can be written just now the reader still has its answer; it is found again. */
export async function besides(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction(work);
  } catch (error) {
    if (!CANNOT_WRITE.has(stateOf(error) ?? "")) throw error;
  }
}

/** What was set aside of one repository, the last first. */
export async function readAside(db: Db, repository: string): Promise<SetAside[]> {
  return db
    .select()
    .from(aside)
    .where(eq(aside.repository, repository))
    .orderBy(desc(aside.at), aside.kind, aside.name);
}

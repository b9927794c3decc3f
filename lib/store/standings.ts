import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { ALTERED, besides, noteAside, type Found } from "./aside";
import type { Db } from "./engine";
import { sealOf, storable } from "./seal";
import { standing } from "./schema";
import type { StandingKey, StandingVersion, StoredStanding } from "./types";

type Row = typeof standing.$inferSelect;

/** The standings that are what was written. One that is not is emptied, so that its writer finds none and reads anew. */
export async function readStandings(db: Db, keys: readonly StandingKey[]): Promise<StoredStanding[]> {
  if (keys.length === 0) return [];
  const asked = new Set(keys.map(nameOf));
  const rows = await db
    .select()
    .from(standing)
    .where(
      and(inArray(standing.repository, [...new Set(keys.map((key) => key.repository))]), isNotNull(standing.data)),
    );
  const good: StoredStanding[] = [];
  const bad: Row[] = [];
  for (const row of rows.filter((one) => asked.has(nameOf(one)))) {
    const { repository, scope, version, data } = row;
    if (data !== null && row.seal === seal(row, version, data)) good.push({ repository, scope, version, data });
    else bad.push(row);
  }
  if (bad.length > 0) await besides(db, (inner) => empty(inner, bad));
  return good;
}

/** Every standing that can be read, with its version. */
export async function readVersions(db: Db): Promise<StandingVersion[]> {
  const { repository, scope, version } = standing;
  return db.select({ repository, scope, version }).from(standing).where(isNotNull(standing.data));
}

/**
 * Compare-and-set. Gives the new version, or null where the standing is at another one than `version`. 0 fits where there is none, and
 * where one was set aside: the new version then follows on the old one.
 */
export async function advanceStanding(db: Db, key: StandingKey, version: number, data: string): Promise<number | null> {
  const text = storable(data);
  const next = version === 0 ? await nextAfterNone(db, key) : version + 1;
  const values = { version: next, data: text, seal: seal(key, next, text) };
  const free = version === 0 ? isNull(standing.data) : and(isNotNull(standing.data), eq(standing.version, version));
  if (version === 0 && next === 1) {
    const made = await db
      .insert(standing)
      .values({ ...pick(key), ...values })
      .onConflictDoNothing()
      .returning({ version: standing.version });
    return made[0]?.version ?? null;
  }
  const moved = await db
    .update(standing)
    .set(values)
    .where(and(is(key), free))
    .returning({ version: standing.version });
  return moved[0]?.version ?? null;
}

async function nextAfterNone(db: Db, key: StandingKey): Promise<number> {
  const [emptied] = await db.select({ version: standing.version }).from(standing).where(is(key)).for("update");
  return (emptied?.version ?? 0) + 1;
}

async function empty(db: Db, rows: readonly Row[]): Promise<void> {
  const found: Found[] = [];
  for (const row of rows) {
    // Only the row that was read: a whole one that was written in between stays.
    await db
      .update(standing)
      .set({ data: null })
      .where(and(is(row), eq(standing.seal, row.seal), sql`${standing.data} = ${row.data}`));
    found.push({ repository: row.repository, kind: "standing", name: `version ${row.version}`, why: ALTERED });
  }
  await noteAside(db, found);
}

function seal(key: StandingKey, version: number, data: string): string {
  return sealOf("standing", [key.repository, key.scope, version, data]);
}

function is(key: StandingKey) {
  return and(eq(standing.repository, key.repository), eq(standing.scope, key.scope));
}

function pick({ repository, scope }: StandingKey): StandingKey {
  return { repository, scope };
}

function nameOf(key: StandingKey): string {
  return JSON.stringify([key.repository, key.scope]);
}

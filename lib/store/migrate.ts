import { sql } from "drizzle-orm";
import { rowsOf, type Db } from "./engine";
import { Faulty, fault } from "./faults";
import { MIGRATIONS } from "./migrations.generated";
import { sha256 } from "./seal";

/** Any number, the same in every version: it names the lock that keeps two starts from changing the tables at once. */
export const MIGRATION_LOCK = 4_107_731_900;

const BREAK = "--> statement-breakpoint";

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings the tables to this version, in the transaction that it is given: all of it or nothing. Two processes that start at once take turns.
 * A store that holds a migration which this version does not know is `store-newer`, and nothing is written.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`);
  const known = await recorded(db);
  if (known !== null && !isBeginning(known, migrations)) throw new Faulty(fault("store-newer"));
  const missing = migrations.slice(known?.length ?? 0);
  if (missing.length === 0) return;
  if (known === null)
    await db.execute(sql`create table muster_migration (
      position integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default clock_timestamp())`);
  for (const [index, migration] of missing.entries()) {
    for (const statement of migration.sql.split(BREAK)) await db.execute(sql.raw(statement));
    const position = migrations.length - missing.length + index;
    await db.execute(
      sql`insert into muster_migration (position, name, sha256) values (${position}, ${migration.name}, ${sha256(migration.sql)})`,
    );
  }
}

/** What was applied, the first one first; null: the tables were never made. */
async function recorded(db: Db): Promise<{ name: string; sha256: string }[] | null> {
  const [found] = await rowsOf<{ there: boolean }>(
    db,
    sql`select to_regclass('muster_migration') is not null as there`,
  );
  if (found?.there !== true) return null;
  return rowsOf(db, sql`select name, sha256 from muster_migration order by position`);
}

function isBeginning(known: readonly { name: string; sha256: string }[], migrations: readonly Migration[]): boolean {
  return known.every((one, index) => {
    const own = migrations[index];
    return own !== undefined && own.name === one.name && sha256(own.sql) === one.sha256;
  });
}

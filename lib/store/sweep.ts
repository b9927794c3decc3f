import { sql, type SQL } from "drizzle-orm";
import { rowsOf, type Db, type Engine } from "./engine";
import type { Retention } from "./types";

/** Rows in one transaction: a sweep never keeps anybody waiting. */
const BATCH = 1_000;
/** GitHub delivers again for three days. */
const DELIVERIES = sql`interval '30 days'`;

/**
 * Removes looks and snapshots that were last confirmed before the retention, and bodies that nothing leads to any more. Accepted records,
 * their bodies and decisions stay.
 */
export async function sweepStore(engine: Engine, { days }: Retention): Promise<{ looks: number; bodies: number }> {
  const before = sql`((extract(epoch from clock_timestamp()) - ${days}::float8 * 86400) * 1000)::bigint`;
  const looks = await untilDone(engine, (db) =>
    removed(
      db,
      sql`delete from look where id in (
        select id from look where last_at < ${before} and not ${isInUse(before)} order by id limit ${BATCH} for update skip locked)`,
    ),
  );
  // Of a credential that has not looked for so long nothing is left.
  await engine.transact((db) =>
    db.execute(
      sql`delete from standing s where not exists (select 1 from look l where l.repository = s.repository and l.scope = s.scope)`,
    ),
  );
  await untilDone(engine, (db) =>
    removed(
      db,
      sql`delete from snapshot where (repository, id) in (
        select repository, id from snapshot where last_at < ${before} limit ${BATCH} for update skip locked)`,
    ),
  );
  await untilDone(engine, (db) =>
    removed(
      db,
      sql`delete from delivery where id in (select id from delivery where at < clock_timestamp() - ${DELIVERIES} limit ${BATCH} for update skip locked)`,
    ),
  );
  return { looks, bodies: await untilDone(engine, removeBodies) };
}

/**
 * Whether the standing of a credential that still looks stands on it, however long ago it was seen: a title is asked for only while somebody
 * watches. What a standing stands on is named in its data, by the hash of a body, or by the name of a file's content.
 */
function isInUse(before: SQL): SQL {
  return sql`exists (select 1 from standing s where s.repository = look.repository and s.scope = look.scope
    and (strpos(s.data, look.body) > 0 or (look.target like 'blob:%' and strpos(s.data, substr(look.target, 6)) > 0))
    and exists (select 1 from look r where r.repository = look.repository and r.scope = look.scope and r.last_at >= ${before}))`;
}

/**
 * In two statements: the first locks bodies that nothing leads to, the second asks once more, since a write may have ended in between. A write
 * locks the bodies that it names before it names them, so it cannot come in after the second question.
 */
async function removeBodies(db: Db): Promise<number> {
  const loose = await rowsOf<{ sha256: string }>(
    db,
    sql`select sha256 from body b where ${UNNAMED} limit ${BATCH} for update skip locked`,
  );
  if (loose.length === 0) return 0;
  const names = sql`select jsonb_array_elements_text(${JSON.stringify(loose.map((row) => row.sha256))}::jsonb)`;
  return removed(db, sql`delete from body b where sha256 in (${names}) and ${UNNAMED}`);
}

const UNNAMED = sql`not exists (select 1 from look where body = b.sha256)
  and not exists (select 1 from accepted where body = b.sha256)`;

async function removed(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ rows: number }>(
    db,
    sql`with gone as (${statement} returning 1) select count(*)::int as rows from gone`,
  );
  return row?.rows ?? 0;
}

async function untilDone(engine: Engine, batch: (db: Db) => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const rows = await engine.transact(batch);
    all += rows;
    if (rows < BATCH) return all;
  }
}

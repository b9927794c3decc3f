import { sql } from "drizzle-orm";
import type { Db } from "./engine";
import { storable } from "./seal";
import type { LookEntry, StandingKey } from "./types";

/** A run of equal answers of one target, as it is handed to the statement. */
interface Run {
  n: number;
  target: string;
  result: string;
  detail: string;
  body: string | null;
  first_at: number;
  last_at: number;
  count: number;
  /** Whether it may go on from what is stored: only a target's first run in a write. */
  head: boolean;
}

/**
 * Writes entries: one that is equal to the last run of its target prolongs it, any other begins a run. All in one statement, whatever the number.
 * @param may the bodies that may be named: a body that this scope neither brought along nor looked at before is not kept with the entry
 */
export async function writeLooks(
  db: Db,
  key: StandingKey,
  entries: readonly LookEntry[],
  may: ReadonlySet<string>,
): Promise<void> {
  if (entries.length === 0) return;
  const runs = JSON.stringify(runsOf(entries, may));
  await db.execute(sql`
    with entry as (
      select * from jsonb_to_recordset(${runs}::jsonb)
        as e(n int, target text, result text, detail text, body text, first_at bigint, last_at bigint, count int, head bool)
    ), prior as (
      select e.n, l.* from entry e cross join lateral (
        select id, result, detail, body from look
        where repository = ${key.repository} and scope = ${key.scope} and target = e.target order by id desc limit 1
      ) l where e.head
    ), merged as (
      update look set last_at = greatest(look.last_at, e.last_at), count = look.count + e.count
      from entry e join prior p on p.n = e.n
      where look.id = p.id and p.result = e.result and p.detail = e.detail and p.body is not distinct from e.body
      returning e.n
    )
    insert into look (repository, scope, target, result, detail, body, first_at, last_at, count)
    select ${key.repository}, ${key.scope}, target, result, detail, body, first_at, last_at, count
    from entry where n not in (select n from merged) order by n`);
}

function runsOf(entries: readonly LookEntry[], may: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  const last = new Map<string, Run>();
  for (const entry of entries) {
    const { at, result } = entry;
    const target = storable(entry.target);
    const detail = storable(entry.detail);
    const body = entry.body !== null && may.has(entry.body) ? entry.body : null;
    const open = last.get(target);
    if (open !== undefined && open.result === result && open.detail === detail && open.body === body) {
      open.first_at = Math.min(open.first_at, at);
      open.last_at = Math.max(open.last_at, at);
      open.count += 1;
      continue;
    }
    const run = {
      n: runs.length,
      target,
      result,
      detail,
      body,
      first_at: at,
      last_at: at,
      count: 1,
      head: open === undefined,
    };
    runs.push(run);
    last.set(target, run);
  }
  return runs;
}

import { and, eq, sql } from "drizzle-orm";
import type { Db } from "./engine";
import { rowsOf } from "./engine";
import { lease } from "./schema";
import type { Lease, LeaseAsk, StandingKey } from "./types";

/**
 * Takes and renews leads. Every time is the database's. What this process leads it renews; what nobody leads it takes, with a greater fence,
 * until it leads `most`. A lease that ran out is taken anew, its last holder's too: whoever slept through its end finds its fence dead.
 *
 * Two processes that ask at once never wait for each other over a free row (`skip locked`), so they share what there is. A write holds its
 * lease row (`key share`): renewing passes by it, taking over does not.
 * @returns everything that `holder` leads now; more than `most` where it led more before
 */
export async function takeLeads(db: Db, ask: LeaseAsk): Promise<Lease[]> {
  const keys = sql`${JSON.stringify(ask.keys.map(({ repository, scope }) => ({ repository, scope })))}::jsonb`;
  const asked = sql`select distinct repository, scope from jsonb_to_recordset(${keys}) as k(repository text, scope text)`;
  const until = sql`clock_timestamp() + ${ask.lastsMs}::int * interval '1 millisecond'`;
  await db.execute(sql`
    update lease set expires_at = ${until} from (
      select l.repository, l.scope from lease l join (${asked}) k using (repository, scope)
      where l.holder = ${ask.holder} and l.expires_at > clock_timestamp() order by 1, 2 for no key update of l
    ) own
    where lease.repository = own.repository and lease.scope = own.scope
      and lease.holder = ${ask.holder} and lease.expires_at > clock_timestamp()`);
  const held = await leadsOf(db, ask.holder);
  const room = ask.most - held.length;
  if (room <= 0) return held;
  await db.execute(sql`
    update lease set holder = ${ask.holder}, fence = lease.fence + 1, expires_at = ${until} from (
      select l.repository, l.scope from lease l join (${asked}) k using (repository, scope)
      where l.expires_at <= clock_timestamp() order by 1, 2 limit ${room} for update of l skip locked
    ) free
    where lease.repository = free.repository and lease.scope = free.scope`);
  return leadsOf(db, ask.holder);
}

/** Makes a row, led by nobody, for every key that has none: `takeLeads` locks rows, and cannot lock what is not there. */
export async function addLeases(db: Db, keys: readonly StandingKey[]): Promise<void> {
  const given = JSON.stringify(keys.map(({ repository, scope }) => ({ repository, scope })));
  await db.execute(sql`
    insert into lease (repository, scope, holder, fence, expires_at)
    select distinct k.repository, k.scope, '', 0, '-infinity'::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as k(repository text, scope text)
    where not exists (select 1 from lease l where l.repository = k.repository and l.scope = k.scope)
    order by 1, 2
    on conflict do nothing`);
}

/** Whether this lease is still good; if so, it stays so until the transaction ends. */
export async function holdsLead(db: Db, { repository, scope, holder, fence }: Lease): Promise<boolean> {
  const rows = await db
    .select({ fence: lease.fence })
    .from(lease)
    .where(
      and(
        is({ repository, scope }),
        eq(lease.holder, holder),
        eq(lease.fence, fence),
        sql`${lease.expiresAt} > clock_timestamp()`,
      ),
    )
    .for("key share");
  return rows.length === 1;
}

/** Ends leases at once. One that is no longer this process' own stays as it is. */
export async function endLeads(db: Db, holder: string, leases: readonly Lease[]): Promise<void> {
  const given = JSON.stringify(leases.map(({ repository, scope, fence }) => ({ repository, scope, fence })));
  await db.execute(sql`
    update lease set expires_at = '-infinity'::timestamptz from (
      select l.repository, l.scope from lease l
      join jsonb_to_recordset(${given}::jsonb) as k(repository text, scope text, fence bigint)
        on k.repository = l.repository and k.scope = l.scope and k.fence = l.fence
      where l.holder = ${holder} order by 1, 2 for no key update of l
    ) own
    where lease.repository = own.repository and lease.scope = own.scope and lease.holder = ${holder}`);
}

/** Notes that a process lives, and counts those that were heard of lately. */
export async function countAlive(db: Db, holder: string, withinMs: number): Promise<number> {
  await db.execute(sql`
    insert into replica (holder, seen_at) values (${holder}, clock_timestamp())
    on conflict (holder) do update set seen_at = excluded.seen_at`);
  await db.execute(sql`
    delete from replica where holder in (
      select holder from replica where seen_at < clock_timestamp() - interval '1 hour' for update skip locked)`);
  const [row] = await rowsOf<{ alive: number }>(
    db,
    sql`select count(*)::int as alive from replica where seen_at > clock_timestamp() - ${withinMs}::float8 * interval '1 millisecond'`,
  );
  return row?.alive ?? 1;
}

async function leadsOf(db: Db, holder: string): Promise<Lease[]> {
  const { repository, scope, fence } = lease;
  return db
    .select({ repository, scope, fence, holder: lease.holder })
    .from(lease)
    .where(and(eq(lease.holder, holder), sql`${lease.expiresAt} > clock_timestamp()`))
    .orderBy(repository, scope);
}

function is(key: StandingKey) {
  return and(eq(lease.repository, key.repository), eq(lease.scope, key.scope));
}

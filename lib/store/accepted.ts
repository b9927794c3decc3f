import { and, asc, desc, eq, inArray, max, sql } from "drizzle-orm";
import { ALTERED, besides, noteAside, type Found } from "./aside";
import type { Db } from "./engine";
import { rowsOf } from "./engine";
import { accepted, decision } from "./schema";
import { sealOf, storable } from "./seal";
import type { Accepted, Decision, NewAccepted } from "./types";

type Row = typeof accepted.$inferSelect;

const NONE: Newest = { last: null, greatest: 0 };

/** What one repository's rows say: those that are believed, the first one first, and the greatest number that a row has. */
interface History {
  readonly believed: Accepted[];
  readonly greatest: number;
}

/**
 * The last believed record of each repository. Its `seq` is the greatest number that any row has, altered ones too: the next record follows on
 * that one, and names it in `after`.
 */
export async function readAccepted(db: Db, repositories: readonly string[]): Promise<Accepted[]> {
  if (repositories.length === 0) return [];
  // Nearly always the newest row is whole; the older ones are read only where it is not.
  const found: Accepted[] = [];
  for (const { last, greatest } of await newestOf(db, repositories))
    if (last !== null) found.push({ ...last, seq: greatest });
  return found;
}

/** Of one repository what is believed last, and the greatest number that a row has. */
interface Newest {
  readonly last: Accepted | null;
  readonly greatest: number;
}

async function newestOf(db: Db, repositories: readonly string[]): Promise<Newest[]> {
  const rows = await db
    .selectDistinctOn([accepted.repository])
    .from(accepted)
    .where(inArray(accepted.repository, [...new Set(repositories)]))
    .orderBy(accepted.repository, desc(accepted.seq));
  const found: Newest[] = [];
  for (const row of rows) {
    if (isWhole(row)) found.push({ last: recordOf(row), greatest: row.seq });
    else {
      const { believed, greatest } = await historyOf(db, row.repository);
      found.push({ last: believed.at(-1) ?? null, greatest });
    }
  }
  return found;
}

/** Whether what is accepted is still what `readAccepted` gave with this `seq`; 0: it gave nothing. */
export async function isStill(db: Db, repository: string, seq: number): Promise<boolean> {
  const [row] = await db
    .select({ greatest: max(accepted.seq) })
    .from(accepted)
    .where(eq(accepted.repository, repository));
  const greatest = row?.greatest ?? 0;
  if (seq === greatest) return true;
  return seq === 0 && (await newestOf(db, [repository]))[0]?.last === null;
}

/** Every believed record of one repository, each with its own number, the first one first. */
export async function readHistory(db: Db, repository: string): Promise<Accepted[]> {
  return (await historyOf(db, repository)).believed;
}

/**
 * Adds a record. Gives false, with nothing written, where another record came in between, or where the revision would fall, or stay with
 * other bytes, without a decision. Two writers at once: the table's key lets one through.
 */
export async function addAccepted(
  db: Db,
  repository: string,
  scope: string,
  next: NewAccepted,
  by: string | null,
): Promise<boolean> {
  const [{ last, greatest } = NONE] = await newestOf(db, [repository]);
  // Where no row is believed the writer was told of none.
  if (next.after !== (last === null ? 0 : greatest)) return false;
  const row: Omit<Row, "seal"> = {
    repository,
    seq: greatest + 1,
    repositoryId: next.repositoryId,
    revision: next.revision,
    body: next.body,
    pin: text(next.pin),
    facts: text(next.facts),
    scope,
    at: next.at,
    decision: by,
  };
  const made = await rowsOf<{ seq: number }>(
    db,
    sql`insert into accepted (repository, seq, repository_id, revision, body, pin, facts, scope, at, decision, seal)
      select ${row.repository}, ${row.seq}::int, ${row.repositoryId}::bigint, ${row.revision}::bigint, ${row.body}::text, ${row.pin}::text,
        ${row.facts}::text, ${row.scope}, ${row.at}::bigint, ${row.decision}::text, ${sealOfAccepted(row)}
      where ${by}::text is not null or not exists (
        select 1 from accepted where repository = ${row.repository} and seq = ${last?.seq ?? 0}::int and revision is not null
          and (${row.revision}::bigint is null or revision > ${row.revision}::bigint
            or (revision = ${row.revision}::bigint and body is distinct from ${row.body}::text)))
      returning seq`,
  );
  return made.length === 1;
}

/** An operator's decisions that are what was written, the last one first. */
export async function readDecisions(db: Db, repository: string): Promise<Decision[]> {
  const rows = await db
    .select()
    .from(decision)
    .where(eq(decision.repository, repository))
    .orderBy(desc(decision.at), desc(decision.id));
  const found: Found[] = rows
    .filter((row) => row.seal !== sealOfDecision(row))
    .map((row) => ({ repository, kind: "decision", name: row.id, why: ALTERED }));
  if (found.length > 0) await besides(db, (inner) => noteAside(inner, found));
  return rows
    .filter((row) => row.seal === sealOfDecision(row))
    .map(({ id, at, who, why, about }) => ({ id, repository, at, who, why, about }));
}

/** A second decision of the same id is a conflict of the table's key. */
export async function addDecision(db: Db, one: Decision): Promise<void> {
  const row = { ...one, who: storable(one.who), why: storable(one.why), about: storable(one.about) };
  await db.insert(decision).values({ ...row, seal: sealOfDecision(row) });
}

async function historyOf(db: Db, repository: string): Promise<History> {
  const rows = await db
    .select()
    .from(accepted)
    .where(and(eq(accepted.repository, repository)))
    .orderBy(asc(accepted.seq));
  const found: Found[] = rows
    .filter((row) => !isWhole(row))
    .map((row) => ({ repository, kind: "accepted", name: `number ${row.seq}`, why: ALTERED }));
  if (found.length > 0) await besides(db, (inner) => noteAside(inner, found));
  return { believed: rows.filter(isWhole).map(recordOf), greatest: rows.at(-1)?.seq ?? 0 };
}

function recordOf(row: Row): Accepted {
  const { repository, seq, repositoryId, revision, body, pin, facts, scope, at, decision: by } = row;
  return { repository, seq, repositoryId, revision, body, pin, facts, scope, at, decision: by };
}

function isWhole(row: Row): boolean {
  return row.seal === sealOfAccepted(row);
}

function sealOfAccepted(row: Omit<Row, "seal">): string {
  const { repository, seq, repositoryId, revision, body, pin, facts, scope, at, decision: by } = row;
  return sealOf("accepted", [repository, seq, repositoryId, revision, body, pin, facts, scope, at, by]);
}

function sealOfDecision({ id, repository, at, who, why, about }: Decision): string {
  return sealOf("decision", [id, repository, at, who, why, about]);
}

function text(value: string | null): string | null {
  return value === null ? null : storable(value);
}

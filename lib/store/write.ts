import { sql } from "drizzle-orm";
import { addAccepted, addDecision, isStill } from "./accepted";
import { ownBodies, packBodies, writeBodies } from "./bodies";
import type { Db, Engine } from "./engine";
import { holdsLead } from "./leases";
import { writeLooks } from "./looks";
import { snapshot } from "./schema";
import { storable } from "./seal";
import { advanceStanding } from "./standings";
import type { NewDecision, SnapshotHead, Write, Written } from "./types";
import { attempt, Undo } from "./undo";

const LOST: Written = { done: "lost" };
const CONFLICT: Written = { done: "conflict" };

/** One look, whole or not at all. First what may refuse it, cheapest first; then what it found. */
export async function writeLook(engine: Engine, write: Write): Promise<Written> {
  const packed = await packBodies(write.bodies);
  const { lease, accept } = write;
  return attempt<Written>(engine, CONFLICT, async (db) => {
    if (!(await holdsLead(db, lease))) throw new Undo(LOST);
    const { judgedBy } = write;
    if (accept === null && judgedBy !== null && !(await isStill(db, lease.repository, judgedBy)))
      throw new Undo(CONFLICT);
    const version = await advanceStanding(db, lease, write.version, write.data);
    if (version === null) throw new Undo(CONFLICT);
    await writeBodies(db, packed);
    const named = write.looks.flatMap(({ body }) => (body === null ? [] : [body]));
    if (accept?.body != null) named.push(accept.body);
    const may = await mayName(db, lease.scope, named, write.bodies);
    await writeLooks(db, lease, write.looks, may);
    if (accept !== null) {
      if (accept.body !== null && !may.has(accept.body)) throw new Undo(CONFLICT);
      if (!(await addAccepted(db, lease.repository, lease.scope, accept, null))) throw new Undo(CONFLICT);
    }
    if (write.snapshot !== null) await keepSnapshot(db, lease.repository, write.snapshot);
    await engine.notify(db, write.message);
    return { done: "written", version };
  });
}

/** An operator's decision and the baseline that follows from it, both or neither. It may take a lower revision. */
export async function writeDecision(engine: Engine, made: NewDecision): Promise<"recorded" | "conflict"> {
  const { decision, scope, accept, message } = made;
  return attempt<"recorded" | "conflict">(engine, "conflict", async (db) => {
    if (accept.body !== null && !(await mayName(db, scope, [accept.body], new Map())).has(accept.body))
      throw new Undo("conflict");
    await addDecision(db, decision);
    if (!(await addAccepted(db, decision.repository, scope, accept, decision.id))) throw new Undo("conflict");
    await engine.notify(db, message);
    return "recorded";
  });
}

/** Bodies that were brought along, or that this scope looked at before: knowing a hash alone is no way to another scope's bytes. */
async function mayName(
  db: Db,
  scope: string,
  named: readonly string[],
  brought: ReadonlyMap<string, unknown>,
): Promise<Set<string>> {
  const others = [...new Set(named)].filter((hash) => !brought.has(hash));
  const own = await ownBodies(db, scope, others);
  return new Set([...brought.keys(), ...own]);
}

/** By the database's clock: a snapshot's retention is not a matter of which replica made it. */
async function keepSnapshot(db: Db, repository: string, { id, pin, inputs }: SnapshotHead): Promise<void> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  await db
    .insert(snapshot)
    .values({ repository, id, pin: storable(pin), inputs: storable(inputs), firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [snapshot.repository, snapshot.id],
      set: { lastAt: sql`greatest(${snapshot.lastAt}, excluded.last_at)` },
    });
}

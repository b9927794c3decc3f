import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolClient } from "pg";
import type { Db, Engine } from "./engine";
import { migrate } from "./migrate";
import { CHANNEL } from "./postgres-channel";
import { readAddress } from "./postgres-address";
import { Listener } from "./postgres-listen";
import { isOurs } from "./undo";

/** Milliseconds. The server ends a statement first, then the driver stops waiting, then the whole call is over. */
const LIMITS = { connect: 3_000, statement: 10_000, answer: 11_000, call: 20_000, migration: 120_000 };

/**
 * Opens the database behind DATABASE_URL and brings its tables to this version.
 * @param url read by `readAddress`; never in a message or a log
 * @param poolSize how many connections at most, beside the one that listens
 */
export async function openPostgres(url: string, poolSize = 5): Promise<Engine> {
  const address = readAddress(url);
  const common = {
    ...address,
    application_name: "muster",
    connectionTimeoutMillis: LIMITS.connect,
    keepAlive: true,
    idle_in_transaction_session_timeout: LIMITS.statement,
  };
  await migrateAt({ ...common, statement_timeout: LIMITS.migration, query_timeout: LIMITS.migration });
  const asked = { ...common, statement_timeout: LIMITS.statement, query_timeout: LIMITS.answer };
  const pool = new Pool({ ...asked, max: poolSize, idleTimeoutMillis: 60_000 });
  // A connection that breaks while nobody uses it: the pool has dropped it, and the next call opens another.
  pool.on("error", () => undefined);
  const own = `${randomBytes(6).toString("hex")}:`;
  const listener = new Listener(() => new Client(asked), own);
  return {
    kind: "postgres",
    transact: (work) => transact(pool, work),
    notify: async (db, message) => void (await db.execute(sql`select pg_notify(${CHANNEL}, ${own + message})`)),
    listen: (hear) => listener.start(hear),
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

async function transact<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // While it is in use its errors come to it and to no one else; the statement that waits fails with them.
  client.on("error", ignore);
  let sound = false;
  const over = setTimeout(() => void drop(client), LIMITS.call);
  try {
    const value = await drizzle(client).transaction(work);
    sound = true;
    return value;
  } catch (error) {
    sound = isOurs(error) || isFromDatabase(error);
    throw error;
  } finally {
    clearTimeout(over);
    client.off("error", ignore);
    // Nobody knows what a connection is still doing whose answer did not come.
    client.release(!sound);
  }
}

/** Whether the database itself said it. What has no severity came from the connection or from the time limit. */
function isFromDatabase(error: unknown): boolean {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof inner === "object" && inner !== null && "severity" in inner && inner.severity === "ERROR";
}

function drop(client: PoolClient & { end?: () => Promise<void> }): Promise<void> {
  return client.end?.() ?? Promise.resolve();
}

function ignore(): void {}

async function migrateAt(config: ConstructorParameters<typeof Client>[0]): Promise<void> {
  const client = new Client(config);
  client.on("error", ignore);
  try {
    await client.connect();
    await drizzle(client).transaction((db) => migrate(db));
  } finally {
    await client.end().catch(ignore);
  }
}

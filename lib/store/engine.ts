import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** What both drivers answer a raw statement with. */
interface Rows<T> {
  rows: T[];
}

interface Either extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

/** A connection to either database, in PostgreSQL 14's dialect. */
export type Db = PgDatabase<Either, Record<string, never>>;

/** One of the two databases. What its driver throws is passed on as it is: `faultOf` reads it. */
export interface Engine {
  readonly kind: "embedded" | "postgres";
  /** Runs `work` in one transaction. What `work` throws undoes all of it. Ends within a time limit. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Tells other processes, with the transaction. This process is told by the store when the transaction is through. */
  notify(db: Db, message: string): Promise<void>;
  /** Starts to hear what other processes tell, until the function that it gives is called. */
  listen(hear: (message: string) => void): () => void;
  close(): Promise<void>;
}

/** The rows of a raw statement. Ask for `int` and `text` in it: larger integers come as other types from each driver. */
export async function rowsOf<T extends Record<string, unknown>>(db: Db, statement: SQL): Promise<T[]> {
  return (await db.execute<T>(statement)).rows;
}

import { isAbsolute, resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createDataFolder } from "./create-folder";
import type { Db, Engine } from "./engine";
import { guardFolder } from "./guard";
import { migrate } from "./migrate";
import { makeFolder, requireRoom } from "./room";
import { isOurs } from "./undo";

/** Small, since one process with one connection reads it: PostgreSQL's own defaults cost 150 MB more. */
const SETTINGS = ["shared_buffers=8MB", "wal_buffers=256kB", "work_mem=4MB", "maintenance_work_mem=16MB"];
/** PostgreSQL's number for the type bytea. */
const BYTEA = 17;

/** Milliseconds between two tries to open an instance that failed. */
const PATIENCE = 2_000;

interface Opened {
  readonly client: PGlite;
  readonly db: Db;
}

/**
 * Opens PostgreSQL inside this process, on a folder that no other process has. It is made at the first start.
 * @param folder as the operator wrote it; seen from the working directory
 */
export async function openEmbedded(folder: string): Promise<Engine> {
  const root = isAbsolute(folder) ? folder : resolve(/* turbopackIgnore: true */ process.cwd(), folder);
  await makeFolder(root);
  const guard = await guardFolder(root, folder);
  try {
    const place = await createDataFolder(root);
    const engine = new Embedded(root, place, guard.release);
    await engine.transact((db) => migrate(db));
    return engine;
  } catch (error) {
    await guard.release();
    throw error;
  }
}

/** The instance, and how it comes back: one whose WebAssembly has failed answers nothing any more, and is opened anew by the next call. */
class Embedded implements Engine {
  readonly kind = "embedded";
  #opened: Promise<Opened> | null = null;
  #closed = false;
  /** How the instance failed, until a call has gone well again. */
  #ailing: { readonly error: unknown; readonly at: number } | null = null;
  /** Calls take turns, so that one is never in the middle while another opens the instance anew. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly root: string,
    private readonly place: string,
    private readonly release: () => Promise<void>,
  ) {}

  transact<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#transact(work));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #transact<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error("The store is closed.");
    if (this.#ailing !== null) await this.#requireHope(this.#ailing);
    try {
      const { db } = await (this.#opened ??= openInstance(this.place));
      const value = await db.transaction(work);
      this.#ailing = null;
      return value;
    } catch (error) {
      if (!isDead(error)) throw error;
      await this.#drop();
      this.#ailing = { error, at: performance.now() };
      await requireRoom(this.root);
      throw error;
    }
  }

  /** Opening takes a second of everybody's time. It is not tried while it cannot go well, nor again and again. */
  async #requireHope(last: { readonly error: unknown; readonly at: number }): Promise<void> {
    await requireRoom(this.root);
    if (this.#opened === null && performance.now() - last.at < PATIENCE) throw last.error;
  }

  async notify(): Promise<void> {}

  /** No other process can have this folder, so nobody else tells anything. */
  listen(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    const closing = this.#turn.then(async () => {
      if (this.#closed) return;
      this.#closed = true;
      await this.#drop();
      await this.release();
    });
    this.#turn = closing.catch(() => undefined);
    return closing;
  }

  async #drop(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    this.#opened = null;
    // A dead instance cannot write its last checkpoint; what was committed is in its log and is found at the next opening.
    await opened?.client.close().catch(() => undefined);
  }
}

/** Both are loaded here alone: a server with PostgreSQL does without their memory. */
async function openInstance(place: string): Promise<Opened> {
  const [{ PGlite }, { drizzle }] = await Promise.all([import("@electric-sql/pglite"), import("drizzle-orm/pglite")]);
  const client = await PGlite.create({
    dataDir: place,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ["-c", setting])],
    // PGlite's own go through an array of numbers: 2 s and 700 MB for 8 MB.
    serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${asBuffer(bytes).toString("hex")}` },
    parsers: { [BYTEA]: (hex: string) => Buffer.from(hex.slice(2), "hex") },
  });
  return { client, db: drizzle(client) };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The database's own errors leave it alive, but for those that end a server. Everything else came from its WebAssembly or its files. */
function isDead(error: unknown): boolean {
  if (isOurs(error)) return false;
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof inner !== "object" || inner === null || !("severity" in inner)) return true;
  return inner.severity === "FATAL" || inner.severity === "PANIC";
}

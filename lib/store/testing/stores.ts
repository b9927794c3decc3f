import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createDataFolder } from "../create-folder";
import { openEmbedded } from "../embedded";
import { rowsOf, type Engine } from "../engine";
import { openStore, type StoreOptions } from "../open";
import { openPostgres } from "../postgres";
import { EngineStore } from "../store";
import type { Kept, Lease, NewAccepted, Store, StandingKey, Write } from "../types";
import { startPostgres, type TestPostgres } from "./postgres";

const MODULES = join(import.meta.dirname, "..", "..", "..", "node_modules");
const PGLITE: { readonly version: string } = JSON.parse(
  readFileSync(join(MODULES, "@electric-sql", "pglite", "package.json"), "utf8"),
);

/** One of the two databases, for a file of tests. */
export interface Bench {
  readonly postgres: TestPostgres | null;
  /** Options of an empty store. */
  fresh(): Promise<StoreOptions>;
  end(): Promise<void>;
}

export async function bench(kind: Store["kind"]): Promise<Bench> {
  if (kind === "postgres") {
    const postgres = await startPostgres();
    return {
      postgres,
      fresh: async () => ({ kind, url: await postgres.createDatabase() }),
      end: () => postgres.stop(),
    };
  }
  const home = mkdtempSync(join(tmpdir(), "muster-store-"));
  const made = pristine(home);
  let count = 0;
  return {
    postgres: null,
    fresh: async () => {
      const folder = join(home, `store-${(count += 1)}`);
      await cp(await made, join(folder, "pg"), { recursive: true });
      return { kind, folder };
    },
    end: () => rm(home, { recursive: true, force: true }),
  };
}

/** A database without tables. Making one takes seconds and copying one does not, so it is kept as long as the packages are. */
async function pristine(home: string): Promise<string> {
  const cache = join(MODULES, ".cache", "muster-store");
  const kept = join(cache, `pglite-${PGLITE.version}`);
  if (existsSync(join(kept, "PG_VERSION"))) return kept;
  await mkdir(join(home, "made"));
  const made = await createDataFolder(join(home, "made"));
  await mkdir(cache, { recursive: true });
  const fresh = `${kept}-${randomUUID()}`;
  await cp(made, fresh, { recursive: true });
  // Another file of tests may have been faster: then its copy stays.
  await rename(fresh, kept).catch(() => rm(fresh, { recursive: true, force: true }));
  return kept;
}

/** A store with a way past it, for what a person could do to the database by hand. */
export interface Bare {
  readonly store: Store;
  readonly engine: Engine;
  run(statement: string): Promise<Record<string, unknown>[]>;
}

export async function openedBare(options: StoreOptions): Promise<Bare> {
  const engine = options.kind === "embedded" ? await openEmbedded(options.folder) : await openPostgres(options.url);
  return {
    store: new EngineStore(engine),
    engine,
    run: (statement) => engine.transact((db) => rowsOf(db, sql.raw(statement))),
  };
}

const TABLES = "body, look, standing, accepted, decision, snapshot, lease, replica, delivery, budget, aside";

/** Empties every table, which is quicker than another store. */
export async function emptied(run: Bare["run"]): Promise<void> {
  await run(`truncate ${TABLES} restart identity`);
}

export async function opened(options: StoreOptions): Promise<Store> {
  return must(await openStore(options));
}

export function must<T>(kept: Kept<T>): T {
  if (!kept.ok) throw new Error(`${kept.fault.code}: ${kept.fault.message}`);
  return kept.value;
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Takes the lead of one key. */
export async function leadOne(
  store: Store,
  key: StandingKey,
  holder: string = randomUUID(),
  lastsMs = 60_000,
): Promise<Lease> {
  const leases = must(await store.lead({ holder, keys: [key], most: 1_000, lastsMs }));
  const lease = leases.find((one) => one.repository === key.repository && one.scope === key.scope);
  if (lease === undefined) throw new Error("Somebody else leads it.");
  return lease;
}

/** A write with nothing in it but what is said. */
export function writing(lease: Lease, version: number, parts: Partial<Write> = {}): Write {
  return {
    lease,
    version,
    data: JSON.stringify({ version: version + 1 }),
    bodies: new Map(),
    looks: [],
    accept: null,
    judgedBy: null,
    snapshot: null,
    message: "changed",
    ...parts,
  };
}

export function accepting(after: number, revision: number | null, body: string | null = null): NewAccepted {
  return {
    after,
    revision,
    body,
    repositoryId: 7,
    pin: '{"kind":"commit"}',
    facts: '{"agents":[]}',
    at: 1_000 + after,
  };
}

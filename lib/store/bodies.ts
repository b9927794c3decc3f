import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { ALTERED, besides, noteAside } from "./aside";
import type { Db } from "./engine";
import { accepted, body, look } from "./schema";
import { sha256 } from "./seal";
import type { StandingKey } from "./types";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes in one statement: more would cost the embedded database memory that it never gives back. */
const STATEMENT = 1 << 20;

/** Bytes of a body that is believed at all: far more than any look reads. */
const LARGEST = 64 << 20;

export interface PackedBody {
  readonly sha256: string;
  readonly size: number;
  readonly deflated: Uint8Array;
}

/** Compresses bodies, before the transaction begins. A body that is not what its hash says is a mistake of the caller, and thrown. */
export async function packBodies(bodies: ReadonlyMap<string, Uint8Array>): Promise<PackedBody[]> {
  const packed: PackedBody[] = [];
  for (const [hash, bytes] of bodies) {
    if (sha256(bytes) !== hash) throw new Error("A body does not have the hash that it is written under.");
    packed.push({ sha256: hash, size: bytes.byteLength, deflated: await deflate(bytes, { level: 3 }) });
  }
  return packed.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Writes the bodies that are not there, and those anew that were set aside. */
export async function writeBodies(db: Db, packed: readonly PackedBody[]): Promise<void> {
  if (packed.length === 0) return;
  const names = packed.map((one) => one.sha256);
  // What is there stays until the transaction ends: `sweep` passes over locked rows.
  const there = await db
    .select({ sha256: body.sha256 })
    .from(body)
    .where(and(inArray(body.sha256, names), isNotNull(body.deflated)))
    .orderBy(body.sha256)
    .for("key share");
  const known = new Set(there.map((one) => one.sha256));
  const missing = packed.filter((one) => !known.has(one.sha256));
  for (const part of inParts(missing, (one) => one.deflated.byteLength))
    await db
      .insert(body)
      .values(part)
      .onConflictDoUpdate({
        target: body.sha256,
        set: { size: sql`excluded.size`, deflated: sql`excluded.deflated` },
        setWhere: isNull(body.deflated),
      });
}

/** Bodies that this scope looked at, or that were accepted by it; whatever else is asked for is left out. */
export async function readBodies(db: Db, scope: string, hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const asked = [...new Set(hashes)];
  for (let start = 0; start < asked.length; start += 1_000) {
    const seen = await visible(db, scope, asked.slice(start, start + 1_000));
    for (const part of inParts(seen, (one) => one.size)) {
      const names = part.map((one) => one.sha256);
      for (const row of await db.select().from(body).where(inArray(body.sha256, names))) {
        const bytes = await unpack(row);
        if (bytes !== null) found.set(row.sha256, bytes);
        else await besides(db, (inner) => setBodyAside(inner, row.sha256, scope));
      }
    }
  }
  return found;
}

/** The one way to a body: through a look, or an accepted record, of the scope that asks. */
async function visible(db: Db, scope: string, hashes: readonly string[]): Promise<{ sha256: string; size: number }[]> {
  const looked = db
    .select({ body: look.body })
    .from(look)
    .where(and(eq(look.scope, scope), inArray(look.body, [...hashes])));
  const held = db
    .select({ body: accepted.body })
    .from(accepted)
    .where(and(eq(accepted.scope, scope), inArray(accepted.body, [...hashes])));
  return db
    .select({ sha256: body.sha256, size: body.size })
    .from(body)
    .where(and(isNotNull(body.deflated), or(inArray(body.sha256, looked), inArray(body.sha256, held))));
}

/** The hash of what the last look at a target found; null: it found no body, or there was no look. */
export async function lastBody(db: Db, key: StandingKey, target: string): Promise<string | null> {
  const [row] = await db
    .select({ body: look.body })
    .from(look)
    .where(and(eq(look.repository, key.repository), eq(look.scope, key.scope), eq(look.target, target)))
    .orderBy(desc(look.id))
    .limit(1);
  return row?.body ?? null;
}

/**
 * Which of these this scope has looked at, or accepted, and so may name without bringing them along. They stay until the transaction ends:
 * `sweep` passes over locked rows.
 */
export async function ownBodies(db: Db, scope: string, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const seen = await visible(db, scope, hashes);
  if (seen.length === 0) return new Set();
  const names = seen.map((one) => one.sha256);
  const rows = await db
    .select({ sha256: body.sha256 })
    .from(body)
    .where(inArray(body.sha256, names))
    .orderBy(body.sha256)
    .for("key share");
  return new Set(rows.map((row) => row.sha256));
}

/** The bytes, or null where they are not what the hash and the size say. */
async function unpack(row: typeof body.$inferSelect): Promise<Uint8Array | null> {
  if (row.deflated === null) return null;
  // An altered row must not unfold to more than it should hold. An output of 0 bytes needs room for one.
  const bytes = await inflate(row.deflated, { maxOutputLength: Math.min(Math.max(1, row.size), LARGEST) }).catch(
    () => null,
  );
  return bytes !== null && bytes.byteLength === row.size && sha256(bytes) === row.sha256 ? bytes : null;
}

/** Empties an altered body, so that whoever reads it next writes it anew, and tells each repository of this scope that had it. */
async function setBodyAside(db: Db, hash: string, scope: string): Promise<void> {
  await db.update(body).set({ deflated: null }).where(eq(body.sha256, hash));
  const looks = await db
    .selectDistinct({ repository: look.repository })
    .from(look)
    .where(and(eq(look.scope, scope), eq(look.body, hash)));
  const held = await db
    .selectDistinct({ repository: accepted.repository })
    .from(accepted)
    .where(and(eq(accepted.scope, scope), eq(accepted.body, hash)));
  const names = new Set([...looks, ...held].map((row) => row.repository));
  await noteAside(
    db,
    [...names].map((repository) => ({ repository, kind: "body", name: hash, why: ALTERED })),
  );
}

/** Groups of at most a megabyte and a thousand; a larger one goes alone. */
function inParts<T>(all: readonly T[], sizeOf: (one: T) => number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const one of all) {
    const last = parts.at(-1);
    if (last === undefined || sizeOf(one) > room || last.length >= 1_000) {
      parts.push([one]);
      room = STATEMENT - sizeOf(one);
    } else {
      last.push(one);
      room -= sizeOf(one);
    }
  }
  return parts;
}

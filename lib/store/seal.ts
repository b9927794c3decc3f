import { createHash } from "node:crypto";

/**
 * A row's own columns as one hash. It finds a row that was edited by hand or damaged. It is no signature: whoever can write to the database
 * and knows how it is made can make one, and docs/store.md says so.
 * @param kind the table, so that a row cannot pass for one of another
 * @param columns in the table's order; numbers, texts and null only, so that equal rows always give equal JSON
 */
export function sealOf(kind: string, columns: readonly (string | number | null)[]): string {
  return sha256(JSON.stringify([kind, ...columns]));
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Text as PostgreSQL can keep it: no NUL and no half of a surrogate pair. Everything else stays as it is. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

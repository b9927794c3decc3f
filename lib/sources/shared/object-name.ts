import { createHash, type Hash } from "node:crypto";
import type { Sha } from "@/lib/contracts/core/look";

export type ObjectFormat = "sha1" | "sha256";

const NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether a text is the full name of a git object. */
export function isObjectName(text: string): boolean {
  return NAME.test(text);
}

/** Which hash an object's name was made with, by its length. */
export function formatOf(name: Sha): ObjectFormat {
  return name.length === 64 ? "sha256" : "sha1";
}

/** Begins the name of a blob of `size` bytes; the content follows by `update`. */
export function beginBlobName(format: ObjectFormat, size: number): Hash {
  return createHash(format).update(`blob ${size}\0`);
}

/** The name that git gives to a blob with this content. */
export function blobName(format: ObjectFormat, bytes: Uint8Array): Sha {
  return beginBlobName(format, bytes.length).update(bytes).digest("hex");
}

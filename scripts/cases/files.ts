import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CONTRACTS = fileURLToPath(new URL("../../lib/contracts", import.meta.url));

/** The project's own copies: every .jsonl file in a folder `cases` below lib/contracts, by path. */
export function ownFiles(): string[] {
  return readdirSync(CONTRACTS, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|[\\/])cases[\\/].*\.jsonl$/.test(path))
    .map((path) => join(CONTRACTS, path))
    .sort();
}

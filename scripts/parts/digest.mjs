import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * SHA-256 over the names and bytes of files, in the order of their paths.
 * @param {string} root @param {string[]} paths files and folders below `root`; those that are not there count as not there
 * @param {{ skip?: (path: string) => boolean, salt?: string }} [options] `skip` is asked with paths relative to `root`
 * @returns {string} 64 hexadecimal digits
 */
export function digest(root, paths, options = {}) {
  const hash = createHash("sha256").update(options.salt ?? "");
  for (const path of paths.flatMap((start) => filesBelow(root, start)).sort()) {
    if (options.skip?.(path)) continue;
    const bytes = readFileSync(join(root, path));
    hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * Every regular file at or below `path`, relative to `root`, with `/` between segments. Links are not followed.
 * @param {string} root @param {string} path "" is the root itself
 * @returns {string[]}
 */
export function filesBelow(root, path) {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isFile()) return [path];
  if (!stat?.isDirectory()) return [];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, path === "" ? name : `${path}/${name}`));
}

import type { RepoPath } from "@/lib/contracts/core/look";

/** Longest path that is looked up, in UTF-8 bytes: what an operating system takes at most. */
const MAX_PATH_BYTES = 4_096;

/**
 * The segments of a path inside a repository, or null where no repository can have such a path: an empty segment, `.`,
 * `..`, `.git`, a backslash, a NUL, or half a character. Nothing is looked up for those.
 */
export function segmentsOf(path: RepoPath): readonly string[] | null {
  if (!path.isWellFormed() || Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  if (path.includes("\0") || path.includes("\\")) return null;
  const segments = path.split("/");
  return segments.some(isReserved) ? null : segments;
}

function isReserved(segment: string): boolean {
  return segment === "" || segment === "." || segment === ".." || segment.toLowerCase() === ".git";
}

/** `a`, `a/b`, `a/b/c`: every path on the way to the last, in order. */
export function wayTo(segments: readonly string[]): readonly RepoPath[] {
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

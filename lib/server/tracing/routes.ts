import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The patterns of the pages and routes that were built, such as `/repos/[owner]/[repo]`, as `next build` wrote them down below `root`.
 * Where they cannot be read there are none, and spans then go out without a route.
 */
export function readRoutes(root: string): ReadonlySet<string> {
  try {
    const written: unknown = JSON.parse(readFileSync(join(root, ".next", "app-path-routes-manifest.json"), "utf8"));
    if (typeof written !== "object" || written === null) return new Set();
    return new Set(Object.values(written).filter((route) => typeof route === "string"));
  } catch {
    return new Set();
  }
}

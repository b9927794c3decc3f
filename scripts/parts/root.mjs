import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, without a slash at its end. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** Where Muster keeps what it makes while it runs: logs and the demo's repositories. Never committed. */
export const STATE = join(ROOT, ".muster");

/** Next's command line as a file for `node`: a server started through `npx` outlives the signal that should end it. */
export const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");

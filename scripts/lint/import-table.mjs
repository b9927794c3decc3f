import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The house's import table: folder → the folders of ours it may import, beside itself. Whatever is not here is refused.
 * `*` stands for each folder below; in an entry it is the importing folder's own name. Files that are tests are free.
 */
export const IMPORT_TABLE = {
  "lib/contracts/core": [],
  "lib/contracts/*": ["lib/contracts/core"],
  "lib/sources": ["lib/contracts/core"],
  "lib/store": ["lib/contracts/core"],
  "lib/systems/*": ["lib/contracts/core", "lib/contracts/*", "lib/sources/source.ts"],
  "lib/server": ["lib/contracts", "lib/sources", "lib/store", "lib/systems"],
  "lib/api": ["lib/contracts", "lib/systems"],
  components: ["lib/api"],
  app: ["lib/server", "lib/systems", "lib/api", "components"],
  cli: ["lib/contracts", "lib/sources", "lib/systems"],
};

/** Files that Next.js wants at the root, and what they may import: what a page may. */
const ROOT_FILES = ["proxy.ts", "instrumentation-node.ts"];

/** Next.js compiles it for the edge as well, where nothing of the server runs: all it may reach is the file for Node.js. */
const EVERY_RUNTIME = "instrumentation.ts";

/** Tests and what only they use: they may import anything, and are allowed what rules and pages are not. */
export const TESTS = ["**/*.test.ts", "**/*.test.tsx", "**/testing/**", "**/test-*.ts", "e2e/**/*.spec.ts"];

/** Zones for `import/no-restricted-paths`, one a row of the table and folder that is there. */
export function importZones(root) {
  const zones = Object.entries(IMPORT_TABLE).flatMap(([row, allowed]) =>
    foldersOf(root, row).map((folder) =>
      zone(folder, [folder, ...allowed.map((other) => other.replace("*", lastSegment(folder)))]),
    ),
  );
  const roots = ROOT_FILES.map((file) => zone(file, [file, ...IMPORT_TABLE.app]));
  return [...zones, ...roots, zone(EVERY_RUNTIME, [EVERY_RUNTIME, "instrumentation-node.ts"])];
}

function foldersOf(root, row) {
  if (!row.endsWith("/*")) return [row];
  const parent = row.slice(0, -2);
  return subfolders(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => !(folder in IMPORT_TABLE));
}

function subfolders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

function zone(target, allowed) {
  return {
    target: `./${target}`,
    from: "./",
    except: ["node_modules", ...allowed],
    message: `${target} may import only ${allowed.filter((folder) => folder !== target).join(", ") || "itself"} (the import table in scripts/lint/import-table.mjs).`,
  };
}

function lastSegment(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

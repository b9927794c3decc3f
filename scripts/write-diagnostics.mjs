// Writes docs/diagnostics.md from the rules of the contracts and systems.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
register();
const { diagnosticsPage, readCatalogues } = await import("./diagnostics.ts");
writeFileSync(join(root, "docs/diagnostics.md"), diagnosticsPage(await readCatalogues(root)));

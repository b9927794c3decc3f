import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { ROOT, STATE } from "../../scripts/parts/root.mjs";

/**
 * Bundles a TypeScript module of ours and imports the result, so that what is timed is plain code as in the built server.
 * @param {string} entry a path below the project @param {string} name of the file to write
 */
export async function importBundled(entry, name) {
  const outDir = join(STATE, "bench", "bundle", name);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    resolve: { alias: { "@": ROOT } },
    build: {
      ssr: join(ROOT, entry),
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return import(`${pathToFileURL(join(outDir, `${name}.mjs`)).href}?${Date.now()}`);
}

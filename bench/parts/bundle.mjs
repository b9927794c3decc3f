import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { ROOT, STATE } from "../../scripts/parts/root.mjs";

/**
 * Bundles a TypeScript module of ours and imports the result, so that what is timed is plain code as in the built server.
 * @param {string} entry a path below the project @param {string} name of the file to write
 */
export async function importBundled(entry, name) {
  return import(`${pathToFileURL(await bundle(entry, name)).href}?${Date.now()}`);
}

/**
 * Bundles a TypeScript module of ours.
 * @param {string} entry a path below the project @param {string} name of the file to write
 * @param {string} intro code that stands before all of it
 * @returns {Promise<string>} the file
 */
export async function bundle(entry, name, intro = "") {
  const outDir = join(STATE, "bench", "bundle", name);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    // "server-only" throws outside a React server; what is behind it runs here as plain Node code.
    resolve: { alias: { "@": ROOT, "server-only": join(ROOT, "scripts", "empty-module.mjs") } },
    build: {
      ssr: join(ROOT, entry),
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs`, intro } },
    },
  });
  return join(outDir, `${name}.mjs`);
}

import { join } from "node:path";
import { build } from "vite";
import { ROOT, STATE } from "../../scripts/parts/root.mjs";
import { INTRO } from "./virtual-time.mjs";

/**
 * Bundles what the parts of this bench run, once for all of them.
 * @returns {Promise<{ emulator: string, real: string, virtual: string }>} files: the emulated GitHub, and Muster with the machine's clock
 *   and with the clock of virtual-time.mjs
 */
export async function bundles() {
  return {
    emulator: await bundle("bench/github-emulator.entry.ts", "github-emulator"),
    real: await bundle("bench/github.entry.ts", "github"),
    virtual: await bundle("bench/github.entry.ts", "github-virtual", INTRO),
  };
}

async function bundle(entry, name, intro = "") {
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

import { bundle } from "../parts/bundle.mjs";
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

/**
 * One part of a bench over the emulated GitHub, in a process of its own: its name, then the bundles as JSON. The figures go to the parent, with which it
 * ends.
 */
import { startEmulator } from "./github/emulator.mjs";

const PARTS = {
  counted: async (...rest) => (await import("./github/counted.mjs")).counted(...rest),
  fleet: async (...rest) => (await import("./github/fleet.mjs")).fleet(...rest),
  time: async (...rest) => (await import("./github/time.mjs")).time(...rest),
  kept: async (...rest) => (await import("./store/kept.mjs")).kept(...rest),
  pixel: async (...rest) => (await import("./store/pixel.mjs")).pixel(...rest),
  soak: async (...rest) => (await import("./store/soak.mjs")).soak(...rest),
};

process.once("disconnect", () => process.exit(1));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
const [name, written] = process.argv.slice(2);
const bundles = JSON.parse(written);
const emulator = await startEmulator(bundles.emulator);
try {
  const figures = await PARTS[name](bundles, emulator);
  await new Promise((resolve) => process.send(figures, resolve));
} finally {
  process.removeAllListeners("disconnect");
  await emulator.stop();
}
process.exit(0);

import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": fileURLToPath(new URL(".", import.meta.url)),
      // "server-only" throws outside a React server; in tests the modules behind it run as plain Node code.
      "server-only": fileURLToPath(new URL("./scripts/empty-module.mjs", import.meta.url)),
    },
  },
  test: {
    include: [
      "lib/**/*.test.ts",
      "components/**/*.test.ts",
      "scripts/**/*.test.ts",
      "demo/**/*.test.ts",
      "app/**/*.test.ts",
      "e2e/github/**/*.test.ts",
    ],
    environment: "node",
    // Many tests wait for a database, a lease or a process: one more than there are cores keeps the cores busy.
    maxWorkers: cpus().length + 1,
    testTimeout: 20_000,
    env: { MUSTER_LOG: "silent" },
  },
});

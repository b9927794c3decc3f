import { defineConfig } from "vitest/config";
import base from "./vitest.config";

/**
 * The tests that mutation testing counts on: the rules' own and the conformance cases. Properties find faults, but not reliably the
 * same ones; the runner's own test starts processes, which no mutant reaches.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["lib/contracts/**/*.test.ts", "scripts/cases/**/*.test.ts"],
    exclude: ["**/*.{property,properties}.test.ts", "**/hostile.test.ts", "scripts/cases/run.test.ts"],
  },
});

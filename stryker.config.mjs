/**
 * Mutation testing of the rules, by hand (`npm run mutation`, about half an hour; a second run looks only at what changed).
 */
const config = {
  mutate: [
    "lib/contracts/**/*.ts",
    "!lib/contracts/**/*.test.ts",
    "!lib/contracts/**/testing/**",
    "!lib/contracts/**/*types.ts",
    "!lib/contracts/**/*.generated.ts",
  ],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts", related: true },
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: "reports/stryker-incremental.json",
  reporters: ["clear-text", "progress", "html"],
  htmlReporter: { fileName: "reports/mutation.html" },
  concurrency: 2,
  timeoutMS: 6_000,
  thresholds: { high: 95, low: 90, break: 90 },
};

export default config;

import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { SYSTEM_CHROMIUM } from "./scripts/parts/programs.mjs";

const asRoot = process.getuid?.() === 0;

/** Chromium talks to nobody but the server under test. Its sandbox does not run as root. */
const args = [
  ...(asRoot ? ["--no-sandbox"] : []),
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 60_000,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    timezoneId: "UTC",
    locale: "en-GB",
    // A trace costs every test a third of its time, so it is kept only where somebody looks for a fault.
    trace: process.env["MUSTER_TRACE"] === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { args, ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}) },
  },
});

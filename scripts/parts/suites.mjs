import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { atLeastOneFailed, countLastLine, countPlaywright, countVerdict, countVitest } from "./counts.mjs";
import { NEXT, ROOT, STATE } from "./root.mjs";

const MINUTE = 60_000;
const bin = (...path) => join(ROOT, "node_modules", ...path);
const PRETTIER = bin("prettier", "bin", "prettier.cjs");
const ESLINT = bin("eslint", "bin", "eslint.js");
const TSC = bin("typescript", "bin", "tsc");
const VITEST = bin("vitest", "vitest.mjs");
const KNIP = bin("knip", "bin", "knip.js");
const PLAYWRIGHT = bin("@playwright", "test", "cli.js");
const FIRST_LOAD = join(ROOT, "bench", "first-load.mjs");

/** Tests that search at random, start programs or wait for disks; `npm run verify` leaves them to `npm test`. */
const SLOW = [
  ...["**/*.property.test.ts", "**/*.properties.test.ts", "**/hostile.test.ts"],
  ...["lib/sources/**", "demo/**", "scripts/cases/run.test.ts"],
  ...["scripts/lint-table.test.ts", "scripts/start.test.ts", "scripts/parts/child.test.ts"],
];

/**
 * Every suite, in the order in which they run. `quick`: part of `npm run verify`. `after`: the suite whose failure makes
 * this one fail without a run.
 * @typedef {{ passed: number, failed: number }} Count
 * @type {readonly { name: string, quick: boolean, after?: string, there?: () => boolean, run: (quick: boolean) => Promise<Count> }[]}
 */
export const SUITES = [
  { name: "format", quick: true, run: () => verdict([[PRETTIER, "--check", "--log-level=warn", "."]]) },
  { name: "lint", quick: true, run: lint },
  {
    name: "types",
    quick: true,
    run: () =>
      verdict([
        [NEXT, "typegen"],
        [TSC, "--noEmit"],
      ]),
  },
  { name: "unit and property tests", quick: true, run: unit },
  { name: "conformance cases", quick: false, run: () => lastLine([join(ROOT, "scripts", "cases.mjs")]) },
  { name: "unused code and dependencies", quick: false, run: () => verdict([[KNIP]]) },
  { name: "build", quick: false, run: builds },
  {
    name: "first-load JavaScript",
    quick: false,
    after: "build",
    there: () => existsSync(FIRST_LOAD),
    run: () => lastLine([FIRST_LOAD]),
  },
  { name: "end to end", quick: false, after: "build", run: endToEnd },
];

/** Runs programs one after another, up to the first that fails; their output is shown only then. */
async function verdict(commands) {
  for (const args of commands) {
    const { code, text, timedOut } = await run(process.execPath, args, { cwd: ROOT, timeoutMs: 5 * MINUTE });
    if (code === 0) continue;
    process.stdout.write(timedOut ? `${text}\n(stopped after 5 minutes)\n` : text);
    return countVerdict(false);
  }
  return countVerdict(true);
}

/** Quick: only files that changed. What depends on other files, such as cycles, is left to the full run. */
function lint(quick) {
  const cache = ["--cache", "--cache-strategy=content", `--cache-location=${join(STATE, "test", "eslint")}`];
  return verdict([[ESLINT, ".", "--max-warnings=0", ...(quick ? cache : [])]]);
}

async function unit(quick) {
  const leftOut = quick ? SLOW.map((pattern) => `--exclude=${pattern}`) : [];
  return report(
    "vitest.json",
    (file) => [VITEST, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...leftOut],
    {},
    countVitest,
  );
}

async function endToEnd() {
  return report(
    "playwright.json",
    () => [PLAYWRIGHT, "test", "--reporter=list,json"],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    countPlaywright,
  );
}

async function builds() {
  const { ok, lines } = await build({ timeoutMs: 5 * MINUTE });
  for (const line of lines) process.stdout.write(`${line}\n`);
  return countVerdict(ok);
}

/** A suite that writes a JSON report. Without a report it crashed, and counts as one that failed. */
async function report(name, args, env, count) {
  const file = join(STATE, "test", name);
  mkdirSync(join(STATE, "test"), { recursive: true });
  rmSync(file, { force: true });
  const extra = typeof env === "function" ? env(file) : env;
  const options = { cwd: ROOT, echo: true, env: { ...process.env, ...extra }, timeoutMs: 20 * MINUTE };
  const { code } = await run(process.execPath, args(file), options);
  if (!existsSync(file)) return countVerdict(false);
  return atLeastOneFailed(count(JSON.parse(readFileSync(file, "utf8"))), code === 0);
}

/** A suite whose output ends with its counts; where it does not, its exit code is the verdict. */
async function lastLine(args) {
  const { code, text } = await run(process.execPath, args, { cwd: ROOT, echo: true, timeoutMs: 5 * MINUTE });
  return atLeastOneFailed(countLastLine(text) ?? countVerdict(code === 0), code === 0);
}

/**
 * `npm test`: every suite in order, each with a heading and its time, and one last line `N passed, N failed` over all of them.
 * `npm run verify` (`--quick`): those that take seconds. A failed suite does not stop the others.
 */
import { endOnSignals } from "./parts/child.mjs";
import { SUITES } from "./parts/suites.mjs";

const quick = process.argv.includes("--quick");
const failedSuites = new Set();
const total = { passed: 0, failed: 0 };

endOnSignals();
for (const suite of SUITES) {
  if (quick && !suite.quick) continue;
  const began = performance.now();
  process.stdout.write(`\n== ${suite.name}\n`);
  const { passed, failed } = await outcome(suite);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failedSuites.add(suite.name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`-- ${suite.name}: ${passed} passed, ${failed} failed, in ${seconds} s\n`);
}
if (failedSuites.size > 0) process.stdout.write(`\nFailed: ${[...failedSuites].join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function outcome(suite) {
  if (suite.after !== undefined && failedSuites.has(suite.after)) {
    process.stdout.write(`(not run, because ${suite.after} failed)\n`);
    return { passed: 0, failed: 1 };
  }
  if (suite.there && !suite.there()) {
    process.stdout.write("(nothing to run)\n");
    return { passed: 0, failed: 0 };
  }
  try {
    return await suite.run(quick);
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

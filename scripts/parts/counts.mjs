/** What a suite counted. @typedef {{ passed: number, failed: number }} Count */

/**
 * Counts vitest's JSON report. A file that could not be loaded has no tests, and counts as one that failed; so does a run
 * that failed without a failed test, such as one with an unhandled error.
 * @returns {Count}
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

/**
 * Counts Playwright's JSON report. A test that only passed on a second try counts as failed; errors outside of tests count too.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors?: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Counts by the last line of the output, `N passed, N failed` and what may follow; null if it does not end so. @returns {Count | null} */
export function countLastLine(text) {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\b[^\n]*\s*$/.exec(text);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : null;
}

/** A suite that says only yes or no. @returns {Count} */
export function countVerdict(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A suite that ended badly has failed, whatever it counted. @returns {Count} */
export function atLeastOneFailed(count, endedWell) {
  return endedWell || count.failed > 0 ? count : { ...count, failed: 1 };
}

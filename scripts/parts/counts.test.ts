import { describe, expect, it } from "vitest";
import { atLeastOneFailed, countLastLine, countPlaywright, countVerdict, countVitest } from "./counts.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

describe("counting", () => {
  it("counts vitest's tests", () => {
    const testResults = [file("failed", "passed", "failed"), file("passed", "passed")];
    expect(countVitest({ success: false, numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it("counts a test file that could not be loaded, and a run that broke without a failed test", () => {
    const passing = { success: false, numPassedTests: 1, numFailedTests: 0 };
    expect(countVitest({ ...passing, testResults: [file("failed"), file("passed", "passed")] })).toEqual({
      passed: 1,
      failed: 1,
    });
    expect(countVitest({ ...passing, testResults: [file("passed", "passed")] })).toEqual({ passed: 1, failed: 1 });
  });

  it("counts what passed in the browser only on a second try as failed, and errors outside of tests too", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
    expect(countPlaywright({ stats, errors: [{ message: "no browser" }] })).toEqual({ passed: 5, failed: 4 });
  });

  it("reads counts from the last line and from no other", () => {
    expect(countLastLine("FAILED x\n12 passed, 3 failed, 4 skipped\n")).toEqual({ passed: 12, failed: 3 });
    expect(countLastLine("12 passed, 3 failed\nthen it crashed\n")).toBeNull();
    expect(countLastLine("")).toBeNull();
  });

  it("never takes a suite that ended badly for one that passed", () => {
    expect(atLeastOneFailed({ passed: 9, failed: 0 }, false)).toEqual({ passed: 9, failed: 1 });
    expect(atLeastOneFailed({ passed: 9, failed: 2 }, false)).toEqual({ passed: 9, failed: 2 });
    expect(atLeastOneFailed({ passed: 9, failed: 0 }, true)).toEqual({ passed: 9, failed: 0 });
    expect(countVerdict(false)).toEqual({ passed: 0, failed: 1 });
  });
});

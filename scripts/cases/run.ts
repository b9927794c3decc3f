import { relative } from "node:path";
import { ADAPTERS } from "./adapters";
import { ownFiles } from "./files";
import { judge } from "./judge";
import { readCases } from "./read";

/**
 * Runs the cases of the files named, or of all the project's own; prints each failure with what was expected and what
 * came out, each skipped row by name, and the counts.
 * @returns the exit code: 1 where any case failed or a file could not be read
 */
export async function main(files: readonly string[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files.length > 0 ? files : ownFiles()) {
    const name = relative(process.cwd(), file);
    try {
      for (const test of readCases(file)) {
        const result = await judge(test, ADAPTERS);
        counts[result.outcome] += 1;
        if (result.outcome === "skipped") print(`skipped ${test.id} (${name}): ${result.why}`);
        if (result.outcome === "failed") {
          print(`FAILED ${test.id} (${name}) ${test.description}\n  ${result.why}`);
          for (const { member, expected, got } of result.differences) {
            print(`  ${member}\n    expected ${show(expected)}\n    got      ${show(got)}`);
          }
        }
      }
    } catch (error) {
      counts.failed += 1;
      print(`FAILED ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

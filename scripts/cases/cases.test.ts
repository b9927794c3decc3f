import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "./adapters";
import { ownFiles } from "./files";
import { judge } from "./judge";
import { readCases } from "./read";

const files = ownFiles();
const project = fileURLToPath(new URL("../..", import.meta.url));

/** The text of every unit and browser test. */
function tests(): string[] {
  return ["lib", "e2e"].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path) => readFileSync(join(project, folder, path), "utf8")),
  );
}

describe("the project's own conformance cases", () => {
  it("are all there", () => {
    expect(files.map((file) => file.replace(/^.*[\\/]cases[\\/]/, "").replaceAll("\\", "/"))).toEqual([
      "hard-inputs/index.jsonl",
      "squad-artifact-comment.jsonl",
      "squad-artifact-selection.jsonl",
      "squad-avatar-route.jsonl",
      "squad-binding.jsonl",
      "squad-continuity.jsonl",
      "squad-registry.jsonl",
      "squad-thread.jsonl",
      "squad-trust.jsonl",
    ]);
  });

  for (const file of files) {
    const cases = readCases(file);

    describe(relative(process.cwd(), file), () => {
      it("has a row for each ID, once", () => {
        expect(cases.length).toBeGreaterThan(0);
        expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
      });

      it.each(cases.map((test) => [test.id, test.description, test] as const))(
        "%s %s",
        async (_id, _description, test) => {
          const result = await judge(test, ADAPTERS);
          if (result.outcome === "failed")
            throw new Error(`${result.why} ${JSON.stringify(result.differences, null, 2)}`);
        },
      );
    });
  }

  it("that are checklists are each held by a test that names the row", () => {
    const texts = tests();
    const areas = ADAPTERS.filter(({ checklist }) => checklist).map(({ area }) => area);
    const rows = files.flatMap(readCases).filter(({ area }) => areas.includes(area));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ id }) => !texts.some((text) => text.includes(id))).map(({ id }) => id)).toEqual([]);
  });
});

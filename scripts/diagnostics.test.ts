import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { diagnosticsPage, readCatalogues } from "./diagnostics";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

describe("the diagnostics", () => {
  it("are documented, each as its rule states it", async () => {
    expect(readFileSync(join(root, "docs/diagnostics.md"), "utf8")).toBe(diagnosticsPage(await readCatalogues(root)));
  });

  it("have codes that are kebab-case, sentences that end, and a mend", async () => {
    const rules = (await readCatalogues(root)).flatMap((catalogue) => catalogue.rules);
    expect(rules.length).toBeGreaterThan(80);
    for (const { code, sentence, mend } of rules) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(sentence, code).toMatch(/[.”]$/);
      expect(mend, code).toMatch(/[.”]$/);
    }
  });
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { foldCase } from "./casefold";
import { CASE_FOLDING, CASE_FOLDING_VERSION } from "./casefold.generated";

const numbers = (version: string): number[] => version.split(".").map(Number);

describe("case folding", () => {
  it("makes equal what Unicode's full folding makes equal", () => {
    expect(foldCase("STRASSE Straße ẞ")).toBe("strasse strasse ss");
    expect(foldCase("K\u212A ſS")).toBe("kk ss");
    expect(foldCase("ΣΊΣΥΦΟΣ")).toBe(foldCase("σίσυφος"));
    expect(foldCase("ﬃ")).toBe("ffi");
    expect(foldCase("\u{10400}")).toBe("\u{10428}");
    expect(foldCase("Ꭰ ꭰ")).toBe("Ꭰ Ꭰ");
  });

  it("follows no locale: dotless ı stays, dotted İ becomes i with its dot", () => {
    expect(foldCase("ı")).toBe("ı");
    expect(foldCase("İ")).toBe("i\u0307");
    expect(foldCase("I")).toBe("i");
  });

  it("leaves alone what has no case, half characters too", () => {
    expect(foldCase("漢 1-é \uD800 \u0000")).toBe("漢 1-é \uD800 \u0000");
    expect(foldCase("")).toBe("");
  });

  it("gives for each single character what the table says", () => {
    const entries = CASE_FOLDING.split(" ");
    expect(entries.length).toBeGreaterThan(1_500);
    for (const entry of entries) {
      const [from = "", to = ""] = entry
        .split(":")
        .map((codes) => String.fromCodePoint(...codes.split(",").map((code) => Number.parseInt(code, 16))));
      expect(foldCase(from)).toBe(to);
      expect(foldCase(`é${from}`)).toBe(`é${to}`);
    }
  });

  it("is generated: writing the table again gives the same file", () => {
    const script = fileURLToPath(new URL("../../../scripts/generate-casefold.mjs", import.meta.url));
    const written = execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" });
    // Mutation testing puts a line before every source file.
    const file = readFileSync(new URL("casefold.generated.ts", import.meta.url), "utf8").replace(
      /^\/\/ @ts-nocheck\n/,
      "",
    );
    expect(file).toBe(written);
  });

  it("knows every character that this runtime's Unicode knows", () => {
    const [table, runtime] = [numbers(CASE_FOLDING_VERSION), numbers(process.versions.unicode ?? "0")];
    const difference = table.map((part, index) => part - (runtime[index] ?? 0)).find((part) => part !== 0) ?? 0;
    expect(difference, `table ${CASE_FOLDING_VERSION}, runtime ${process.versions.unicode}`).toBeGreaterThanOrEqual(0);
  });
});

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../cases.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...files: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...files], { encoding: "utf8" }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), lines: stdout.trimEnd().split("\n") });
    });
  });
}
function file(name: string, ...rows: unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"));
  return path;
}

const EMPTY = {
  schema: "squad-agent-provenance/v1",
  schema_version: 1,
  revision: 1,
  generated_at: "2026-09-21T20:00:00Z",
  agents: {},
};
const row = (id: string, input: unknown, expected: unknown, more = {}): unknown => ({
  id,
  area: "registry",
  description: `case ${id}`,
  input,
  expected,
  ...more,
});

describe("npm run cases", () => {
  it("ends with the counts, and with 0 when nothing failed", async () => {
    const rows = file(
      "good.jsonl",
      row("A-1", EMPTY, { verdict: "complete", valid_ids: [] }),
      "",
      row("A-2", { raw_json: "{" }, { verdict: "reject" }),
      row("A-3", EMPTY, { message: "x" }),
    );
    const { code, lines } = await run(rows);
    expect(lines.at(-1)).toBe("2 passed, 0 failed, 1 skipped");
    expect(lines[0]).toMatch(/^skipped A-3 .*only prose/);
    expect(code).toBe(0);
  });

  it("prints each failure with what was expected and what came out, and ends with 1", async () => {
    const rows = file(
      "bad.jsonl",
      row("B-1", EMPTY, { verdict: "partial", wings: 2 }),
      row("B-2", EMPTY, { verdict: "complete" }),
      row("B-3", EMPTY, {}, { area: "no-such" }),
    );
    const { code, lines } = await run(rows);
    const text = lines.join("\n");
    expect(text).toMatch(/FAILED B-1 .*case B-1/);
    expect(text).toContain('expected "partial"\n    got      "complete"');
    expect(text).toContain("wings");
    expect(text).toMatch(/FAILED B-3 [^]*no adapter for squad area “no-such”/);
    expect(lines.at(-1)).toBe("1 passed, 2 failed, 0 skipped");
    expect(code).toBe(1);
  });

  it("reads hard inputs from the files beside their index", async () => {
    file("REG-x.json", JSON.stringify(EMPTY));
    file("picture.png", "no picture");
    const index = file(
      "index.jsonl",
      { id: "REG-x", file: "REG-x.json", kind: "registry", expected: { registry: "complete", agents: [] } },
      { id: "AVA-x", file: "picture.png", kind: "avatar-bytes", expected: { avatar: "none" } },
    );
    expect(await run(index)).toMatchObject({ code: 0, lines: ["2 passed, 0 failed, 0 skipped"] });
    const gone = file(
      "gone.jsonl",
      { id: "G-1", file: "gone.json", kind: "registry", expected: {} },
      { id: "G-2", file: "REG-x.json", kind: "registry", expected: { registry: "complete" } },
    );
    expect((await run(gone)).lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  });

  it("fails, and goes on, where a file is missing or a line is no case", async () => {
    const { code, lines } = await run(
      join(folder, "missing.jsonl"),
      file("no-case.jsonl", "[]"),
      file("one.jsonl", row("C-1", EMPTY, { verdict: "complete" })),
    );
    expect(lines.filter((line) => line.startsWith("FAILED"))).toHaveLength(2);
    expect(lines.at(-1)).toBe("1 passed, 2 failed, 0 skipped");
    expect(code).toBe(1);
  });
});

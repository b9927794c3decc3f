import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { digest } from "./digest.mjs";

let root = "";
const made: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "muster-digest-"));
  made.push(root);
  mkdirSync(join(root, "lib", "deep"), { recursive: true });
  writeFileSync(join(root, "lib", "a.ts"), "one");
  writeFileSync(join(root, "lib", "deep", "b.ts"), "two");
});

afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe("the digest of the sources", () => {
  const now = () => digest(root, ["lib", "proxy.ts"]);

  it("changes with a byte, a name, a new file and one that is gone", () => {
    const seen = [now()];
    writeFileSync(join(root, "lib", "a.ts"), "One");
    seen.push(now());
    writeFileSync(join(root, "lib", "deep", "c.ts"), "two");
    seen.push(now());
    rmSync(join(root, "lib", "deep", "b.ts"));
    seen.push(now());
    writeFileSync(join(root, "proxy.ts"), "");
    seen.push(now());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("does not change with what is skipped, other folders, or what links point at", () => {
    const skip = (path: string) => path.endsWith(".test.ts");
    const before = digest(root, ["lib"], { skip });
    writeFileSync(join(root, "lib", "a.test.ts"), "x");
    writeFileSync(join(root, "README.md"), "x");
    symlinkSync(root, join(root, "lib", "loop"));
    expect(digest(root, ["lib"], { skip })).toBe(before);
  });

  it("changes with what it was salted with", () => {
    expect(digest(root, ["lib"], { salt: "v20" })).not.toBe(digest(root, ["lib"], { salt: "v22" }));
  });
});

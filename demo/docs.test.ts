import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readConfig } from "@/lib/server/config-file";
import { DEMO_REPOSITORIES } from "./repositories.mjs";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

describe("what is written about the configuration and the demo", () => {
  const guide = read("../docs/configuration.md");

  it("gives an example that Muster accepts and that shows every setting", () => {
    const [, example = ""] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(readConfig(Buffer.from(example), "/")).toMatchObject({ ok: true });
    const [first] = (JSON.parse(example) as { repositories: object[] }).repositories;
    for (const setting of Object.keys(first ?? {})) expect(guide).toContain(`| \`repositories[].${setting}\``);
    expect(Object.keys(first ?? {})).toHaveLength(7);
  });

  it("names every demo repository once", () => {
    const rows = [...read("README.md").matchAll(/^\| `((?:harbor|orchard)\/[a-z]+)` /gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(DEMO_REPOSITORIES.map(({ repository }) => repository));
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readActivation } from "@/lib/contracts/squad/activation";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { resolveBindings } from "@/lib/contracts/squad/bindings";
import { readRegistry } from "@/lib/contracts/squad/registry";
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

  it("shows a registry and an activation comment that hold, and that bind the task of the one to the agent of the other", () => {
    const records = read("../docs/records.md");
    const [, registry = ""] = /```json\n([\s\S]*?)```/.exec(records) ?? [];
    const verdict = readRegistry(Buffer.from(registry));
    const [, body = ""] = /`{4}markdown\n([\s\S]*?)`{4}/.exec(records) ?? [];
    const at = "2026-09-22T10:00:00Z";
    const author = { id: 41_898_282, type: "Bot", login: null };
    const comment = { id: 1, author, createdAt: at, updatedAt: at, editor: null, body };
    const activation = readActivation(comment, { repository: "harbor/lighthouse", issue: 45, trust: DEFAULT_TRUST });
    expect([verdict.verdict, activation.verdict]).toEqual(["complete", "accepted"]);
    expect([verdict.diagnostics, activation.diagnostics]).toEqual([[], []]);
    if (verdict.verdict !== "complete" || activation.verdict !== "accepted") return;
    expect(resolveBindings(activation.artifact, verdict.registry)).toMatchObject({
      tasks: [{ outcome: "resolved", agent: { id: "runtime-engineer" } }],
    });
  });

  it("names every demo repository once", () => {
    const rows = [...read("README.md").matchAll(/^\| `((?:harbor|orchard)\/[a-z]+)` /gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(DEMO_REPOSITORIES.map(({ repository }) => repository));
  });
});

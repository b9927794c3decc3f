import { readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { judgeAvatarBytes } from "@/lib/contracts/squad/avatar-bytes";
import { readRegistry } from "@/lib/contracts/squad/registry";
import type { AgentRecord } from "@/lib/contracts/squad/registry-types";
import { commitsOf } from "./history.mjs";

interface Issue {
  number: number;
  title: string;
  state: string;
  created_at: string;
  user: { login: string };
  labels: { name: string }[];
  assignees: { login: string }[];
}

interface Expected {
  repository: string;
  registry: { valid: string[] };
  avatars: { shown: Record<string, string> };
  goals: { tasks: Record<string, { outcome: string; agent: string | null }> }[];
}

const demo = fileURLToPath(new URL(".", import.meta.url));
const expected = JSON.parse(readFileSync(join(demo, "expected.json"), "utf8")) as Expected[];
const issuesOf = (repository: string) =>
  JSON.parse(readFileSync(join(demo, "threads", repository, "issues.json"), "utf8")) as Issue[];

function filesBelow(folder: string): string[] {
  return readdirSync(join(demo, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function recordsOf(bytes: Uint8Array): ReadonlyMap<string, AgentRecord> {
  const verdict = readRegistry(bytes);
  if (verdict.verdict !== "complete") throw new Error(verdict.verdict);
  return verdict.registry.agents;
}

describe("the demo's fixtures", () => {
  it("give every bound task a label and an assignee of somebody else, so that nothing inferred could be right", async () => {
    let checked = 0;
    for (const { repository, goals } of expected) {
      const tasks = goals.flatMap((goal) => Object.entries(goal.tasks));
      if (tasks.length === 0) continue;
      const registry = readFileSync(join(demo, repository, ".squad/casting/registry.json"));
      const verdict = readRegistry(registry);
      const agents = verdict.verdict === "complete" ? verdict.registry.agents : new Map<string, AgentRecord>();
      const issues = new Map(issuesOf(repository).map((issue) => [`#${issue.number}`, issue]));
      for (const [number, { agent }] of tasks) {
        const issue = issues.get(number);
        const labels = (issue?.labels ?? []).map(({ name }) => name).filter((name) => name.startsWith("squad:"));
        expect(labels, `${repository}${number}`).toHaveLength(1);
        expect(issue?.assignees, `${repository}${number}`).toHaveLength(1);
        if (agent === null) continue;
        expect(labels).not.toContain(`squad:${agents.get(agent)?.displayName.toLowerCase() ?? ""}`);
        expect(issue?.assignees.map(({ login }) => login)).not.toContain(agent);
        expect(issue?.user.login).not.toBe(agent);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  it("tell the lighthouse's history as the contract allows: nobody vanishes, no role and no birth changes", async () => {
    const commits = await commitsOf(demo, "harbor/lighthouse");
    const registries = commits.flatMap(({ files }) => files.get(".squad/casting/registry.json") ?? []);
    expect(registries).toHaveLength(40);
    let before: ReadonlyMap<string, AgentRecord> = new Map();
    for (const bytes of registries) {
      const agents = recordsOf(bytes);
      for (const [id, { role, createdAt }] of before) expect(agents.get(id)).toMatchObject({ role, createdAt });
      before = agents;
    }
    expect(commits.map(({ date }) => date)).toEqual(commits.map(({ date }) => date).sort());
  });

  it("hold avatars in all four formats, none above 20 kB", () => {
    const types = expected.flatMap(({ avatars }) => Object.values(avatars.shown));
    expect(new Set(types)).toEqual(new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]));
    const pictures = [...filesBelow("harbor"), ...filesBelow("orchard")].filter((path) =>
      [".png", ".jpg", ".gif", ".webp"].includes(extname(path)),
    );
    expect(pictures.length).toBeGreaterThan(50);
    for (const path of pictures) expect(statSync(path).size, path).toBeLessThan(20_000);
    expect(pictures.filter((path) => !judgeAvatarBytes(readFileSync(path)).picture)).toHaveLength(1);
  });

  it("are synthetic: no address but reserved ones, and no time outside 2026", () => {
    for (const path of [...filesBelow("threads"), ...filesBelow("history")].filter((name) => name.endsWith(".json"))) {
      const text = readFileSync(path, "utf8");
      const hosts = [...text.matchAll(/https?:\/\/([^/"\s)]+)/g)].map(([, host]) => host ?? "");
      expect(hosts.filter((host) => !host.endsWith(".example"))).toEqual([]);
      const times = [...text.matchAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g)].map(([, time]) => time ?? "");
      expect(
        times.filter((time) => time < "2026-01-01" || time >= "2026-11-30"),
        path,
      ).toEqual([]);
    }
  });

  it("are written as the producer writes: two spaces and a line feed at the end", () => {
    const registries = filesBelow("threads").concat(filesBelow("harbor"), filesBelow("orchard"));
    for (const path of registries.filter(
      (name) => name.endsWith(".json") && !name.includes(join("quince", ".squad")),
    )) {
      const text = readFileSync(path, "utf8");
      expect(text, path).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });
});

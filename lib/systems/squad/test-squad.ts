import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { openDirectorySource } from "@/lib/sources/directory/open";
import type { SquadPlan } from "./squad";

/** A squad in a real folder, for tests: write files and threads, then look at it through the real directory source. */
export class TestSquad {
  readonly root = mkdtempSync(join(tmpdir(), "muster-squad-"));
  readonly directory = join(this.root, "repository");
  readonly threads = join(this.root, "threads");

  constructor() {
    mkdirSync(this.directory);
    mkdirSync(this.threads);
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  registry(content: unknown): void {
    this.write(
      ".squad/casting/registry.json",
      typeof content === "string" ? content : JSON.stringify(content, null, 2),
    );
  }

  remove(path: string): void {
    rmSync(join(this.directory, path), { recursive: true, force: true });
  }

  thread(issue: number, comments: unknown): void {
    writeFileSync(
      join(this.threads, `${issue}.json`),
      typeof comments === "string" ? comments : JSON.stringify(comments),
    );
  }

  cards(issues: unknown): void {
    writeFileSync(join(this.threads, "issues.json"), typeof issues === "string" ? issues : JSON.stringify(issues));
  }

  plan(more: Partial<SquadPlan["settings"]> & { goals?: readonly number[] } = {}): SquadPlan {
    const { goals = [], ...settings } = more;
    return {
      source: openDirectorySource({ directory: this.directory, ref: "worktree", threads: this.threads }),
      settings: {
        repository: "owner/repository",
        trust: DEFAULT_TRUST,
        staleMillis: 86_400_000,
        exported: true,
        webUrl: null,
        ref: "worktree",
        ...settings,
      },
      goals,
    };
  }

  done(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A valid record; what is given replaces or adds members. Whatever the name, the role is the same: an ID keeps its role. */
export function record(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const at = "2026-09-20T20:00:00.000Z";
  return {
    display_name: name,
    persistent_name: name,
    role: "engineer",
    universe: "descriptive",
    status: "active",
    created_at: at,
    updated_at: at,
    ...more,
  };
}

/** A registry at revision 4 with these records. */
export function registryOf(agents: Record<string, unknown>): Record<string, unknown> {
  return {
    schema: "squad-agent-provenance/v1",
    schema_version: 1,
    revision: 4,
    generated_at: "2026-09-21T20:00:00.000Z",
    agents,
  };
}

export interface TestRow {
  readonly task: string;
  readonly issue: number;
  readonly agent: string;
}

/** A trusted activation comment that binds each row's issue to its agent, all in one epic #1000. */
export function activation(
  issue: number,
  id: number,
  rows: readonly TestRow[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const set = [...new Set(rows.map(({ agent }) => agent))].sort();
  const bindings = rows.map(({ task, issue: at, agent }) => ({
    binding_schema: "squad-work-agent-binding/v1",
    binding_version: 1,
    producer: "squad",
    repository: "owner/repository",
    origin_issue: issue,
    artifact: "activated",
    registry_schema: "squad-agent-provenance/v1",
    registry_revision: 4,
    task,
    issue: `#${at}`,
    epic: "1",
    epic_issue: `#${1000 + issue}`,
    agent_id: agent,
    epic_agent_ids: set,
  }));
  const envelope = { squad_artifact: "activated", schema_version: "1", origin_issue: issue, phases: [] };
  const fence = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
  const at = "2026-09-22T10:00:00Z";
  const body = `## Plan activated\n\nActivation bindings:\n${fence(bindings)}\n\nStructured data:\n${fence(envelope)}\n`;
  return {
    id,
    user: { id: 41898282, type: "Bot", login: "github-actions[bot]" },
    created_at: at,
    updated_at: at,
    body,
    ...more,
  };
}

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A squad in a temporary folder with a configuration of its own, for tests that write to a repository while Muster reads it. */
export class Squad {
  readonly root = mkdtempSync(join(tmpdir(), "muster-e2e-"));
  readonly config = join(this.root, "muster.config.json");

  constructor(
    readonly repository = "owner/repository",
    more: Record<string, unknown> = {},
  ) {
    mkdirSync(join(this.root, "repository"));
    mkdirSync(join(this.root, "threads"));
    const entry = { repository, directory: "repository", ref: "worktree", threads: "threads", ...more };
    writeFileSync(this.config, JSON.stringify({ repositories: [entry] }));
  }

  /** Writes a file of the repository in one step, so that no reader sees half of it. */
  write(path: string, content: string | Uint8Array): void {
    this.place(join(this.root, "repository", path), content);
  }

  registry(agents: Record<string, unknown>, more: Record<string, unknown> = {}): void {
    const root = {
      schema: "squad-agent-provenance/v1",
      schema_version: 1,
      revision: 4,
      generated_at: "2026-09-21T20:00:00.000Z",
      agents,
      ...more,
    };
    this.write(".squad/casting/registry.json", `${JSON.stringify(root, null, 2)}\n`);
  }

  thread(name: string, content: unknown): void {
    this.place(join(this.root, "threads", `${name}.json`), JSON.stringify(content));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private place(file: string, content: string | Uint8Array): void {
    mkdirSync(dirname(file), { recursive: true });
    const part = join(this.root, "part");
    writeFileSync(part, content);
    renameSync(part, file);
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

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { put, temporaryFolder } from "./files";

/** A real git repository in a temporary folder. Its own git runs as a person's would, without this machine's settings. */
export class Repository {
  constructor(readonly path: string) {}

  static init(options: readonly string[] = [], path = temporaryFolder()): Repository {
    runGit(["init", "-q", "-b", "main", ...options, path], path);
    return new Repository(path);
  }

  /** With one commit that holds these files. */
  static holding(files: Readonly<Record<string, string | Uint8Array>>, options: readonly string[] = []): Repository {
    const repository = Repository.init(options);
    repository.commit(files);
    return repository;
  }

  git(...args: string[]): string {
    return runGit(args, this.path).trim();
  }

  commit(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
    for (const [path, content] of Object.entries(files)) put(this.path, path, content);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "Change");
    return this.git("rev-parse", "HEAD");
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    symlinkSync(target, join(this.path, path));
  }

  config(...pairs: readonly (readonly [string, string])[]): void {
    for (const [name, value] of pairs) this.git("config", name, value);
  }
}

export function runGit(args: readonly string[], cwd: string): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: devNull,
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.com",
    },
  });
}

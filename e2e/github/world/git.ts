import { execFileSync, spawn } from "node:child_process";
import { devNull } from "node:os";

/** What git may see of this machine: the way to its program, and nothing of anybody's configuration. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "test",
    PATH: process.env.PATH,
    HOME: devNull,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_DEFAULT_HASH: "sha1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Runs git to its end and gives what it wrote; rejects with git's own complaint when it fails. */
export function git(args: readonly string[], input: string | Uint8Array = ""): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", [...args], { env: gitEnvironment(), stdio: ["pipe", "pipe", "pipe"] });
    const written: Buffer[] = [];
    const complaint: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => written.push(piece));
    child.stderr.on("data", (piece: Buffer) => complaint.push(piece));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(written));
      else reject(new Error(`git ${args.join(" ")} ended with ${code}: ${Buffer.concat(complaint).toString()}`));
    });
    // A program that ends early closes the pipe; its exit code says why.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Makes an empty bare repository whose HEAD names a `main` that is not born yet. */
export function initBare(folder: string): void {
  execFileSync("git", ["-c", "init.defaultBranch=main", "init", "--quiet", "--bare", "--template=", folder], {
    env: gitEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
}

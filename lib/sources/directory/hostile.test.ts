import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDirectorySource } from "./open";
import {
  answerOf,
  AVATAR,
  fileAnswer,
  headOf,
  put,
  readText,
  REGISTRY,
  temporaryFolder,
  valueOf,
} from "./testing/files";
import { Repository, runGit } from "./testing/repository";

const at = (directory: string, ref?: string) => openDirectorySource({ directory, ref });

afterEach(() => vi.unstubAllEnvs());

/** A program that leaves a mark when it is run, and the mark. */
function trap(): { readonly program: string; readonly sprung: () => boolean; readonly reset: () => void } {
  const folder = temporaryFolder();
  const mark = join(folder, "mark");
  const program = put(folder, "trap", `#!/bin/sh\necho run >> '${mark}'\n`);
  chmodSync(program, 0o755);
  return { program, sprung: () => existsSync(mark), reset: () => rmSync(mark, { force: true }) };
}

/** Runs git as somebody without our care would, in the repository's own folder, whatever it answers. */
function carelessly(repository: string, ...args: string[]): void {
  spawnSync("git", args, { cwd: repository, stdio: "ignore", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
}

describe("a repository's own settings run nothing", () => {
  it("neither monitors, hooks, aliases, pagers nor filters, also when they come from an included file", async () => {
    const { program, sprung, reset } = trap();
    const repository = Repository.holding({ [REGISTRY]: "{}\n", ".gitattributes": "* filter=evil diff=evil\n" });
    const included = put(temporaryFolder(), "config", `[core]\n\tfsmonitor = ${program}\n`);
    const hooks = temporaryFolder();
    for (const hook of ["post-index-change", "reference-transaction", "pre-auto-gc", "post-checkout"]) {
      put(hooks, hook, `#!/bin/sh\n${program}\n`);
      chmodSync(join(hooks, hook), 0o755);
    }
    repository.config(
      ["core.fsmonitor", program],
      ["core.hooksPath", hooks],
      ["core.pager", program],
      ["pager.ls-tree", "true"],
      ["alias.rev-parse", `!${program}`],
      ["alias.ls-tree", `!${program}`],
      ["alias.cat-file", `!${program}`],
      ["filter.evil.smudge", program],
      ["filter.evil.clean", program],
      ["diff.evil.textconv", program],
      ["include.path", included],
      [`includeIf.gitdir:${repository.path}/.path`, included],
    );
    reset();
    expect(await readText(at(repository.path), REGISTRY)).toBe("{}\n");
    expect((await at(repository.path, "nowhere").head(null)).answer).toBe("absent");
    expect(await readText(at(repository.path, "worktree"), REGISTRY)).toBe("{}\n");
    expect(sprung()).toBe(false);
    carelessly(repository.path, "status");
    expect(sprung()).toBe(true);
  });

  it("nor are they asked for a place outside the configured directory", async () => {
    const other = Repository.holding({ [REGISTRY]: "other" });
    const repository = Repository.holding({ [REGISTRY]: "own" });
    repository.config(["core.worktree", other.path], ["core.bare", "false"]);
    expect(await readText(at(repository.path), REGISTRY)).toBe("own");
    repository.config(["core.worktree", join(other.path, "nowhere")]);
    expect(await readText(at(repository.path), REGISTRY)).toBe("own");
  });

  it("nor does Muster's own environment reach git", async () => {
    const other = Repository.holding({ [REGISTRY]: "other" });
    const repository = Repository.holding({ [REGISTRY]: "own" });
    const { program, sprung } = trap();
    vi.stubEnv("GIT_DIR", join(other.path, ".git"));
    vi.stubEnv("GIT_OBJECT_DIRECTORY", join(other.path, ".git/objects"));
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("GIT_CONFIG_KEY_0", "core.fsmonitor");
    vi.stubEnv("GIT_CONFIG_VALUE_0", program);
    vi.stubEnv("GIT_EXEC_PATH", temporaryFolder());
    vi.stubEnv("GIT_TRACE", join(repository.path, "trace"));
    expect(await readText(at(repository.path), REGISTRY)).toBe("own");
    expect([sprung(), existsSync(join(repository.path, "trace"))]).toEqual([false, false]);
  });

  it("nor are programs found inside the repository by a relative search path", async () => {
    const repository = Repository.holding({ [REGISTRY]: "own" });
    const { program, sprung } = trap();
    put(repository.path, "git", `#!/bin/sh\nexec ${program}\n`);
    chmodSync(join(repository.path, "git"), 0o755);
    vi.stubEnv("PATH", `.:${process.env.PATH ?? ""}`);
    expect(await readText(at(repository.path), REGISTRY)).toBe("own");
    expect(sprung()).toBe(false);
    carelessly(repository.path, "status");
    expect(sprung()).toBe(true);
  });

  it("nor does the owner of a directory matter, which the operator chose", async () => {
    if (process.getuid?.() !== 0) return;
    const repository = Repository.holding({ [REGISTRY]: "own" });
    for (const path of [repository.path, join(repository.path, ".git")]) chownSync(path, 12_345, 12_345);
    expect(await readText(at(repository.path), REGISTRY)).toBe("own");
  });
});

describe("nothing stands in for a committed object", () => {
  it("neither a replacement of the content, nor one of the commit", async () => {
    const repository = Repository.holding({ [REGISTRY]: "true" });
    const honest = repository.git("rev-parse", "HEAD");
    const content = repository.git("rev-parse", `HEAD:${REGISTRY}`);
    const forged = repository.commit({ [REGISTRY]: "false" });
    repository.git("reset", "-q", "--hard", honest);
    repository.git("replace", honest, forged);
    expect(repository.git("show", `HEAD:${REGISTRY}`)).toBe("false");
    expect(await readText(at(repository.path), REGISTRY)).toBe("true");
    repository.git("replace", "-d", honest);
    repository.git("replace", content, repository.git("rev-parse", `${forged}:${REGISTRY}`));
    expect(repository.git("show", `HEAD:${REGISTRY}`)).toBe("false");
    expect(await readText(at(repository.path), REGISTRY)).toBe("true");
  });

  it("nor a graft", async () => {
    const repository = Repository.holding({ [REGISTRY]: "first" });
    const first = repository.git("rev-parse", "HEAD");
    const second = repository.commit({ [REGISTRY]: "second" });
    const third = repository.commit({ [REGISTRY]: "third" });
    put(repository.path, ".git/info/grafts", `${third} ${first}\n`);
    expect(repository.git("rev-parse", "HEAD~1")).toBe(first);
    expect(await headOf(at(repository.path, "HEAD~1"))).toEqual({ kind: "commit", sha: second });
  });

  it("nor other bytes stored under its name, in the repository or in one that it borrows from", async () => {
    for (const borrowed of [false, true]) {
      const repository = Repository.holding({ [REGISTRY]: "true" });
      const oid = repository.git("rev-parse", `HEAD:${REGISTRY}`);
      const own = join(repository.path, ".git/objects", oid.slice(0, 2), oid.slice(2));
      rmSync(own);
      const lender = Repository.init();
      if (borrowed) put(repository.path, ".git/objects/info/alternates", join(lender.path, ".git/objects"));
      const store = borrowed ? lender.path : repository.path;
      put(store, `.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`, deflateSync(Buffer.from("blob 4\0lies")));
      expect(await fileAnswer(at(repository.path), REGISTRY)).toMatchObject({ answer: "failed", cause: "git" });
    }
  });

  it("and what is borrowed honestly is read", async () => {
    const lender = Repository.holding({ [REGISTRY]: "true" });
    const clone = temporaryFolder();
    runGit(["clone", "-q", "--shared", lender.path, clone], clone);
    expect(await readText(at(clone), REGISTRY)).toBe("true");
  });
});

describe("nothing is ever fetched", () => {
  function partialClone(): string {
    const origin = Repository.holding({ [REGISTRY]: "{}\n", [AVATAR]: "picture" });
    origin.config(["uploadpack.allowFilter", "true"]);
    const clone = temporaryFolder();
    runGit(["clone", "-q", "--bare", "--filter=blob:none", `file://${origin.path}`, clone], clone);
    return clone;
  }

  it("for a content that a partial clone does not have, though its remote would give it", async () => {
    const clone = partialClone();
    const answer = await fileAnswer(at(clone), REGISTRY);
    expect(answer).toMatchObject({
      answer: "failed",
      cause: "git",
      detail: expect.stringMatching(/partial clone/) as string,
    });
    expect(runGit(["rev-list", "--objects", "--all", "--missing=print"], clone)).toMatch(/^\?/m);
    runGit(["cat-file", "blob", `HEAD:${REGISTRY}`], clone);
    expect(await readText(at(clone), REGISTRY)).toBe("{}\n");
  });

  it("by a remote that is a program, or that is reached through one", async () => {
    const { program, sprung, reset } = trap();
    for (const settings of [
      [
        ["remote.origin.url", `ext::${program}`],
        ["protocol.ext.allow", "always"],
      ],
      [
        ["remote.origin.url", "ssh://localhost/x"],
        ["core.sshCommand", program],
        ["protocol.allow", "always"],
      ],
      [
        ["remote.origin.uploadpack", program],
        ["protocol.file.allow", "always"],
      ],
    ] as const) {
      const clone = partialClone();
      for (const [name, value] of settings) runGit(["config", name, value], clone);
      reset();
      expect(await fileAnswer(at(clone), REGISTRY)).toMatchObject({ answer: "failed", cause: "git" });
      expect(sprung()).toBe(false);
      carelessly(clone, "cat-file", "blob", `HEAD:${REGISTRY}`);
      expect(sprung()).toBe(true);
    }
  });
});

describe("a look ends, whatever the repository does", () => {
  /** git reads an included file before anything else, and waits for a pipe that nobody writes to. */
  function hanging(): { readonly directory: string; readonly pipe: string } {
    const repository = Repository.holding({ [REGISTRY]: "{}" });
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    writeFileSync(join(repository.path, ".git/config"), `[include]\n\tpath = ${pipe}\n`, { flag: "a" });
    return { directory: repository.path, pipe };
  }

  /** A pipe without a reader refuses a writer that will not wait. */
  function hasReader(pipe: string): boolean {
    try {
      closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
      return true;
    } catch {
      return false;
    }
  }

  it("when its time is over, and ends the process", async () => {
    const { directory, pipe } = hanging();
    const look = await at(directory).head(null, { timeoutMs: 300 });
    expect(answerOf(look)).toEqual({
      answer: "failed",
      cause: "timeout",
      detail: "The look took longer than 0.3 seconds and was stopped.",
    });
    await vi.waitFor(() => expect(hasReader(pipe)).toBe(false));
  });

  it("when it is called off, before or while it runs", async () => {
    const { directory, pipe } = hanging();
    const source = at(directory);
    const off = new AbortController();
    const running = source.head(null, { signal: off.signal });
    await vi.waitFor(() => expect(hasReader(pipe)).toBe(true));
    const sha = "1".repeat(40);
    const entry = source.entry({ kind: "commit", sha }, REGISTRY, { signal: off.signal });
    off.abort();
    expect(answerOf(await running)).toMatchObject({ answer: "failed", cause: "timeout" });
    expect(answerOf(await entry)).toMatchObject({ answer: "failed", cause: "timeout" });
    const late = await source.head(null, { signal: off.signal });
    expect([answerOf(late), late.requests]).toMatchObject([{ answer: "failed", cause: "timeout" }, 0]);
  });

  it("and the next one of the same source is not held up by those that were stopped", async () => {
    const { directory } = hanging();
    const source = at(directory);
    const stopped = await Promise.all(Array.from({ length: 9 }, () => source.head(null, { timeoutMs: 200 })));
    expect(new Set(stopped.map(({ answer }) => answer))).toEqual(new Set(["failed"]));
    const config = join(directory, ".git/config");
    writeFileSync(config, "[core]\n\trepositoryFormatVersion = 0\n");
    expect((await source.head(null)).answer).toBe("value");
    expect(valueOf(await source.entry(await headOf(source), REGISTRY)).size).toBe(2);
  });
});

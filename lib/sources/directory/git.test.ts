import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDirectorySource } from "./open";
import {
  answerOf,
  AVATAR,
  entryAt,
  fileAnswer,
  headOf,
  put,
  readText,
  REGISTRY,
  temporaryFolder,
  valueOf,
} from "./testing/files";
import { Repository, runGit } from "./testing/repository";

const at = (repository: Repository, ref?: string) => openDirectorySource({ directory: repository.path, ref });
const squad = (options?: readonly string[]) => Repository.holding({ [REGISTRY]: "{}\n", [AVATAR]: "picture" }, options);

afterEach(() => vi.unstubAllEnvs());

describe("the commit that a ref names", () => {
  it("is HEAD's where no ref is configured, and moves with it", async () => {
    const repository = squad();
    const source = at(repository);
    const first = await headOf(source);
    expect(first).toEqual({ kind: "commit", sha: repository.git("rev-parse", "HEAD") });
    const second = repository.commit({ [REGISTRY]: "{ }\n" });
    expect(await headOf(source)).toEqual({ kind: "commit", sha: second });
  });

  it("is found by branch, light tag, annotated tag, full name, and by a detached HEAD", async () => {
    const repository = squad();
    const sha = repository.git("rev-parse", "HEAD");
    repository.git("tag", "light");
    repository.git("tag", "-a", "-m", "Release", "v1");
    repository.commit();
    for (const ref of ["light", "v1", "refs/tags/v1", sha, "main~1"]) {
      expect(await headOf(at(repository, ref)), ref).toEqual({ kind: "commit", sha });
    }
    repository.git("checkout", "-q", sha);
    expect(await headOf(at(repository))).toEqual({ kind: "commit", sha });
  });

  it("is not guessed where one short name is borne by a branch and a tag, and is found by either's full name", async () => {
    const repository = squad();
    const branch = repository.git("rev-parse", "HEAD");
    repository.git("branch", "both");
    const source = at(repository, "both");
    expect(await headOf(source)).toEqual({ kind: "commit", sha: branch });
    const tag = repository.commit();
    repository.git("tag", "both", tag);
    for (const ref of ["both", "both~0"]) {
      expect(answerOf(await at(repository, ref).head(null)), ref).toEqual({
        answer: "failed",
        cause: "git",
        detail:
          "both names more than one thing in this repository. Write refs/heads/both or refs/tags/both as the ref to say which.",
      });
    }
    expect(answerOf(await source.head(null))).toMatchObject({ answer: "failed", cause: "git" });
    expect(await headOf(at(repository, "refs/heads/both"))).toEqual({ kind: "commit", sha: branch });
    expect(await headOf(at(repository, "tags/both"))).toEqual({ kind: "commit", sha: tag });
    expect(await headOf(at(repository, tag))).toEqual({ kind: "commit", sha: tag });
  });

  it("is read from a bare repository, a linked worktree, a .git file and a SHA-256 repository", async () => {
    const repository = squad();
    const bare = temporaryFolder();
    runGit(["clone", "-q", "--bare", repository.path, bare], bare);
    expect(await readText(openDirectorySource({ directory: bare }), REGISTRY)).toBe("{}\n");

    const linked = join(temporaryFolder(), "linked");
    repository.git("worktree", "add", "-q", "-b", "side", linked);
    expect(await readText(openDirectorySource({ directory: linked }), REGISTRY)).toBe("{}\n");

    const apart = temporaryFolder();
    const [directory, store] = [join(apart, "files"), join(apart, "store")];
    runGit(["clone", "-q", `--separate-git-dir=${store}`, repository.path, directory], apart);
    expect(await readText(openDirectorySource({ directory }), AVATAR)).toBe("picture");

    const long = at(squad(["--object-format=sha256"]));
    expect(await headOf(long)).toMatchObject({ sha: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(await readText(long, REGISTRY)).toBe("{}\n");
  });

  it("is read in a shallow clone", async () => {
    const repository = squad();
    repository.commit({ other: "more" });
    const clone = temporaryFolder();
    runGit(["clone", "-q", "--depth=1", `file://${repository.path}`, clone], clone);
    expect(await readText(openDirectorySource({ directory: clone }), REGISTRY)).toBe("{}\n");
  });

  it("is absent as a commit in an empty repository, bare or not, and as a ref where others are", async () => {
    expect(answerOf(await at(Repository.init()).head(null))).toEqual({ answer: "absent", what: "commits" });
    expect(answerOf(await at(Repository.init(["--bare"])).head(null))).toEqual({ answer: "absent", what: "commits" });
    expect(answerOf(await at(Repository.init(), "main").head(null))).toEqual({ answer: "absent", what: "commits" });
    const repository = squad();
    expect(answerOf(await at(repository, "v9").head(null))).toEqual({ answer: "absent", what: "ref" });
    repository.git("symbolic-ref", "HEAD", "refs/heads/unborn");
    expect(answerOf(await at(repository).head(null))).toEqual({ answer: "absent", what: "ref" });
  });

  it("is absent as a ref where only a detached HEAD has commits", async () => {
    const repository = squad();
    repository.git("checkout", "-q", "--detach");
    repository.git("branch", "-q", "-D", "main");
    expect((await at(repository).head(null)).answer).toBe("value");
    expect(answerOf(await at(repository, "main").head(null))).toEqual({ answer: "absent", what: "ref" });
  });

  it("is never read as an option, a range or a negation", async () => {
    const repository = squad();
    const marker = join(repository.path, "written");
    const refs = [
      "-x",
      "--all",
      "--git-dir=/",
      `--output=${marker}`,
      "--",
      "-",
      "^main",
      "main..main",
      "",
      "a\0b",
      "a\nb",
    ];
    for (const ref of refs) {
      expect(answerOf(await at(repository, ref).head(null)), ref).toEqual({ answer: "absent", what: "ref" });
    }
    repository.git("update-ref", "refs/tags/-x", "HEAD");
    expect((await at(repository, "-x").head(null)).answer).toBe("value");
  });

  it("is absent as a ref where the ref names a file or a folder", async () => {
    const repository = squad();
    for (const ref of [`main:${REGISTRY}`, "main:.squad"]) {
      expect(answerOf(await at(repository, ref).head(null)), ref).toEqual({ answer: "absent", what: "ref" });
    }
  });
});

describe("a repository that cannot be read is never taken for an empty one", () => {
  const failure = async (repository: Repository, ref?: string) => answerOf(await at(repository, ref).head(null));

  it("where a branch is an empty file", async () => {
    const repository = squad();
    writeFileSync(join(repository.path, ".git/refs/heads/main"), "");
    expect(await failure(repository)).toMatchObject({ answer: "failed", cause: "git" });
    expect(await failure(repository, "main")).toMatchObject({ answer: "failed", cause: "git" });
  });

  it("where the commit is missing or damaged", async () => {
    const repository = squad();
    const sha = repository.git("rev-parse", "HEAD");
    const object = join(repository.path, ".git/objects", sha.slice(0, 2), sha.slice(2));
    chmodSync(object, 0o644);
    writeFileSync(object, "not zlib");
    expect(await failure(repository)).toMatchObject({
      answer: "failed",
      detail: expect.stringMatching(/damaged/) as string,
    });
    rmSync(object);
    expect(await failure(repository)).toMatchObject({
      answer: "failed",
      detail: expect.stringMatching(/missing/) as string,
    });
  });

  it("where a folder on the way holds another content than its name says", async () => {
    const repository = squad();
    const tree = (at: string) => repository.git("rev-parse", at);
    const pin = valueOf(await at(repository).head(null));
    for (const folder of [".squad/casting", ".squad"]) {
      const before = tree(`HEAD:${folder}`);
      put(repository.path, REGISTRY, `{ "forged": "${folder}" }\n`);
      repository.git("add", "-A");
      const forged = repository.git("rev-parse", `${repository.git("write-tree")}:${folder}`);
      const object = (name: string) => join(repository.path, ".git/objects", name.slice(0, 2), name.slice(2));
      const kept = readFileSync(object(before));
      chmodSync(object(before), 0o644);
      writeFileSync(object(before), readFileSync(object(forged)));
      expect(answerOf(await at(repository).entry(pin, REGISTRY)), folder).toMatchObject({
        answer: "failed",
        cause: "git",
        detail: expect.stringMatching(/damaged/) as string,
      });
      writeFileSync(object(before), kept);
      expect((await at(repository).entry(pin, REGISTRY)).answer, folder).toBe("value");
    }
  });

  it("where .git is empty, a dangling link, a file that leads nowhere, or of an unknown format", async () => {
    for (const spoil of [
      (git: string) => execFileSync("mkdir", [git]),
      (git: string) => symlinkSync("nowhere", git),
      (git: string) => writeFileSync(git, "gitdir: nowhere\n"),
      (git: string) => writeFileSync(git, "words"),
    ]) {
      const folder = temporaryFolder();
      put(folder, REGISTRY, "{}");
      spoil(join(folder, ".git"));
      expect(answerOf(await openDirectorySource({ directory: folder }).head(null))).toMatchObject({ cause: "git" });
    }
    const repository = squad();
    repository.config(["core.repositoryFormatVersion", "1"], ["extensions.future", "true"]);
    expect(await failure(repository)).toMatchObject({ detail: expect.stringMatching(/newer git/) as string });
  });

  it("where its configuration is damaged", async () => {
    const repository = squad();
    put(repository.path, ".git/config", "[core\n");
    expect(await failure(repository)).toMatchObject({
      detail: expect.stringMatching(/configuration is damaged/) as string,
    });
  });

  it("where git is not installed", async () => {
    const repository = squad();
    vi.stubEnv("PATH", temporaryFolder());
    expect(await failure(repository)).toMatchObject({
      detail: expect.stringMatching(/git program was not found/) as string,
    });
  });

  it("where a ref is configured but there is no repository; one further up is not taken", async () => {
    const repository = squad();
    const inner = join(repository.path, ".squad");
    const answer = await openDirectorySource({ directory: inner, ref: "main" }).head(null);
    expect(answerOf(answer)).toMatchObject({ answer: "failed", cause: "git" });
    expect(await headOf(openDirectorySource({ directory: inner }))).toMatchObject({ kind: "worktree" });
  });

  it("where the directory went away after its commit was read", async () => {
    const repository = squad();
    const source = at(repository);
    const pin = await headOf(source);
    const entry = valueOf(await source.entry(pin, REGISTRY));
    renameSync(repository.path, join(temporaryFolder(), "away"));
    expect(answerOf(await source.head(pin))).toMatchObject({ answer: "denied", status: 404 });
    expect(answerOf(await source.entry(pin, REGISTRY))).toMatchObject({ answer: "denied", status: 404 });
    expect(answerOf(await source.blob(pin, entry, 100))).toMatchObject({ answer: "denied", status: 404 });
  });
});

describe("the entry at a path of a commit", () => {
  it("names the file as git does, executable or not", async () => {
    const repository = squad();
    chmodSync(join(repository.path, REGISTRY), 0o755);
    repository.commit();
    expect(valueOf(await entryAt(at(repository), REGISTRY))).toEqual({
      path: REGISTRY,
      kind: "file",
      oid: repository.git("rev-parse", `HEAD:${REGISTRY}`),
      size: 3,
    });
  });

  it("is absent where nothing is there, whatever the letter case of what is near", async () => {
    const source = at(Repository.holding({ ".Squad/casting/registry.json": "{}", "other/a": "b" }));
    for (const path of [
      REGISTRY,
      ".squad",
      "other/A",
      "other/a b",
      "other/*",
      ":/other/a",
      ":(icase)OTHER/a",
      "othe",
    ]) {
      expect(answerOf(await entryAt(source, path)), path).toEqual({ answer: "absent", what: "path" });
    }
  });

  it("refuses paths that no repository has, without starting git", async () => {
    const source = at(squad());
    const pin = await headOf(source);
    const paths = [
      "",
      "/",
      "/etc/passwd",
      "..",
      "../x",
      ".squad/../.git/config",
      ".squad//casting",
      ".git/config",
      ".GIT/config",
    ];
    for (const path of [...paths, "a\0b", "a\\b", "\ud800", "-x/..", "x".repeat(5_000), `${REGISTRY}/`, "./x"]) {
      const look = await source.entry(pin, path);
      expect([look.answer, look.requests], path).toEqual(["absent", 0]);
    }
  });

  it.each([
    [".squad", "elsewhere"],
    [".squad/casting", "../elsewhere/casting"],
    [REGISTRY, "../../elsewhere/casting/registry.json"],
    [REGISTRY, "nowhere"],
  ])("is unfit where %s is a link, though its target is readable", async (path, target) => {
    const repository = Repository.init();
    put(repository.path, "elsewhere/casting/registry.json", "{}");
    repository.link(path, target);
    repository.commit();
    expect(await fileAnswer(at(repository), REGISTRY)).toMatchObject({
      answer: "unfit",
      why: "link",
      detail: expect.stringContaining(`${path} is a symbolic link`) as string,
    });
  });

  it("is unfit where a folder, a submodule or a file on the way is there instead", async () => {
    const folder = at(Repository.holding({ [`${REGISTRY}/x`]: "y" }));
    expect(await fileAnswer(folder, REGISTRY)).toMatchObject({ answer: "unfit", why: "folder" });
    const file = at(Repository.holding({ ".squad/casting": "y" }));
    expect(await fileAnswer(file, REGISTRY)).toMatchObject({ answer: "unfit", why: "not-regular" });
    for (const path of [".squad", ".squad/casting", REGISTRY]) {
      const repository = Repository.holding({ other: "x" });
      repository.git("update-index", "--add", "--cacheinfo", `160000,${repository.git("rev-parse", "HEAD")},${path}`);
      repository.git("commit", "-q", "-m", "Add a submodule");
      expect(await fileAnswer(at(repository), REGISTRY), path).toMatchObject({ answer: "unfit", why: "submodule" });
    }
  });

  it("is what the pin says, not what the ref says now", async () => {
    const repository = squad();
    const source = at(repository);
    const old = await headOf(source);
    repository.git("rm", "-q", "-r", ".squad");
    repository.commit();
    expect((await source.entry(old, REGISTRY)).answer).toBe("value");
    expect((await entryAt(source, REGISTRY)).answer).toBe("absent");
  });

  it("fails at a commit that is not here, and at one that is not a commit's name", async () => {
    const source = at(squad());
    for (const sha of ["1".repeat(40), "--help", "HEAD"]) {
      expect(answerOf(await source.entry({ kind: "commit", sha }, REGISTRY)), sha).toMatchObject({ answer: "failed" });
    }
  });

  it("is found beside names that are not UTF-8", async () => {
    const repository = Repository.init();
    put(repository.path, REGISTRY, "{}");
    execFileSync("sh", ["-c", `printf x > "$(printf '.squad/casting/\\377')"`], { cwd: repository.path });
    repository.commit();
    expect(await readText(at(repository), REGISTRY)).toBe("{}");
    expect(answerOf(await entryAt(at(repository), ".squad/casting/\uFFFD"))).toEqual({
      answer: "absent",
      what: "path",
    });
  });
});

describe("the content of an entry", () => {
  it("is the committed bytes exactly, whatever they are", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const source = at(Repository.holding({ [AVATAR]: bytes }));
    const pin = await headOf(source);
    const entry = valueOf(await source.entry(pin, AVATAR));
    const first = valueOf(await source.blob(pin, entry, 70_000));
    expect(Buffer.from(first).equals(Buffer.from(bytes))).toBe(true);
    first.fill(0);
    const second = valueOf(await source.blob(pin, entry, 70_000));
    expect(Buffer.from(second).equals(Buffer.from(bytes))).toBe(true);
    expect(answerOf(await source.blob(pin, entry, 69_999))).toMatchObject({ answer: "unfit", why: "too-large" });
  });

  it("is not read beyond the limit, also where the entry lies about its size", async () => {
    const source = at(Repository.holding({ [AVATAR]: "x".repeat(3_000_000) }));
    const pin = await headOf(source);
    const entry = valueOf(await source.entry(pin, AVATAR));
    const refused = await source.blob(pin, entry, 2_999_999);
    expect([answerOf(refused), refused.requests]).toMatchObject([{ answer: "unfit", why: "too-large" }, 0]);
    expect(answerOf(await source.blob(pin, { ...entry, size: 1 }, 1_000))).toMatchObject({ why: "too-large" });
    expect(answerOf(await source.blob(pin, { ...entry, size: 1 }, Number.NaN))).toMatchObject({ why: "too-large" });
  });

  it("is unfit where the file is a Git LFS pointer, also the second time", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`;
    const source = at(Repository.holding({ [AVATAR]: pointer }));
    expect(await fileAnswer(source, AVATAR)).toMatchObject({ answer: "unfit", why: "lfs" });
    expect(await fileAnswer(source, AVATAR)).toMatchObject({ answer: "unfit", why: "lfs" });
  });

  it("fails for an object that is not here or is no object's name, and is unfit for what is no file", async () => {
    const source = at(squad());
    const pin = await headOf(source);
    const entry = valueOf(await source.entry(pin, REGISTRY));
    expect(answerOf(await source.blob(pin, { ...entry, oid: "1".repeat(40) }, 9))).toMatchObject({ cause: "git" });
    expect(answerOf(await source.blob(pin, { ...entry, oid: "--help" }, 9))).toMatchObject({ cause: "malformed" });
    for (const kind of ["link", "folder", "submodule"] as const) {
      expect(answerOf(await source.blob(pin, { ...entry, kind }, 9))).toMatchObject({ answer: "unfit", why: kind });
    }
    expect(answerOf(await source.blob(pin, { ...entry, kind: "other" }, 9))).toMatchObject({ why: "not-regular" });
  });
});

describe("what a look costs", () => {
  it("is one process where nothing changed", async () => {
    const repository = squad();
    const source = at(repository);
    const pin = await headOf(source);
    const entry = await source.entry(pin, REGISTRY);
    expect(entry.requests).toBe(2);
    expect((await source.blob(pin, valueOf(entry), 100)).requests).toBe(1);

    const again = await source.head(pin);
    expect([again.answer, again.requests]).toEqual(["unchanged", 1]);
    expect((await source.entry(pin, REGISTRY)).requests).toBe(0);
    expect((await source.blob(pin, valueOf(entry), 100)).requests).toBe(0);
    expect((await source.head({ kind: "worktree", digest: pin.kind })).answer).toBe("value");
  });

  it("is stated with the clock that was given", async () => {
    const ticks = [1_000, 1_007];
    const source = openDirectorySource({ directory: squad().path, now: () => ticks.shift() ?? 0 });
    expect(await source.head(null)).toMatchObject({ at: 1_000, millis: 7, requests: 1 });
  });

  it("is bounded where many looks overlap, and all of them answer alike", async () => {
    const source = at(squad());
    const texts = await Promise.all(Array.from({ length: 24 }, () => readText(source, REGISTRY)));
    expect(new Set(texts)).toEqual(new Set(["{}\n"]));
  });
});

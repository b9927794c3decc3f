import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDirectorySource } from "./open";
import { SETTLE_MS } from "./stat-cache";
import {
  answerOf,
  asNobody,
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
import { Repository } from "./testing/repository";
import { MAX_FILE_BYTES } from "./worktree-files";

/** A clock that runs ahead, so that files just written count as settled. */
const later = (): number => Date.now() + 2 * SETTLE_MS;

function squad(): string {
  const root = temporaryFolder();
  put(root, REGISTRY, "{}\n");
  put(root, AVATAR, "picture");
  return root;
}
const at = (directory: string, now = later) => openDirectorySource({ directory, now });

describe("the pin of a working directory", () => {
  it("is the same for the same content, wherever and whenever it was written", async () => {
    expect(await headOf(at(squad()))).toEqual(await headOf(at(squad())));
    const root = squad();
    const source = at(root);
    const pin = await headOf(source);
    utimesSync(join(root, REGISTRY), 1, 1);
    put(root, REGISTRY, "{}\n");
    put(root, "elsewhere", "x");
    put(root, ".squad/team.md", "x");
    expect((await source.head(pin)).answer).toBe("unchanged");
  });

  it("changes with content, name, kind, and with what is added or removed", async () => {
    const root = squad();
    const source = at(root);
    const seen = new Set<string>();
    const steps = [
      () => undefined,
      () => put(root, REGISTRY, "[]\n"),
      () => put(root, AVATAR, "picturE"),
      () => put(root, ".squad/agents/runtime-engineer/charter.md", ""),
      () => renameSync(join(root, AVATAR), join(root, `${AVATAR}.old`)),
      () => rmSync(join(root, REGISTRY)),
      () => symlinkSync("elsewhere", join(root, REGISTRY)),
      () => mkdirSync(join(root, ".squad/agents/empty")),
      () => rmSync(join(root, ".squad"), { recursive: true }),
      () => symlinkSync("elsewhere", join(root, ".squad")),
    ];
    for (const step of steps) {
      step();
      const pin = await headOf(source);
      expect(pin).toEqual({ kind: "worktree", digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
      seen.add(JSON.stringify(pin));
    }
    expect(seen.size).toBe(steps.length);
  });

  it("costs no file read while nothing changes, and one for one change", async () => {
    const root = squad();
    const source = at(root);
    const first = await source.head(null);
    const pin = valueOf(first);
    expect(first.requests).toBe(2);
    const second = await source.head(pin);
    expect([second.answer, second.requests]).toEqual(["unchanged", 0]);
    expect((await source.entry(pin, REGISTRY)).requests).toBe(0);
    put(root, AVATAR, "another");
    const third = await source.head(pin);
    expect([third.answer, third.requests]).toEqual(["value", 1]);
  });

  it("is read anew until files are settled, because clocks of file systems are coarse", async () => {
    const root = squad();
    const source = at(root, Date.now);
    expect((await source.head(null)).requests).toBe(2);
    expect((await source.head(null)).requests).toBe(2);
  });

  it("is used where there is no git, and where the operator asks for it in a repository", async () => {
    const repository = Repository.holding({ [REGISTRY]: "committed" });
    put(repository.path, REGISTRY, "not committed");
    expect(await readText(openDirectorySource({ directory: repository.path }), REGISTRY)).toBe("committed");
    const files = openDirectorySource({ directory: repository.path, ref: "worktree" });
    expect(await headOf(files)).toMatchObject({ kind: "worktree" });
    expect(await readText(files, REGISTRY)).toBe("not committed");
  });

  it("is not made where more files lie there than are read", async () => {
    const root = squad();
    put(root, `.squad/agents/${"a/".repeat(20)}file`, "x");
    expect(answerOf(await at(root).head(null))).toMatchObject({ answer: "failed", cause: "too-large" });
  });
});

describe("an entry of a working directory", () => {
  it("is named as git would name its content", async () => {
    const repository = Repository.holding({ [REGISTRY]: "{}\n" });
    const source = openDirectorySource({ directory: repository.path, ref: "worktree" });
    expect(valueOf(await entryAt(source, REGISTRY))).toEqual({
      path: REGISTRY,
      kind: "file",
      oid: repository.git("rev-parse", `HEAD:${REGISTRY}`),
      size: 3,
    });
  });

  it.each([
    [".squad", "elsewhere"],
    [".squad/casting", "../elsewhere/casting"],
    [REGISTRY, "../../elsewhere/casting/registry.json"],
    [REGISTRY, "nowhere"],
    [".squad", "nowhere"],
  ])("is unfit where %s is a link to %s", async (path, target) => {
    const root = temporaryFolder();
    put(root, "elsewhere/casting/registry.json", "{}");
    put(root, `${path}/x`, "");
    rmSync(join(root, path), { recursive: true });
    symlinkSync(target, join(root, path));
    expect(await fileAnswer(at(root), REGISTRY)).toMatchObject({ answer: "unfit", why: "link" });
  });

  it("is read where the configured directory itself is a link", async () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(squad(), link);
    expect(await readText(at(link), REGISTRY)).toBe("{}\n");
  });

  it("is unfit where a folder, a file on the way, a pipe, or too large a file is there, and nothing hangs", async () => {
    const root = temporaryFolder();
    const source = at(root);
    put(root, `${REGISTRY}/x`, "");
    expect(await fileAnswer(source, REGISTRY)).toMatchObject({ answer: "unfit", why: "folder" });
    rmSync(join(root, REGISTRY), { recursive: true });
    execFileSync("mkfifo", [join(root, REGISTRY)]);
    expect(await fileAnswer(source, REGISTRY)).toMatchObject({ answer: "unfit", why: "not-regular" });
    rmSync(join(root, ".squad/casting"), { recursive: true });
    put(root, ".squad/casting", "");
    expect(await fileAnswer(source, REGISTRY)).toMatchObject({ answer: "unfit", why: "not-regular" });
    truncateSync(put(root, AVATAR, ""), MAX_FILE_BYTES + 1);
    const look = await entryAt(source, AVATAR);
    expect([answerOf(look), look.requests]).toMatchObject([{ answer: "unfit", why: "too-large" }, 0]);
  });

  it("is absent where nothing is there, and for paths that lead out", async () => {
    const root = squad();
    const source = at(root);
    put(root, "secret", "x");
    const inner = at(join(root, ".squad"));
    for (const path of ["casting/registry.json", ".squad/casting/nothing", ".squad/casting/REGISTRY.json", ".Squad"]) {
      expect(answerOf(await entryAt(source, path)), path).toEqual({ answer: "absent", what: "path" });
    }
    for (const path of ["../secret", "..", "/etc/passwd", ".git/config", "casting/../../secret", ""]) {
      expect(answerOf(await entryAt(inner, path)), path).toEqual({ answer: "absent", what: "path" });
    }
  });

  it("is read outside the pinned folders as it stands, under the same rules", async () => {
    const root = squad();
    const source = at(root);
    put(root, "a/b/c.txt", "here");
    symlinkSync("a", join(root, "link"));
    expect(await readText(source, "a/b/c.txt")).toBe("here");
    expect(await fileAnswer(source, "link/b/c.txt")).toMatchObject({ answer: "unfit", why: "link" });
    expect(await fileAnswer(source, "a/B/c.txt")).toMatchObject({ answer: "absent" });
  });

  it("is found beside names that are not UTF-8", async () => {
    const root = squad();
    const bad = `"$(printf '.squad/agents/\\377')"`;
    execFileSync("sh", ["-c", `mkdir ${bad} && printf x > ${bad}/x`], { cwd: root });
    expect(await readText(at(root), REGISTRY)).toBe("{}\n");
    expect(answerOf(await entryAt(at(root), ".squad/agents/\uFFFD/x"))).toMatchObject({ answer: "absent" });
  });
});

describe("content belongs to its pin", () => {
  it("is what the entry names, or moved", async () => {
    const root = squad();
    const source = at(root);
    const pin = await headOf(source);
    const entry = valueOf(await source.entry(pin, REGISTRY));
    for (const change of [
      () => put(root, REGISTRY, "[]\n"),
      () => put(root, REGISTRY, "longer than before"),
      () => rmSync(join(root, REGISTRY)),
      () => symlinkSync("elsewhere", join(root, REGISTRY)),
      () => rmSync(join(root, ".squad/casting"), { recursive: true }),
      () => symlinkSync("agents", join(root, ".squad/casting")),
    ]) {
      change();
      expect(answerOf(await source.blob(pin, entry, 1_000))).toMatchObject({ answer: "unfit", why: "moved" });
    }
    // What the pin lists stays listed; a reader sees that its content moved on.
    expect((await source.entry(pin, REGISTRY)).answer).toBe("value");
  });

  it("is moved at a pin that nobody knows, unless it is what stands there", async () => {
    const root = squad();
    const pin = await headOf(at(root));
    expect((await at(root).entry(pin, REGISTRY)).answer).toBe("value");
    put(root, REGISTRY, "[]\n");
    expect(answerOf(await at(root).entry(pin, REGISTRY))).toMatchObject({ answer: "unfit", why: "moved" });
  });

  it("is bounded by the limit, and unfit where it is a Git LFS pointer", async () => {
    const root = squad();
    const source = at(root);
    put(root, AVATAR, `version https://git-lfs.github.com/spec/v1\r\noid sha256:${"a".repeat(64)}\r\n`);
    expect(await fileAnswer(source, AVATAR)).toMatchObject({ answer: "unfit", why: "lfs" });
    expect(await fileAnswer(source, REGISTRY, 2)).toMatchObject({ answer: "unfit", why: "too-large" });
    expect(await fileAnswer(source, REGISTRY, 3)).toMatchObject({ answer: "value" });
  });
});

describe("a directory that cannot be read", () => {
  it("is denied where it does not exist, is a file, or may not be read", async () => {
    const root = squad();
    for (const directory of [join(root, "nowhere"), join(root, REGISTRY), join(root, REGISTRY, "x"), "a\0b"]) {
      const look = await at(directory).head(null);
      expect(answerOf(look), directory).toMatchObject({ answer: "denied", status: 404 });
    }
    chmodSync(root, 0o000);
    const look = await asNobody(() => at(root).head(null));
    chmodSync(root, 0o755);
    expect(answerOf(look)).toMatchObject({ answer: "denied", status: 403 });
  });

  it("fails for the one file or folder that may not be read, and for nothing else", async () => {
    const root = squad();
    chmodSync(root, 0o755);
    const source = at(root);
    chmodSync(join(root, AVATAR), 0o000);
    const [avatar, registry] = await asNobody(async () => [
      await fileAnswer(source, AVATAR),
      await fileAnswer(source, REGISTRY),
    ]);
    expect(avatar).toMatchObject({
      answer: "failed",
      cause: "io",
      detail: expect.stringMatching(/permission/) as string,
    });
    expect(registry).toMatchObject({ answer: "value" });
    chmodSync(join(root, ".squad/agents"), 0o000);
    const below = await asNobody(() => fileAnswer(source, AVATAR));
    chmodSync(join(root, ".squad/agents"), 0o755);
    expect(below).toMatchObject({ answer: "failed", cause: "io" });
    expect(below).toMatchObject({ detail: expect.stringMatching(/^\.squad\/agents could not be read/) as string });
  });
});

it("looks at a directory that changes all the time without a throw, and never mixes two contents", async () => {
  const root = squad();
  const source = at(root, Date.now);
  let writing = true;
  const writer = (async () => {
    for (let round = 0; writing; round++) {
      const letter = "ab"[round % 2] ?? "a";
      writeFileSync(join(root, REGISTRY), letter.repeat(40_000 + (round % 7)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let round = 0; round < 60; round++) {
    const pin = await source.head(null);
    if (pin.answer !== "value") continue;
    const entry = await source.entry(pin.value, REGISTRY);
    if (entry.answer !== "value") continue;
    const blob = await source.blob(pin.value, entry.value, 100_000);
    if (blob.answer === "value") expect(new Set(blob.value).size).toBeLessThanOrEqual(1);
  }
  writing = false;
  await writer;
  expect((await entryAt(source, REGISTRY)).answer).toBe("value");
});

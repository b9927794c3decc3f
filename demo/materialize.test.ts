import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfigFile } from "@/lib/server/config-file";
import { DEMO_REPOSITORIES, materializeDemo } from "./materialize.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const base = mkdtempSync(join(tmpdir(), "muster-materialize-"));
const first = join(base, "first");
const committed = DEMO_REPOSITORIES.filter(({ read }) => read === "commit").map(({ repository }) => repository);

beforeAll(async () => {
  expect(await materializeDemo({ root, into: first })).toMatchObject({ ok: true });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(base, { recursive: true, force: true }));

const bare = (into: string, repository: string) => join(into, `${repository}.git`);

async function git(into: string, repository: string, ...args: string[]) {
  const { stdout } = await promisify(execFile)("git", [`--git-dir=${bare(into, repository)}`, ...args]);
  return stdout.trim();
}

const headsOf = (into: string) => Promise.all(committed.map((name) => git(into, name, "rev-parse", "main")));

/** Every file below a folder by its path, with the name that git gives its bytes. */
function plainBlobs(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const bytes = readFileSync(path);
      const oid = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
      return `100644 blob ${oid}\t${relative(folder, path).split(sep).join("/")}`;
    })
    .sort();
}

describe("materializeDemo", () => {
  it("commits exactly the plain files, no more and no less", async () => {
    for (const repository of committed) {
      const tree = await git(first, repository, "ls-tree", "-r", "main");
      expect(tree.split("\n").sort(), repository).toEqual(plainBlobs(join(root, "demo", repository)));
    }
  });

  it("gives commits the same names whatever the clock, the time zone and the user's git settings say", async () => {
    const settings = join(base, "gitconfig");
    writeFileSync(
      settings,
      "[user]\n\tname = Somebody\n[core]\n\tautocrlf = true\n[init]\n\tdefaultObjectFormat = sha256\n",
    );
    vi.stubEnv("TZ", "Pacific/Kiritimati");
    vi.stubEnv("GIT_CONFIG_GLOBAL", settings);
    vi.stubEnv("GIT_DIR", join(base, "elsewhere"));
    vi.stubEnv("GIT_DEFAULT_HASH", "sha256");
    const second = join(base, "second");
    expect(await materializeDemo({ root, into: second })).toMatchObject({ ok: true });
    vi.unstubAllEnvs();
    expect(await headsOf(second)).toEqual(await headsOf(first));
    expect(existsSync(join(base, "elsewhere"))).toBe(false);
  });

  it("leaves what is in place alone, so that a warm start costs little and watchers see nothing", async () => {
    const inodes = () => [first, ...committed.map((name) => bare(first, name))].map((path) => statSync(path).ino);
    const before = [inodes(), statSync(join(first, "muster.config.json")).mtimeMs];
    await materializeDemo({ root, into: first });
    expect([inodes(), statSync(join(first, "muster.config.json")).mtimeMs]).toEqual(before);
  });

  it("replaces a repository that was made from other bytes", async () => {
    const into = join(base, "older");
    await materializeDemo({ root, into });
    const stamp = join(bare(into, "harbor/sandbar"), "muster-demo.json");
    const right = readFileSync(stamp, "utf8");
    writeFileSync(stamp, "{}\n");
    writeFileSync(join(bare(into, "harbor/sandbar"), "leftover"), "");
    expect(await materializeDemo({ root, into })).toMatchObject({ ok: true });
    expect(readFileSync(stamp, "utf8")).toBe(right);
    expect(existsSync(join(bare(into, "harbor/sandbar"), "leftover"))).toBe(false);
  });

  it("survives several starts at once, and leaves nothing half-made behind", async () => {
    const into = join(base, "crowd");
    const starts = await Promise.all(Array.from({ length: 4 }, () => materializeDemo({ root, into })));
    for (const start of starts) expect(start).toEqual(starts[0]);
    expect(starts[0]?.detail).toBe("The demo's repositories are in place.");
    expect(await headsOf(into)).toEqual(await headsOf(first));
    const names = ["", "harbor", "orchard"].flatMap((folder) => readdirSync(join(into, folder)));
    expect(names.filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("reads the plain folders where git is missing, and says so", async () => {
    const into = join(base, "plain");
    const answer = await materializeDemo({ root, into, git: () => Promise.resolve(false) });
    expect(answer).toMatchObject({ ok: true });
    expect(answer.detail).toContain("git was not found");
    expect(readConfigFile(answer.config)).toEqual(readConfigFile(join(root, "demo", "muster.config.json")));
  });

  it("writes a configuration that is read without a fault and names no folder of the machine", async () => {
    const text = readFileSync(join(first, "muster.config.json"), "utf8");
    expect(text).not.toContain(base);
    const reading = readConfigFile(join(first, "muster.config.json"));
    expect(reading.ok && reading.config.repositories.map(({ repository }) => repository)).toEqual(
      DEMO_REPOSITORIES.map(({ repository }) => repository),
    );
    for (const { directory, threads } of reading.ok ? reading.config.repositories : []) {
      expect(existsSync(directory ?? "")).toBe(true);
      if (threads !== undefined) expect(existsSync(threads)).toBe(true);
    }
  });

  it("answers a folder that cannot be written, and a missing demo, with the reason", async () => {
    const file = join(base, "a-file");
    writeFileSync(file, "");
    for (const options of [
      { root, into: join(file, "x") },
      { root: join(base, "nowhere"), into: join(base, "unused") },
    ]) {
      const answer = await materializeDemo(options);
      expect(answer.ok).toBe(false);
      expect(answer.detail).toMatch(/^(ENOTDIR|ENOENT): .+[^.]\.$/);
    }
  });
});

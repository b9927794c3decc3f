import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const START = fileURLToPath(new URL("start.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "muster-start-"));
const REPOSITORIES = [{ repository: "harbor/lighthouse", directory: "." }];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a configuration and starts Muster with it, for starts that end before anything is built. */
async function start(
  config: unknown,
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; said: string[] }> {
  const file = join(folder, "muster.config.json");
  writeFileSync(file, JSON.stringify(config));
  const none = { PORT: "", MUSTER_HOSTS: "", MUSTER_OPEN: "", MUSTER_REPOSITORIES: "", GITHUB_TOKEN: "" };
  const inherited = { ...process.env, ...none };
  const child = spawn(process.execPath, [START], {
    env: { ...inherited, MUSTER_CONFIG: file, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  // A start that goes on to build has missed its reason to end.
  child.stderr.on("data", () => /building/.test(said) && child.kill("SIGTERM"));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, said: said.trimEnd().split("\n") };
}

describe("npm start ends before it builds, in words for the person who typed it", () => {
  it("lists every fault of the configuration with its path", async () => {
    const { code, out, said } = await start({
      repositories: [{ repository: "lighthouse", directory: "." }],
      listen: { port: 0 },
      speed: 9,
    });
    expect([code, out]).toEqual([1, ""]);
    expect(said[0]).toMatch(/muster\.config\.json has 3 faults:$/);
    expect(
      said
        .slice(1)
        .map((line) => line.split(":")[0])
        .sort(),
    ).toEqual(["/listen/port", "/repositories/0/repository", "/speed"]);
  });

  it("says in one line that the file which MUSTER_CONFIG names is not there", async () => {
    const { code, said } = await start({}, { MUSTER_CONFIG: join(folder, "nowhere.json") });
    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toContain("nowhere.json");
  });

  it("says in one line which variable has no token, where a repository is read from GitHub", async () => {
    const { code, said } = await start({ repositories: [{ repository: "harbor/lighthouse" }] });
    expect(code).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("/repositories/0: The variable GITHUB_TOKEN is not set.");
  });

  it("takes the list in MUSTER_REPOSITORIES, names what is wrong in it, and never repeats the token", async () => {
    const token = "a-token-that-nobody-repeats";
    const list = { MUSTER_CONFIG: "", MUSTER_REPOSITORIES: "harbor/lighthouse,harbor", GITHUB_TOKEN: token };
    const { code, said, out } = await start({}, list);
    expect([code, out]).toEqual([1, ""]);
    expect(said).toEqual([
      `MUSTER_REPOSITORIES has a fault. entry 2, “harbor”: Write the repository as owner/name, for example harbor/lighthouse.`,
    ]);
    const both = await start({ repositories: REPOSITORIES }, { MUSTER_REPOSITORIES: "a/b", GITHUB_TOKEN: token });
    expect(both.said[0]).toContain("MUSTER_REPOSITORIES is set, and MUSTER_CONFIG names");
    expect(JSON.stringify([said, both.said])).not.toContain(token);
  });

  it("says in one line that PORT is no port", async () => {
    const { code, said } = await start({ repositories: REPOSITORIES }, { PORT: "http" });
    expect([code, said]).toEqual([1, ['PORT must be a whole number from 1 to 65535; it is "http".']]);
  });

  it("says in one line that the configured port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const taken = other.address();
    const port = taken !== null && typeof taken === "object" ? taken.port : 0;
    const { code, said } = await start({ repositories: REPOSITORIES, listen: { port } });
    other.close();
    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toContain(`Something else is listening on 127.0.0.1:${port}.`);
  });

  it("refuses to listen where others reach it unless both variables say so", async () => {
    const { code, said } = await start(
      { repositories: REPOSITORIES, listen: { host: "0.0.0.0" } },
      { MUSTER_OPEN: "1" },
    );
    expect([code, said.length]).toEqual([1, 1]);
    expect(said[0]).toContain("MUSTER_HOSTS");
  });
});

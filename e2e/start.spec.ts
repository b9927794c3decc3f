import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { isBuilt } from "../scripts/parts/build.mjs";
import { freePort } from "./serve";

const START = fileURLToPath(new URL("../scripts/start.mjs", import.meta.url));

/** `npm start` as npm runs it, over the demo. */
async function start(): Promise<{
  child: ChildProcess;
  url: string;
  out: () => string;
  ended: Promise<number | null>;
}> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    MUSTER_CONFIG: "",
    MUSTER_REPOSITORIES: "",
    MUSTER_HOSTS: "",
    MUSTER_OPEN: "",
  };
  const child = spawn(process.execPath, [START], { env, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await expect.poll(() => out, { timeout: 60_000 }).toContain("\n");
  return { child, url: `http://127.0.0.1:${port}`, out: () => out, ended };
}

const answers = (url: string) =>
  fetch(`${url}/api/health`).then(
    (response) => response.status,
    () => null,
  );

test.describe("npm start", () => {
  test.skip(() => !isBuilt(), "the sources changed since the last build");

  test("says in exactly one line what it serves and where, and ends when it is told to", async () => {
    const { child, url, out, ended } = await start();
    expect(await answers(url)).toBe(200);
    expect(out()).toBe(`Muster serves the demo squad at ${url} (no muster.config.json found)\n`);
    child.kill("SIGTERM");
    expect(await ended).not.toBeNull();
    expect(await answers(url)).toBeNull();
  });

  test("leaves no server behind, even when it is killed", async () => {
    const { child, url, ended } = await start();
    child.kill("SIGKILL");
    await ended;
    await expect.poll(() => answers(url)).toBeNull();
  });
});

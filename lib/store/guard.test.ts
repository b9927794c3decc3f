import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Faulty } from "./faults";
import { guardFolder } from "./guard";

const CHILD = join(import.meta.dirname, "testing", "guard-child.ts");
const TSX = ["--import", "tsx"];

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "muster-guard-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that waits for a line, then tries to take the folder, and says "won" or a code. */
function start(): { child: ChildProcess; ready: Promise<string>; go(): Promise<string>; release(): Promise<string> } {
  const child = spawn(process.execPath, [...TSX, CHILD, folder], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const next = lines(child);
  const ready = next();
  const say = (line: string) => {
    child.stdin?.write(`${line}\n`);
    return next();
  };
  return { child, ready, go: () => say("go"), release: () => say("release") };
}

function lines(child: ChildProcess): () => Promise<string> {
  const said: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      const next = waiting.shift();
      if (next === undefined) said.push(line);
      else next(line);
    }
  });
  return () => new Promise((resolve) => (said.length > 0 ? resolve(said.shift() ?? "") : waiting.push(resolve)));
}

/** What a process that was killed leaves: a socket that nobody listens on. */
function leaveDead(place: string): void {
  const socket = join(place, `guard-${randomBytes(6).toString("hex")}.sock`);
  const program = 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))';
  spawnSync(process.execPath, ["-e", program, socket]);
  expect(existsSync(socket)).toBe(true);
}

async function code(): Promise<string> {
  try {
    await (await guardFolder(folder, "data")).release();
    return "won";
  } catch (error) {
    return error instanceof Faulty ? error.fault.code : String(error);
  }
}

function dies(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  return gone;
}

describe("a data folder has one process", () => {
  it("and a second one is refused with a message that names the folder as it was configured", async () => {
    const guard = await guardFolder(folder, "my/data");
    await expect(guardFolder(folder, "my/data")).rejects.toMatchObject({
      fault: { code: "store-in-use", message: expect.stringContaining("my/data") },
    });
    await guard.release();
    expect(await code()).toBe("won");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("and it is free at once after kill -9, with what the dead left removed", async () => {
    const one = start();
    await one.ready;
    expect(await one.go()).toBe("won");
    expect(await code()).toBe("store-in-use");
    await dies(one.child);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await code()).toBe("won");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("and a process that is stopped still has it", async () => {
    const one = start();
    await one.ready;
    expect(await one.go()).toBe("won");
    one.child.kill("SIGSTOP");
    expect(await code()).toBe("store-in-use");
    one.child.kill("SIGCONT");
  });

  it("and of two that start at the same time exactly one wins, each of 20 times", async () => {
    const pair = [start(), start()];
    await Promise.all(pair.map((one) => one.ready));
    for (let round = 0; round < 20; round += 1) {
      if (round % 5 === 0) leaveDead(folder);
      const said = await Promise.all(pair.map((one) => one.go()));
      expect(said.toSorted(), `round ${round}`).toEqual(["store-in-use", "won"]);
      await Promise.all(pair.map((one) => one.release()));
    }
  }, 60_000);

  it("and of twelve takers in one process exactly one wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => guardFolder(folder, "data")));
      const won = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(won).toHaveLength(1);
      await won[0]?.release();
    }
  });

  it("and the folder's path may be longer than a socket's may", async () => {
    folder = join(folder, "x".repeat(200), "y".repeat(100));
    mkdirSync(folder, { recursive: true });
    const guard = await guardFolder(folder, "data");
    expect(await code()).toBe("store-in-use");
    await guard.release();
    expect(await code()).toBe("won");
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lastLines, run } from "./child.mjs";

const folder = mkdtempSync(join(tmpdir(), "muster-child-"));
const node = (code: string, options = {}) => run(process.execPath, ["-e", code], options);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program that is run", () => {
  it("gives its code and everything it said", async () => {
    const code = `process.stdout.write("x".repeat(300000)); process.stderr.write("end"); process.exitCode = 3`;
    const { code: ended, text } = await node(code);
    expect([ended, text.length]).toEqual([3, 300_003]);
  });

  it("gives 128 and the signal's number when a signal ended it", async () => {
    expect((await node(`process.kill(process.pid, "SIGKILL")`)).code).toBe(137);
  });

  it("says when there is no such program", async () => {
    expect(await run("muster-no-such-program", [])).toMatchObject({ code: 127, missing: true });
  });

  it("is stopped at its limit, with what it started", async () => {
    const listen = `require("net").createServer().listen(0, "127.0.0.1", function () { console.log(this.address().port); })`;
    const startThat = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(listen)}], { stdio: "inherit" })`;
    const { timedOut, code, text } = await node(`${startThat}; setInterval(() => {}, 1000)`, { timeoutMs: 3_000 });
    expect([timedOut, code]).toEqual([true, 137]);
    expect(Number(text)).toBeGreaterThan(0);
    const error = await new Promise((resolve) =>
      connect(Number(text), "127.0.0.1").on("error", resolve).on("connect", resolve),
    );
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  });

  it("has no standard input to wait for", async () => {
    expect((await node(`process.stdin.on("end", () => process.exit(4)).resume()`)).code).toBe(4);
  });

  it("writes to a log, whose end can be read", async () => {
    const log = join(folder, "deep", "run.log");
    expect((await node(`console.log("one\\ntwo"); console.error("three")`, { log })).text).toBe("");
    expect(lastLines(log, 2)).toEqual(["two", "three"]);
    expect(lastLines(join(folder, "nothing.log"), 2)).toEqual([]);
  });
});

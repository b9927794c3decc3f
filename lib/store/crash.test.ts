import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoreOptions } from "./open";
import { startPostgres, type TestPostgres } from "./testing/postgres";
import { bench, hashOf, must, opened, type Bench } from "./testing/stores";

const ROUNDS = Number(process.env.MUSTER_CRASH_ROUNDS ?? "3");
const CHILD = join(import.meta.dirname, "testing", "crash-child.ts");
const ROOT = join(import.meta.dirname, "..", "..");

/** What the child was told is kept: the version and revision of each write, and each decision. */
interface Acknowledged {
  version: number;
  seq: number;
  decisions: string[];
}

/**
 * Runs a process that writes as fast as it can, until `end` is called some moments after its first acknowledged write.
 * @returns what was acknowledged, read to the last line
 */
async function writeUntilDeath(
  options: StoreOptions,
  end: (child: ChildProcess) => Promise<void> | void,
): Promise<Acknowledged> {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const known: Acknowledged = { version: 0, seq: 0, decisions: [] };
  const over = new Promise((resolve) => child.once("close", resolve));
  let begun = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const said: { version?: number; seq: number; decision?: string } = JSON.parse(line);
    known.version = said.version ?? known.version;
    known.seq = Math.max(known.seq, said.seq);
    if (said.decision !== undefined) known.decisions.push(said.decision);
    if (begun) return;
    begun = true;
    setTimeout(() => void end(child), Math.random() * 400);
  });
  await over;
  expect(begun, "it wrote something before it died").toBe(true);
  return known;
}

/** Opens the store again and holds it to what was acknowledged. */
async function verify(options: StoreOptions, known: Acknowledged): Promise<void> {
  const store = await opened(options);
  const key = { repository: "acme/crash", scope: "s" };
  const [standing] = must(await store.standings([key]));
  const data: { version: number; seq: number; body: string } = JSON.parse(standing?.data ?? "null");
  // One write may have been kept without its acknowledgement; none may be missing.
  expect(standing?.version).toBeGreaterThanOrEqual(known.version);
  expect(data.version).toBe(standing?.version);
  // What one write brings is there together: its body, its look, what it accepted.
  const body = must(await store.lookedAt(key, "registry"));
  expect(body).not.toBeNull();
  expect(hashOf(body ?? "")).toBe(data.body);
  const history = must(await store.acceptedHistory(key.repository));
  expect(history.map((one) => one.seq)).toEqual(history.map((_, index) => index + 1));
  expect(history.length).toBeGreaterThanOrEqual(Math.max(known.seq, data.seq));
  for (const [index, one] of history.entries())
    if (one.decision === null) expect(one.revision ?? 0).toBeGreaterThanOrEqual(history[index - 1]?.revision ?? 0);
  const decisions = must(await store.decisions(key.repository)).map((one) => one.id);
  expect(decisions).toEqual(expect.arrayContaining(known.decisions));
  // A decision and its baseline are there together or not at all.
  expect(history.flatMap((one) => one.decision ?? []).toSorted()).toEqual(decisions.toSorted());
  expect(must(await store.setAside(key.repository))).toEqual([]);
  await store.close();
}

describe.each(["embedded", "postgres"] as const)("kill -9 of a process that is writing (%s)", (kind) => {
  let place: Bench;
  let options: StoreOptions;
  beforeAll(async () => {
    place = await bench(kind);
    options = await place.fresh();
  }, 120_000);
  afterAll(() => place.end());

  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    "loses nothing that was acknowledged and tears nothing apart, round %i",
    async () => {
      await verify(options, await writeUntilDeath(options, (child) => void child.kill("SIGKILL")));
    },
    120_000,
  );
});

describe("kill -9 of PostgreSQL itself", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
  }, 60_000);
  afterAll(() => postgres.stop());

  it("loses nothing that was acknowledged", async () => {
    const options = { kind: "postgres", url: await postgres.createDatabase() } as const;
    const known = await writeUntilDeath(options, async (child) => {
      await postgres.crash();
      child.kill("SIGKILL");
    });
    await postgres.restart();
    await verify(options, known);
  }, 120_000);
});

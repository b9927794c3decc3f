import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "./migrate";
import { MIGRATIONS } from "./migrations.generated";
import { openStore } from "./open";
import { readAddress } from "./postgres-address";
import { startPostgres, type TestPostgres } from "./testing/postgres";
import { bench, leadOne, must, opened, openedBare, writing } from "./testing/stores";

const A = { repository: "acme/one", scope: "s" };

describe.each(["embedded", "postgres"] as const)("the tables of a store (%s)", (kind) => {
  it("are left alone where a newer version made them, and told so", async () => {
    const place = await bench(kind);
    const options = await place.fresh();
    const { store, engine, run } = await openedBare(options);
    const next = { name: "9999_next", sql: "alter table look add column more text;--> statement-breakpoint\nselect 1" };
    await engine.transact((db) => migrate(db, [...MIGRATIONS, next]));
    const before = await run("select * from muster_migration order by position");
    expect(before.map((row) => row.name)).toEqual([...MIGRATIONS, next].map((one) => one.name));
    await store.close();
    expect(await openStore(options)).toMatchObject({ ok: false, fault: { code: "store-newer" } });
    // A failed start leaves nothing open: the same version that wrote it can start at once.
    expect(await openStore(options)).toMatchObject({ ok: false, fault: { code: "store-newer" } });
    await place.end();
  }, 60_000);

  it("stay as they were where a migration fails half way", async () => {
    const place = await bench(kind);
    const { store, engine, run } = await openedBare(await place.fresh());
    const bad = { name: "9999_bad", sql: "create table half (a int);--> statement-breakpoint\nselect nonsense" };
    await expect(engine.transact((db) => migrate(db, [...MIGRATIONS, bad]))).rejects.toThrow();
    expect(await run("select to_regclass('half')::text as half")).toEqual([{ half: null }]);
    expect(await run("select count(*)::int as n from muster_migration")).toEqual([{ n: MIGRATIONS.length }]);
    await store.close();
    await place.end();
  }, 60_000);
});

describe("PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  it("that five starts reach at once has its tables made once", async () => {
    const url = await postgres.createDatabase();
    const stores = await Promise.all(Array.from({ length: 5 }, () => opened({ kind: "postgres", url })));
    await Promise.all(stores.map((store) => store.close()));
    expect(await postgres.run("select count(*)::int as n from muster_migration", nameOf(url))).toEqual([
      { n: MIGRATIONS.length },
    ]);
  });

  it("that was restarted, or crashed, is reached again without a restart, by calls and by what is heard", async () => {
    const url = await postgres.createDatabase();
    const [store, other] = [await opened({ kind: "postgres", url }), await opened({ kind: "postgres", url })];
    const heard: string[] = [];
    store.subscribe((message) => heard.push(message));
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0)));
    for (const end of [() => postgres.halt(), () => postgres.crash()]) {
      await end();
      const answer = await store.versions();
      expect(answer).toMatchObject({ ok: false, fault: { code: "store-unreachable" } });
      expect(store.fault?.code).toBe("store-unreachable");
      await postgres.restart();
      await expect.poll(async () => (await store.versions()).ok, { timeout: 10_000 }).toBe(true);
      expect(store.fault).toBeNull();
      const told = `after ${heard.length}`;
      await expect
        .poll(
          async () => {
            await other.publish(told);
            return heard;
          },
          { timeout: 10_000 },
        )
        .toContain(told);
    }
    expect(must(await store.versions())).toEqual([{ ...A, version: 1 }]);
    await Promise.all([store.close(), other.close()]);
  }, 60_000);

  it("that freezes is a fault within the time limit, and works again when it goes on", async () => {
    const store = await opened({ kind: "postgres", url: await postgres.createDatabase(), poolSize: 2 });
    must(await store.versions());
    postgres.pause();
    const start = performance.now();
    const answers = await Promise.all([1, 2, 3, 4].map(() => store.versions()));
    const took = performance.now() - start;
    postgres.resume();
    expect(answers.map((answer) => answer.ok || answer.fault.code)).toEqual(Array(4).fill("store-unreachable"));
    expect(took).toBeLessThan(22_000);
    await expect.poll(async () => (await store.versions()).ok, { timeout: 10_000 }).toBe(true);
    await store.close();
  }, 60_000);

  it("that may only be read is told, still read, and written again when it may be", async () => {
    const url = await postgres.createDatabase();
    const store = await opened({ kind: "postgres", url });
    const lease = await leadOne(store, A);
    must(await store.write(writing(lease, 0)));
    await postgres.run(`alter database ${nameOf(url)} set default_transaction_read_only = on`);
    await store.close();
    const later = await opened({ kind: "postgres", url });
    expect(must(await later.versions())).toHaveLength(1);
    // An altered row is a miss here too, although that cannot be written down.
    await postgres.run("begin read write; update standing set data = '{}'; commit", nameOf(url));
    expect(must(await later.standings([A]))).toEqual([]);
    expect(await later.setBudget("k", "1")).toMatchObject({ ok: false, fault: { code: "store-read-only" } });
    await later.close();
  });

  it("that refuses a name, a database or a right says so, and never with the password", async () => {
    const url = await postgres.createDatabase();
    await postgres.run("create role poor login password 'hunter2secret'");
    await postgres.run("revoke create on schema public from public", nameOf(url));
    const poor = url.replace(/\/\/[^@]*@/, "//poor:hunter2secret@");
    const secret = "hunter2secret";
    const tries: readonly (readonly [string, string])[] = [
      [poor, "store-refused"],
      [poor.replace("//poor:", "//nobody:"), "store-refused"],
      [poor.replace(/\/[^/]*$/, "/nowhere"), "store-refused"],
      [`${poor}?sslmode=require`, "store-refused"],
      [`${poor}?sslmode=verify-full&sslrootcert=/nowhere`, "store-refused"],
      [`${poor}?sslmode=prefer`, "store-refused"],
      [poor.replace("127.0.0.1", "127.0.0.1:1/x").replace(/:\d+\/x:\d+/, ":1"), "store-unreachable"],
      [poor.replace("127.0.0.1", "nowhere.invalid"), "store-unreachable"],
      [`http://poor:${secret}@127.0.0.1/x`, "store-refused"],
      [`no address ${secret}`, "store-refused"],
    ];
    for (const [address, code] of tries) {
      const answer = await openStore({ kind: "postgres", url: address });
      expect(answer, address).toMatchObject({ ok: false, fault: { code } });
      expect(JSON.stringify(answer)).not.toMatch(/hunter2|nobody|nowhere|127\.0/);
    }
  }, 30_000);
});

describe("sslmode means what it means to PostgreSQL's own programs", () => {
  const tls = (query: string) => readAddress(`postgres://a:b@h/d?${query}`).ssl;
  it("disable, and nothing, is no TLS; require checks no name; verify-full checks everything", () => {
    expect(tls("")).toBe(false);
    expect(tls("sslmode=disable")).toBe(false);
    expect(tls("sslmode=require")).toMatchObject({ rejectUnauthorized: false });
    expect(tls("sslmode=verify-ca")).toMatchObject({
      rejectUnauthorized: true,
      checkServerIdentity: expect.any(Function),
    });
    expect(tls("sslmode=verify-full")).toEqual({ rejectUnauthorized: true });
  });
  it("and the driver is left nothing of it to read differently", () => {
    expect(readAddress("postgres://a:b@h/d?sslmode=require&application_name=x&sslcert=").connectionString).toBe(
      "postgres://a:b@h/d?application_name=x",
    );
  });
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

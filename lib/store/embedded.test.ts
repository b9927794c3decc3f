import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "./open";
import { bench, hashOf, leadOne, must, opened, writing, type Bench } from "./testing/stores";

const A = { repository: "acme/one", scope: "s" };
const MiB = 1 << 20;

let home: string;
const mounts: string[] = [];
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "muster-embedded-"));
});
afterEach(() => {
  for (const mount of mounts.splice(0)) spawnSync("umount", ["-l", mount]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function mount(folder: string, ...args: string[]): boolean {
  mkdirSync(folder, { recursive: true });
  if (spawnSync("mount", [...args, folder]).status !== 0) return false;
  if (!mounts.includes(folder)) mounts.push(folder);
  return true;
}

/** Only root may make file systems, and not in every container. There the two tests that need one cannot be run. */
const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "muster-mount-"));
  const can = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (can) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return can;
})();

describe("the embedded store", () => {
  let place: Bench;
  beforeAll(async () => {
    place = await bench("embedded");
  });
  afterAll(() => place.end());

  it("makes its folder at the first start, for its owner only, and leaves nothing half made", async () => {
    const folder = join(home, "new", "data");
    mkdirSync(join(folder, "pg.new-0123456789ab"), { recursive: true });
    const store = await opened({ kind: "embedded", folder });
    expect(readdirSync(folder).filter((name) => !name.startsWith("guard-"))).toEqual(["pg"]);
    expect(statSync(join(folder, "pg")).mode & 0o077).toBe(0);
    await store.close();
    expect(readdirSync(folder)).toEqual(["pg"]);
  }, 120_000);

  it("is refused to a second opener, and open to the next after it was closed", async () => {
    const options = await place.fresh();
    const store = await opened(options);
    expect(await openStore(options)).toMatchObject({ ok: false, fault: { code: "store-in-use" } });
    must(await store.versions());
    await store.close();
    await (await opened(options)).close();
  }, 60_000);

  it.runIf(canMount)(
    "on a full disk says so, loses nothing, and goes on by itself when there is room",
    async () => {
      const options = await place.fresh();
      if (options.kind !== "embedded") throw new Error("It is embedded.");
      const folder = join(home, "full");
      expect(mount(folder, "-t", "tmpfs", "-o", "size=120m", "tmpfs")).toBe(true);
      spawnSync("cp", ["-r", join(options.folder, "pg"), folder]);
      let store = await opened({ kind: "embedded", folder });
      const lease = await leadOne(store, A, "one", 600_000);
      let version = 0;
      // Written until it does not fit, then with room for nothing at all, then with room again.
      const write = (megabytes: number) => {
        const bodies = new Map([noise(megabytes * MiB, version)]);
        const looks = [...bodies.keys()].map((body) => ({
          target: `t${version}`,
          at: 1,
          result: "value" as const,
          detail: "",
          body,
        }));
        return store.write(writing(lease, version, { bodies, looks }));
      };
      let answer = await write(4);
      for (; answer.ok && version < 60; answer = await write(4)) version += 1;
      expect(answer).toMatchObject({ ok: false, fault: { code: "store-full" } });
      expect(store.fault?.code).toBe("store-full");
      expect(await write(4)).toMatchObject({ ok: false, fault: { code: "store-full" } });
      expect(mount(folder, "-o", "remount,size=400m", "tmpfs")).toBe(true);
      await expect.poll(async () => (await write(4)).ok, { timeout: 20_000 }).toBe(true);
      expect(must(await store.versions())).toEqual([{ ...A, version: version + 1 }]);
      await store.close();
      store = await opened({ kind: "embedded", folder });
      expect(must(await store.versions())).toEqual([{ ...A, version: version + 1 }]);
      await store.close();
    },
    120_000,
  );

  it.runIf(canMount)(
    "with a log that cannot be written any more comes back by itself, with all that was acknowledged",
    async () => {
      const options = await place.fresh();
      if (options.kind !== "embedded") throw new Error("It is embedded.");
      const folder = join(home, "log");
      expect(mount(folder, "-t", "tmpfs", "-o", "size=120m", "tmpfs")).toBe(true);
      spawnSync("cp", ["-r", join(options.folder, "pg"), folder]);
      const store = await opened({ kind: "embedded", folder });
      const lease = await leadOne(store, A, "one", 600_000);
      // Somebody else takes the room, all of it.
      spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "ballast")}`, "bs=64k"]);
      let version = 0;
      let failed = 0;
      for (let tries = 0; tries < 3_000 && failed < 5; tries += 1) {
        const answer = await store.write(writing(lease, version, { data: noise(20_000, tries)[0].repeat(300) }));
        if (answer.ok && answer.value.done === "written") version += 1;
        else failed += 1;
        if (!answer.ok) expect(answer.fault.code).toBe("store-full");
      }
      expect(failed).toBe(5);
      rmSync(join(folder, "ballast"));
      await expect.poll(async () => (await store.versions()).ok, { timeout: 20_000 }).toBe(true);
      expect(must(await store.versions())).toEqual(version === 0 ? [] : [{ ...A, version }]);
      expect(must(await store.write(writing(lease, version)))).toMatchObject({ done: "written" });
      await store.close();
    },
    120_000,
  );

  it.runIf(canMount)(
    "in a folder that may only be read says so, and starts once it may be written",
    async () => {
      const options = await place.fresh();
      if (options.kind !== "embedded") throw new Error("It is embedded.");
      expect(mount(options.folder, "--bind", options.folder)).toBe(true);
      expect(mount(options.folder, "-o", "remount,ro,bind")).toBe(true);
      expect(await openStore(options)).toMatchObject({ ok: false, fault: { code: "store-read-only" } });
      expect(await openStore({ ...options, folder: join(options.folder, "below") })).toMatchObject({
        ok: false,
        fault: { code: "store-read-only" },
      });
      expect(mount(options.folder, "-o", "remount,rw,bind")).toBe(true);
      const store = await opened(options);
      expect(mount(options.folder, "-o", "remount,ro,bind")).toBe(false);
      await store.close();
    },
    60_000,
  );

  it("with a file in its folder's place says so and touches nothing", async () => {
    const folder = join(home, "file");
    writeFileSync(folder, "mine");
    const answer = await openStore({ kind: "embedded", folder });
    expect(answer).toMatchObject({ ok: false, fault: { code: "store-failed" } });
    expect(existsSync(folder)).toBe(true);
  });
});

/** Bytes that cannot be compressed, the same for a seed, with their hash. */
function noise(size: number, seed: number): [string, Uint8Array] {
  const parts: Buffer[] = [];
  for (let length = 0, n = 0; length < size; length += 64, n += 1)
    parts.push(createHash("sha512").update(`${seed} ${n}`).digest());
  const bytes = Buffer.concat(parts).subarray(0, size);
  return [hashOf(bytes), bytes];
}

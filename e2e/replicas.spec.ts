import { test } from "@playwright/test";
import type { RegistryDocument } from "@/lib/systems/squad/document-types";
import { startPostgres } from "../lib/store/testing/postgres";
import { createDatabase } from "./database";
import { expect } from "./fixtures";
import { ROUTES, type GitHub, type Repository } from "./github";
import {
  Fleet,
  Gate,
  leases,
  nameAt,
  OFTEN,
  query,
  read,
  publishAll,
  ready,
  revise,
  shared,
  shows,
  statusOf,
  tellPush,
} from "./replicas";
import type { MusterProcess } from "./serve";

const TAKEN_OVER_WITHIN = 30_000;
/** How long the database is away. `MUSTER_CUT_SECONDS=30` is what the promise says; the default spares time. */
const CUT = Number(process.env["MUSTER_CUT_SECONDS"] ?? "8") * 1_000;

test.describe.configure({ timeout: 240_000 });

test.describe("three processes on one database", () => {
  const NAMES = ["many/one", "many/two", "many/three", "many/four", "many/five", "many/six"];

  /** The same pushes, deliveries and looks, whatever the number of processes; gives what GitHub was asked. */
  async function script(processes: number): Promise<string[]> {
    const { hub, repositories } = await publishAll(NAMES);
    const fleet = new Fleet(hub, NAMES, { DATABASE_URL: await createDatabase() });
    try {
      await Promise.all(Array.from({ length: processes }, () => fleet.start()));
      const { members } = fleet;
      await shared(members, NAMES.length);
      for (const revision of [2, 3]) {
        for (const repository of repositories) await revise(repository, revision);
        // GitHub delivers to whichever process the proxy chooses.
        const deliver = (repository: Repository, turn: number) =>
          tellPush(members[turn % members.length] as MusterProcess, repository);
        await Promise.all(repositories.map(deliver));
        for (const member of members) for (const name of NAMES) await shows(member, name, revision);
        // Everybody reads everywhere.
        const documents = ["registry", "work", "evidence", "status"];
        const all = members.flatMap((member) =>
          NAMES.flatMap((name) => documents.map((one) => ({ member, name, one }))),
        );
        await Promise.all(all.map(({ member, name, one }) => read(member, `/api/repos/${name}/${one}`)));
      }
      return hub.log.map(({ method, path, status }) => `${method} ${path} ${status}`);
    } finally {
      await fleet.stop();
      await hub.stop();
    }
  }

  test("ask GitHub what one alone asks, within 5 %", async () => {
    const alone = await script(1);
    const together = await script(3);
    console.log(`requests: ${alone.length} by one, ${together.length} by three`);
    const differs = [...without(alone, together), "and three asked besides", ...without(together, alone)].join("\n");
    expect(Math.abs(together.length - alone.length) / alone.length, differs).toBeLessThanOrEqual(0.05);
  });
});

/** What is in one list oftener than in the other. */
function without(these: readonly string[], those: readonly string[]): string[] {
  const left = [...those];
  return these.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test.describe("of three processes one dies and one stands still, each in mid-read", () => {
  const NAMES = ["lead/one", "lead/two"];
  let hub: GitHub;
  let fleet: Fleet;
  let database: string;
  let stopped: MusterProcess;
  let held: { readonly dies: Repository; readonly stops: Repository; readonly gate: Gate };
  let tookOver: { readonly dies: number; readonly stops: number };

  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const started = await publishAll(NAMES);
    hub = started.hub;
    database = await createDatabase();
    fleet = new Fleet(hub, NAMES, { DATABASE_URL: database });
    const dying = await fleet.start();
    await shared([dying], NAMES.length);
    const [own] = await leases(database);
    stopped = await fleet.start();
    await shared([dying, stopped], NAMES.length);
    const third = await fleet.start();
    for (const member of fleet.members) for (const name of NAMES) await shows(member, name, 1);
    const rows = await leases(database);
    const of = (mine: boolean) => {
      const name = rows.find(({ holder }) => (holder === own?.holder) === mine)?.repository;
      return started.repositories.find(({ fullName }) => fullName === name) as Repository;
    };
    const [dies, stops] = [of(true), of(false)];

    // Each reads revision 2, and is held in the midst of it.
    const [diesIn, stopsIn] = [await heldIn(dies, third), await heldIn(stops, third)];
    held = { dies, stops, gate: stopsIn };
    const began = Date.now();
    stopped.signal("SIGSTOP");
    dying.signal("SIGKILL");
    diesIn.letGo();
    // What stands still would have read revision 2; whoever follows reads another.
    await revise(stops, 3);
    const since = async ({ fullName }: Repository, revision: number) => {
      await shows(third, fullName, revision);
      return Date.now() - began;
    };
    const [first, second] = await Promise.all([since(dies, 2), since(stops, 3)]);
    tookOver = { dies: first, stops: second };
    console.log(`taken over after ${first} ms and ${second} ms`);
  });
  test.afterAll(async () => {
    stopped.signal("SIGCONT");
    await fleet.stop();
    await hub.stop();
  });

  /** Publishes revision 2, tells a process that leads nothing of it, and waits until the one that leads is in the midst of reading it. */
  async function heldIn(repository: Repository, told: MusterProcess): Promise<Gate> {
    const fault = new Gate();
    hub.inject({ match: (one) => one.route === ROUTES.blob && one.repository === repository.fullName, fault });
    await revise(repository, 2);
    await tellPush(told, repository);
    await fault.met;
    return fault;
  }

  test("what the dead one led is led by another within 30 s, which shows the new state", () => {
    expect(tookOver.dies).toBeLessThan(TAKEN_OVER_WITHIN);
  });

  test("what the one that stands still led is led by another within 30 s", () => {
    expect(tookOver.stops).toBeLessThan(TAKEN_OVER_WITHIN);
  });

  test("the one that stood still writes nothing when it wakes, and follows", async () => {
    const before = await leases(database);
    held.gate.letGo();
    stopped.signal("SIGCONT");
    await shows(stopped, held.stops.fullName, 3);
    await shows(stopped, held.dies.fullName, 2);
    const now = await leases(database);
    expect(now.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    const revisions = await query<{ revision: string }>(
      database,
      `select revision from accepted where repository like '% ${held.stops.fullName}' order by seq`,
    );
    expect(revisions.map(({ revision }) => Number(revision))).toEqual([1, 3]);
    const registry = await read<RegistryDocument>(stopped, `/api/repos/${held.stops.fullName}/registry`);
    expect(registry.data.agents.map(({ name }) => name)).toEqual([nameAt(3)]);
  });
});

test("while the database is away every process serves what it had and says since when; afterwards all agree and nothing is lost", async () => {
  const NAMES = ["cut/one", "cut/two", "cut/three"];
  const { hub, repositories } = await publishAll(NAMES);
  const postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const fleet = new Fleet(hub, NAMES, { DATABASE_URL: database });
  try {
    await Promise.all(NAMES.map(() => fleet.start()));
    const { members } = fleet;
    const everywhere = (see: (member: MusterProcess, name: string) => Promise<void>) =>
      Promise.all(members.flatMap((member) => NAMES.map((name) => see(member, name))));
    await shared(members, NAMES.length);
    await everywhere((member, name) => shows(member, name, 1));

    const cutAt = Date.now();
    await postgres.halt();
    for (const member of members)
      await expect.poll(() => ready(member), OFTEN).toMatchObject({ code: 503, store: "store-unreachable" });
    for (const repository of repositories) await revise(repository, 2);
    await Promise.all(repositories.map((one, at) => tellPush(members[at] as MusterProcess, one)));
    await expect
      .poll(
        async () => {
          await everywhere(async (member, name) => {
            const { data } = await statusOf(member, name);
            expect(data.revision).toBe(1);
            expect(data.registry.failing?.cause).toBe("store");
            expect(Date.parse(data.registry.failing?.since ?? "")).toBeGreaterThanOrEqual(cutAt);
            expect(data.bands.map(({ text }) => text).join()).toContain("The database cannot be reached");
            expect((await fetch(`${member.url}/repos/${name}/roster`)).status).toBe(200);
          });
          return Date.now() - cutAt;
        },
        { intervals: [500], timeout: CUT + 60_000 },
      )
      .toBeGreaterThan(CUT);

    await postgres.restart();
    await shared(members, NAMES.length);
    // What is told before a process listens again is found by a poll; here it is told until somebody heard.
    for (const [at, repository] of repositories.entries()) {
      const told = async () => {
        await tellPush(members[at] as MusterProcess, repository);
        return (await statusOf(members[at] as MusterProcess, repository.fullName)).data.revision;
      };
      await expect.poll(told, { ...OFTEN, intervals: [1_000] }).toBe(2);
    }
    await everywhere((member, name) => shows(member, name, 2));
    for (const name of NAMES) {
      const seen = await Promise.all(members.map((member) => statusOf(member, name)));
      expect(new Set(seen.map(({ snapshot }) => snapshot)).size).toBe(1);
      expect(seen.map(({ data }) => data.registry.failing)).toEqual(seen.map(() => null));
    }
    const accepted = await query<{ n: number }>(database, "select count(*)::int as n from accepted");
    expect(accepted).toEqual([{ n: 2 * NAMES.length }]);
  } finally {
    await fleet.stop();
    await postgres.stop();
    await hub.stop();
  }
});

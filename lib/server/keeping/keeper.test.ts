import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { faults, type Fault, type GitHub } from "../../../e2e/github";
import { record } from "@/lib/systems/squad/test-squad";
import { GitHubSquad } from "@/lib/systems/squad/testing/github-squad";
import { kindOf } from "@/lib/systems/squad/testing/kinds";
import type { StoreOptions } from "@/lib/store/open";
import { bench, openedBare, type Bench } from "@/lib/store/testing/stores";
import { Replica, type ReplicaOptions } from "./testing/replica";

const agents = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const WAIT = { timeout: 30_000, interval: 25 };
const until = (check: () => void | Promise<void>) => vi.waitFor(check, WAIT);

describe.each(["embedded", "postgres"] as const)("what is kept in %s", { timeout: 60_000 }, (kind) => {
  let stores: Bench;
  let squad: GitHubSquad;
  let github: GitHub;
  let store: StoreOptions;
  const replicas: Replica[] = [];
  beforeAll(async () => void (stores = await bench(kind)), 60_000);
  afterAll(() => stores.end());
  beforeEach(async () => {
    squad = await GitHubSquad.start();
    squad.github.setNow(new Date());
    github = squad.github;
    store = await stores.fresh();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.die()));
    await squad.stop();
  });

  const start = (more: Partial<ReplicaOptions> = {}): Replica => {
    const replica = new Replica({ store, github, ...more });
    replicas.push(replica);
    return replica;
  };
  const ended = async (replica: Replica, how: "stop" | "die") => {
    replicas.splice(replicas.indexOf(replica), 1);
    await replica[how]();
  };
  const read = (replica: Replica, revision = 4) =>
    until(() => expect(replica.one.state.squad.roster?.revision).toBe(revision));
  const looked = async (replica: Replica) => {
    await replica.one.look();
    return replica.one.state.squad;
  };

  describe("by one process", () => {
    it("is there after a restart, with the same snapshot, before anything is asked of GitHub", async () => {
      await squad.usual();
      const first = start();
      await read(first);
      const { squad: seen } = first.one.state;
      await ended(first, "die");
      github.reset();
      github.inject({ match: () => true, fault: faults.serverError(), times: Infinity });
      const second = start();
      await second.keeper.started;
      expect(second.one.state.squad.id).toBe(seen.id);
      expect(second.one.state.squad.work).toEqual(seen.work);
      expect(github.log).toHaveLength(0);
    });

    it("holds a registry that went back while nobody looked, and shows the accepted one", async () => {
      await squad.registry({ "docs-writer": record("Vesta") });
      const before = await squad.registry({ "docs-writer": record("Vesta") }, { revision: 5 });
      const first = start();
      await read(first, 5);
      await ended(first, "stop");
      await squad.registry({ "docs-writer": record("Impostor") }, { revision: 4 });
      expect(before).not.toBe("");
      const second = start();
      await second.keeper.started;
      const now = await looked(second);
      expect(now.held?.findings.map(({ code }) => code)).toContain("continuity-revision-lower");
      expect(now.roster?.revision).toBe(5);
      expect(now.roster?.agents.get("docs-writer")?.displayName).toBe("Vesta");
    });

    it("shows nothing of what another credential has read, and holds to what that one accepted", async () => {
      await squad.registry({ "docs-writer": record("Vesta") }, { revision: 6 });
      const first = start();
      await read(first, 6);
      await ended(first, "stop");
      github.addToken("token-two", { repositories: "all" });
      await squad.registry({ "docs-writer": record("Vesta") }, { revision: 5 });
      const second = start({ token: "token-two" });
      await second.keeper.started;
      expect(second.one.state.squad.roster).toBeNull();
      const now = await looked(second);
      expect(now.outcome).toBe("held");
      expect(now.roster).toBeNull();
      expect(now.held?.baseline.facts?.revision).toBe(6);
    });

    it("is read anew where somebody changed it by hand, and that is told", async () => {
      await squad.usual();
      const first = start();
      await read(first);
      await ended(first, "stop");
      const bare = await openedBare(store);
      await bare.run(`update standing set data = replace(data, '"pin":{', '"pin": {')`);
      await bare.store.close();
      const second = start();
      await second.keeper.started;
      expect(second.one.state.squad.roster).toBeNull();
      await until(async () => expect((await looked(second)).roster?.revision).toBe(4));
      const aside = await second.one.archive.setAside();
      expect(aside?.map(({ kind: what }) => what)).toContain("standing");
    });
  });

  it("takes a decision once, for exactly the difference that was seen, and keeps it", async () => {
    await squad.registry({ "docs-writer": record("Vesta") }, { revision: 6 });
    const first = start();
    await read(first, 6);
    await squad.registry({ "docs-writer": record("Vesta") }, { revision: 5 });
    const seen = (await looked(first)).held?.id ?? "";
    await squad.registry({ "docs-writer": record("Pallas") }, { revision: 4 });
    const held = (await looked(first)).held?.id ?? "";
    const by = { who: "Ada", why: "Restored from the backup." };
    expect(await first.one.archive.decide({ ...by, held: seen })).toMatchObject({ ok: false, code: "baseline-moved" });
    expect(await first.one.archive.decide({ ...by, held })).toMatchObject({ ok: true });
    await until(() => expect(first.one.state.squad.held).toBeNull());
    expect(first.one.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Pallas");
    expect(await first.one.archive.decide({ ...by, held })).toMatchObject({ ok: false, code: "nothing-held" });
    await ended(first, "die");
    const second = start();
    await second.keeper.started;
    expect(second.one.state.squad.roster?.revision).toBe(4);
    expect((await second.one.archive.decisions())?.map(({ who, why }) => ({ who, why }))).toEqual([by]);
  });

  if (kind === "postgres") replicated();

  function replicated() {
    it("lets one process look and all show, and costs GitHub what one costs", async () => {
      await squad.usual();
      const many = [start(), start(), start()];
      await Promise.all(many.map((one) => read(one)));
      await until(() => expect(many.filter(({ leads }) => leads)).toHaveLength(1));
      const first = [...github.log].map(kindOf);
      expect(first.filter((asked) => asked === "head")).toHaveLength(1);
      github.reset();
      await squad.registry({ ...agents, "docs-writer": record("Pallas") }, { revision: 5 });
      for (const one of many) one.one.hasten();
      await Promise.all(many.map((one) => read(one, 5)));
      const ids = new Set(many.map((one) => one.one.state.squad.id));
      expect(ids.size).toBe(1);
    });

    it("spreads repositories over the processes, and over those that are left when one dies", async () => {
      await squad.usual();
      const names = ["owner/repository", "owner/two", "owner/three", "owner/four"];
      for (const name of names.slice(1)) github.addRepository(name);
      const [one, two] = [start({ names }), start({ names })];
      await until(() => expect([one.keeper.led, two.keeper.led]).toEqual([2, 2]));
      await ended(one, "die");
      await until(() => expect(two.keeper.led).toBe(4));
    });

    it("writes nothing for a process that wakes after its lease went to another", async () => {
      await squad.usual();
      const sleeper = start({ rhythm: { lastsMs: 3_500, everyMs: 60_000 } });
      await read(sleeper);
      await squad.registry({ ...agents, "docs-writer": record("Late") }, { revision: 5 });
      let wake = () => {};
      const slept = new Promise<void>((resolve) => (wake = resolve));
      const late: Fault = {
        name: "late",
        deliver: async ({ genuine }) => {
          const answer = await genuine();
          await slept;
          return { answer };
        },
      };
      github.inject({ match: (entry) => kindOf(entry) === "head", fault: late, times: 1 });
      const look = sleeper.one.look();
      const other = start();
      await until(() => expect(other.leads).toBe(true));
      expect((await looked(other)).roster?.revision).toBe(5);
      await squad.registry({ ...agents, "docs-writer": record("Later") }, { revision: 6 });
      await looked(other);
      const { version } = other.one.shelf;
      wake();
      await look;
      expect(other.one.shelf.version).toBe(version);
      await read(sleeper, 6);
    });

    it("makes a look that was wished for while nobody led", async () => {
      await squad.usual();
      const dies = start();
      await read(dies);
      await ended(dies, "die");
      const follows = start();
      await follows.keeper.started;
      await squad.registry({ ...agents, "docs-writer": record("Pallas") }, { revision: 5 });
      expect(follows.leads).toBe(false);
      follows.one.hasten();
      await read(follows, 5);
    });

    it("takes a decision at a process that does not lead", async () => {
      await squad.registry({ "docs-writer": record("Vesta") }, { revision: 6 });
      const [one, two] = [start(), start()];
      await Promise.all([read(one, 6), read(two, 6)]);
      await until(() => expect([one, two].filter(({ leads }) => leads)).toHaveLength(1));
      const [leader, follower] = one.leads ? [one, two] : [two, one];
      await squad.registry({ "docs-writer": record("Vesta") }, { revision: 5 });
      await looked(leader);
      await until(() => expect(follower.one.state.squad.held).not.toBeNull());
      const held = follower.one.state.squad.held?.id ?? "";
      expect(await follower.one.archive.decide({ held, who: "Ada", why: "Meant." })).toMatchObject({ ok: true });
      await Promise.all([read(leader, 5), read(follower, 5)]);
    });

    it("shows the last state while the store is away, says so, takes nothing new, and goes on by itself", async () => {
      await squad.usual();
      const one = start();
      await read(one);
      await stores.postgres?.halt();
      await until(() => expect(one.one.state.standings.registry.failing?.cause).toBe("store"));
      expect(one.one.state.squad.roster?.revision).toBe(4);
      await squad.registry({ ...agents, "docs-writer": record("Pallas") }, { revision: 5 });
      await one.one.look();
      expect(one.one.state.squad.roster?.revision).toBe(4);
      await stores.postgres?.restart();
      await until(async () => {
        await one.one.look();
        expect(one.one.state.squad.roster?.revision).toBe(5);
      });
      expect(one.one.state.standings.registry.failing).toBeNull();
    });
  }
});

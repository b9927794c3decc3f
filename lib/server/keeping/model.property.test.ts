import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startGitHub, type GitHub } from "../../../e2e/github";
import { bench, type Bench } from "@/lib/store/testing/stores";
import { ALONE } from "./leadership";
import { commands, KNOWN, REPLICATED, type Command } from "./testing/commands";
import { Replica } from "./testing/replica";
import { Stage } from "./testing/stage";
import { World } from "./testing/world";

const RUNS = Number(process.env["MUSTER_MODEL_RUNS"] ?? 6);
/** Milliseconds after which no further sequence is begun. */
const LIMIT = Math.max(240_000, RUNS * 20_000);

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

const BEGIN: Command = { do: "start", token: "token-one" };

const met = { fresh: 0, held: 0, withheld: 0, stale: 0, expired: 0, denied: 0, missing: 0, partial: 0, decided: 0 };

async function act(stage: Stage, command: Command): Promise<void> {
  switch (command.do) {
    case "push":
      return stage.outside.push(command.changes, command.which);
    case "grant":
      return stage.outside.grant(command.token, command.may);
    case "break":
      return stage.outside.break(command.which);
    case "heal":
      return stage.outside.heal();
    case "hours":
      return stage.outside.hours(command.hours);
    case "start":
      if (stage.replicas.length < (stage.store.kind === "embedded" ? 1 : 3)) await stage.start(command.token);
      return;
    case "end":
      return stage.end(command.which, command.how);
    case "token":
      return stage.token(command.which, command.token);
    case "cut":
      return stage.cut();
    case "mend":
      return stage.mend();
    case "tamper":
      return stage.tamper(command.what);
    case "decide":
      if (await stage.decide(command.which, command.how)) met.decided += 1;
      return;
  }
}

async function settle(stage: Stage, alone = false): Promise<void> {
  for (const { outcome, held, failing, roster } of await stage.settle(alone)) {
    met.fresh += outcome === "complete" && !held && !failing ? 1 : 0;
    met.held += held && roster !== null ? 1 : 0;
    met.withheld += held && roster === null ? 1 : 0;
    met.stale += failing && roster !== null ? 1 : 0;
    met.expired += outcome === "expired" ? 1 : 0;
    met.denied += outcome === "no-access" ? 1 : 0;
    met.missing += outcome === "missing" ? 1 : 0;
    met.partial += outcome === "partial" ? 1 : 0;
  }
}

describe.each(["embedded", "postgres"] as const)("whatever happens to processes on %s", (kind) => {
  let stores: Bench;
  let github: GitHub;
  let runs = 0;
  beforeAll(async () => {
    [stores, github] = await Promise.all([bench(kind), startGitHub()]);
  }, 60_000);
  afterAll(async () => {
    await github.stop();
    await stores.end();
  }, 60_000);

  async function live(sequence: readonly Command[]): Promise<void> {
    const stage = await Stage.open(stores, github, `owner/run-${(runs += 1)}`);
    try {
      for (const command of [BEGIN, ...sequence]) {
        await act(stage, command);
        await settle(stage, command.do === "push" && command.alone === true);
      }
      // However it went: once nothing is broken any more, all that is true is shown, or held by what was accepted.
      await stage.mend();
      stage.outside.heal();
      stage.outside.grant("token-one", true);
      if (stage.replicas.length === 0) await stage.start("token-one");
      stage.token(0, "token-one");
      await settle(stage);
      expect(github.unexpected).toEqual([]);
    } finally {
      await stage.close();
    }
  }

  it(
    "section 6 holds after each step, nothing accepted is lost or falls without a decision, and no decision is lost",
    async () => {
      const sequence = fc.array(commands(kind === "postgres"), { minLength: 6, maxLength: 16 });
      await fc.assert(fc.asyncProperty(sequence, live), {
        numRuns: RUNS,
        interruptAfterTimeLimit: LIMIT,
        examples: [...KNOWN, ...(kind === "postgres" ? REPLICATED : [])].map((known): [Command[]] => [[...known]]),
      });
      // A property that never met what it is about would hold of anything.
      for (const what of ["fresh", "held", "withheld", "stale", "expired", "denied", "decided"] as const)
        expect(met[what], what).toBeGreaterThan(0);
    },
    LIMIT + 60_000,
  );
});

describe.each(["embedded", "postgres"] as const)("with two credentials on %s", { timeout: 90_000 }, (kind) => {
  let stores: Bench;
  let github: GitHub;
  let world: World;
  const replicas: Replica[] = [];
  beforeAll(async () => {
    [stores, github] = await Promise.all([bench(kind), startGitHub()]);
    for (const token of ["token-one", "token-two"]) github.addToken(token, { repositories: "all" });
    world = await World.start(github, "owner/repository");
  }, 60_000);
  afterAll(async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.die()));
    world.remove();
    await github.stop();
    await stores.end();
  });

  if (kind === "embedded")
    it("a killed process is followed at once by the next one on its folder, whose token is another", async () => {
      const all = { store: await stores.fresh(), github, rhythm: ALONE };
      const killed = new Replica({ ...all, token: "token-one" });
      replicas.push(killed);
      await until(() => expect(killed.one.state.squad.roster?.revision).toBe(4));
      await replicas.pop()?.die();
      const next = new Replica({ ...all, token: "token-two" });
      replicas.push(next);
      await until(() => expect(next.one.state.squad.roster?.revision).toBe(4));
    });
  else
    it("a registry is held to what another credential has accepted meanwhile", async () => {
      const store = await stores.fresh();
      const [one, two] = [new Replica({ store, github }), new Replica({ store, github, token: "token-two" })];
      replicas.push(one, two);
      const shown = (replica: Replica, revision: number) =>
        until(() => expect(replica.one.state.squad.roster?.revision).toBe(revision));
      await Promise.all([shown(one, 4), shown(two, 4)]);
      await world.push("rename", 0);
      await one.one.look();
      await shown(one, 5);
      await world.push("rewind", 0);
      await until(async () => {
        await two.one.look();
        expect(two.one.state.squad.held?.findings.map(({ code }) => code)).toContain("continuity-revision-lower");
      });
    });
});

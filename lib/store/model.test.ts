import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accepting, bench, emptied, must, openedBare, writing, type Bare, type Bench } from "./testing/stores";
import type { Lease } from "./types";

/** What the store must be, in memory: two repositories, three processes. */
interface Model {
  readonly places: Map<
    string,
    { version: number; leader: string | null; fence: number; revision: number | null; seq: number }
  >;
  /** The last lease that each process was given for each repository, good or not: a process that was paused still has it. */
  readonly leases: Map<string, Lease>;
}

const REPOSITORIES = ["acme/a", "acme/b"] as const;
const HOLDERS = ["one", "two", "three"] as const;
type Real = Pick<Bare, "store" | "run">;
type Command = fc.AsyncCommand<Model, Real>;

function placeOf(model: Model, repository: string) {
  const place = model.places.get(repository);
  if (place === undefined) throw new Error("The model knows two repositories.");
  return place;
}

/** A process asks for the lead of both. */
class Lead implements Command {
  constructor(
    private readonly holder: string,
    private readonly most: number,
  ) {}
  check = () => true;
  async run(model: Model, { store }: Real): Promise<void> {
    const keys = REPOSITORIES.map((repository) => ({ repository, scope: "s" }));
    const given = must(await store.lead({ holder: this.holder, keys, most: this.most, lastsMs: 600_000 }));
    const before = REPOSITORIES.filter((one) => placeOf(model, one).leader === this.holder);
    const free = REPOSITORIES.filter((one) => placeOf(model, one).leader === null);
    const taken = free.slice(0, Math.max(0, this.most - before.length));
    for (const repository of taken) {
      const place = placeOf(model, repository);
      place.leader = this.holder;
      place.fence += 1;
    }
    const expected = [...before, ...taken].sort();
    expect(given.map((lease) => [lease.repository, lease.fence])).toEqual(
      expected.map((one) => [one, placeOf(model, one).fence]),
    );
    for (const lease of given) model.leases.set(`${this.holder} ${lease.repository}`, lease);
  }
  toString = () => `${this.holder} leads at most ${this.most}`;
}

/** Time passes over one lease, or its process gives it back. */
class End implements Command {
  constructor(
    private readonly repository: string,
    private readonly how: "expire" | "release",
    private readonly holder: string,
  ) {}
  check = () => true;
  async run(model: Model, { store, run }: Real): Promise<void> {
    const place = placeOf(model, this.repository);
    if (this.how === "expire") {
      await run(`update lease set expires_at = clock_timestamp() where repository = '${this.repository}'`);
      place.leader = null;
      return;
    }
    const lease = model.leases.get(`${this.holder} ${this.repository}`);
    if (lease === undefined) return;
    must(await store.release(this.holder, [lease]));
    if (place.leader === this.holder && place.fence === lease.fence) place.leader = null;
  }
  toString = () => `${this.repository}: ${this.how} (${this.holder})`;
}

/** A process writes with whatever lease it last had, at a version that may be old, and may accept a revision. */
class WriteSome implements Command {
  constructor(
    private readonly holder: string,
    private readonly repository: string,
    private readonly behind: number,
    private readonly revision: number | null,
  ) {}
  check = (model: Readonly<Model>) => model.leases.has(`${this.holder} ${this.repository}`);
  async run(model: Model, { store }: Real): Promise<void> {
    const place = placeOf(model, this.repository);
    const lease = model.leases.get(`${this.holder} ${this.repository}`);
    if (lease === undefined) return;
    const version = Math.max(0, place.version - this.behind);
    const accept = this.revision === null ? null : accepting(place.seq, this.revision);
    const written = must(await store.write(writing(lease, version, { accept })));
    if (place.leader !== this.holder || place.fence !== lease.fence) {
      expect(written).toEqual({ done: "lost" });
      return;
    }
    const falls = this.revision !== null && place.revision !== null && this.revision < place.revision;
    if (version !== place.version || falls) {
      expect(written).toEqual({ done: "conflict" });
      return;
    }
    place.version += 1;
    expect(written).toEqual({ done: "written", version: place.version });
    if (this.revision === null) return;
    place.revision = this.revision;
    place.seq += 1;
  }
  toString = () => `${this.holder} writes ${this.repository}, ${this.behind} behind, accepts ${this.revision}`;
}

let decisions = 0;
class Decide implements Command {
  constructor(
    private readonly repository: string,
    private readonly revision: number | null,
    private readonly behind: number,
  ) {}
  check = (model: Readonly<Model>) => placeOf(model, this.repository).seq > 0;
  async run(model: Model, { store }: Real): Promise<void> {
    const place = placeOf(model, this.repository);
    const decision = {
      id: `d${(decisions += 1)}`,
      repository: this.repository,
      at: decisions,
      who: "Ada",
      why: "So.",
      about: "{}",
    };
    const accept = accepting(place.seq - this.behind, this.revision);
    const answer = must(await store.decide({ decision, scope: "s", accept, message: "m" }));
    expect(answer).toBe(this.behind === 0 ? "recorded" : "conflict");
    expect(must(await store.decisions(this.repository)).some((one) => one.id === decision.id)).toBe(this.behind === 0);
    if (this.behind !== 0) return;
    place.revision = this.revision;
    place.seq += 1;
  }
  toString = () => `a decision takes ${this.revision} for ${this.repository}, ${this.behind} behind`;
}

/** After each command the store and the model say the same. */
class Look implements Command {
  check = () => true;
  async run(model: Model, { store }: Real): Promise<void> {
    const versions = new Map(must(await store.versions()).map((one) => [one.repository, one.version]));
    const accepted = new Map(must(await store.accepted(REPOSITORIES)).map((one) => [one.repository, one]));
    for (const [repository, place] of model.places) {
      expect(versions.get(repository) ?? 0).toBe(place.version);
      expect(accepted.get(repository)?.seq ?? 0).toBe(place.seq);
      expect(accepted.get(repository)?.revision ?? null).toBe(place.revision);
    }
  }
  toString = () => "look";
}

describe.each(["embedded", "postgres"] as const)("leases and writes against a model (%s)", (kind) => {
  let place: Bench;
  let bare: Bare;
  beforeAll(async () => {
    place = await bench(kind);
    bare = await openedBare(await place.fresh());
  }, 60_000);
  afterAll(async () => {
    await bare.store.close();
    await place.end();
  });

  it("there are never two writers, versions only grow, and no revision falls without a decision", async () => {
    const repository = fc.constantFrom(...REPOSITORIES);
    const holder = fc.constantFrom(...HOLDERS);
    const revision = fc.option(fc.integer({ min: 1, max: 4 }));
    const behind = fc.constantFrom(0, 0, 0, 1);
    const write = fc.tuple(holder, repository, behind, revision).map((all) => new WriteSome(...all));
    const commands: fc.Arbitrary<Command>[] = [
      fc.tuple(holder, fc.integer({ min: 0, max: 2 })).map((all) => new Lead(...all)),
      fc
        .tuple(repository, fc.constantFrom("expire" as const, "release" as const), holder)
        .map((all) => new End(...all)),
      write,
      write,
      write,
      fc.tuple(repository, revision, behind).map((all) => new Decide(...all)),
      fc.constant(new Look()),
    ];
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: "max" }), async (run) => {
        await emptied(bare.run);
        const fresh = () => ({ version: 0, leader: null, fence: 0, revision: null, seq: 0 });
        const model: Model = { places: new Map(REPOSITORIES.map((one) => [one, fresh()])), leases: new Map() };
        await fc.asyncModelRun(() => ({ model, real: bare }), run);
        await new Look().run(model, bare);
      }),
      { numRuns: Number(process.env.MUSTER_MODEL_RUNS ?? "25") },
    );
  }, 120_000);
});

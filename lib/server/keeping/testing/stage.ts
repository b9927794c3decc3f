import { expect, vi } from "vitest";
import type { GitHub } from "../../../../e2e/github";
import type { StoreOptions } from "@/lib/store/open";
import { must, openedBare, type Bench } from "@/lib/store/testing/stores";
import type { Accepted } from "@/lib/store/types";
import { Model, type Shown, type Step } from "./model";
import { Replica } from "./replica";
import { Outside, TAMPERINGS, TOKENS, type Tampering, type Token } from "./outside";
import { isForbidden } from "./world";

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** Several processes over one store and one GitHub, with what may happen to each, and the model that all of it is held to. */
export class Stage {
  readonly model = new Model();
  readonly replicas: Replica[] = [];
  /** Whether the store can be reached. */
  away = false;
  private readonly versions = new Map<string, number>();
  private readonly stale = new Set<string>();
  /** What every one showed when the store went away. */
  private last = new Map<Replica, string>();
  private count = 0;

  private constructor(
    readonly stores: Bench,
    readonly store: StoreOptions,
    readonly outside: Outside,
  ) {}

  static async open(stores: Bench, github: GitHub, name: string): Promise<Stage> {
    const [store, outside] = await Promise.all([stores.fresh(), Outside.open(github, name)]);
    return new Stage(stores, store, outside);
  }

  async close(): Promise<void> {
    await this.mend();
    await Promise.all(this.replicas.splice(0).map((replica) => replica.die()));
    this.outside.close();
  }

  /** The one that a number means; null: none runs. */
  one(which: number): Replica | null {
    return this.replicas[which % Math.max(1, this.replicas.length)] ?? null;
  }

  /** A process starts: what was kept is there before anything is asked of GitHub. */
  async start(token: Token): Promise<void> {
    const certain = this.replicas.length === 0 && !this.away && !this.stale.has(token);
    const { github, clock, world } = this.outside;
    const replica = new Replica({ store: this.store, github, token, clock, names: [world.name], shares: false });
    this.replicas.push(replica);
    await replica.keeper.started;
    if (this.away) expect(replica.one.state.squad.roster, "shows what it cannot have").toBeNull();
    else if (certain && this.model.knows(replica.one.scope())) this.compare(replica);
  }

  /** A process ends: in order, as a kill ends it, or in the middle of a look. */
  async end(which: number, how: "stop" | "die" | "die looking"): Promise<void> {
    const replica = this.one(which);
    if (replica === null) return;
    this.replicas.splice(this.replicas.indexOf(replica), 1);
    // Whether its last look was kept is not known to anybody until the store is read again.
    if (how === "die looking") {
      for (const token of TOKENS) this.stale.add(token);
      const look = replica.one.look();
      await replica.die();
      await look;
    } else await replica[how]();
  }

  token(which: number, token: Token): void {
    const replica = this.one(which);
    if (replica !== null) replica.token = token;
  }

  async cut(): Promise<void> {
    if (this.away || this.stores.postgres === null) return;
    this.last = new Map(this.replicas.map((replica) => [replica, replica.one.state.squad.file?.sha256 ?? ""]));
    await this.stores.postgres.halt();
    this.away = true;
  }

  async mend(): Promise<void> {
    if (!this.away) return;
    await this.stores.postgres?.restart();
    this.away = false;
  }

  /** Somebody changes the database by hand while nothing runs; then as many processes start again. */
  async tamper(what: Tampering): Promise<void> {
    if (this.away) return;
    const tokens = this.replicas.map(({ token }) => token as Token);
    const known = this.replicas.map(({ one }) => one.scope());
    while (this.replicas.length > 0) await this.end(0, "stop");
    const bare = await openedBare(this.store);
    await bare.run(TAMPERINGS[what]);
    await bare.store.close();
    const { model } = this;
    const lost =
      what === "accepted" ? model.history.length > 0 : what === "standing" && known.some((scope) => model.knows(scope));
    if (what === "accepted") this.model.history = this.model.history.slice(0, -1);
    else this.model.forget(what);
    for (const token of TOKENS) this.stale.add(token);
    for (const token of tokens) await this.start(token);
    const [one] = this.replicas;
    if (one === undefined || !lost) return;
    await until(async () => {
      const kinds = (await one.one.archive.setAside())?.map(({ kind }) => kind);
      expect(kinds, "what was altered is told").toContain(what);
    });
  }

  /** An operator decides at one process, or at two at the same time. */
  async decide(which: number, how: "seen" | "older" | "twice"): Promise<boolean> {
    const [one, other] = [this.one(which), this.one(which + 1)];
    if (one === null || other === null) return false;
    const { held } = one.one.state.squad;
    const by = { who: `Ada ${(this.count += 1)}`, why: "Meant." };
    const id = how === "older" ? "0".repeat(64) : (held?.id ?? "");
    const asked = how === "twice" && other !== one ? [one, other] : [one];
    const results = await Promise.all(asked.map((replica) => replica.one.archive.decide({ ...by, held: id })));
    const codes = results.map((result) => (result.ok ? "ok" : result.code));
    const recorded = codes.filter((code) => code === "ok").length;
    if (this.away) expect(recorded, "decides without a store").toBe(0);
    else if (held === null) expect(codes[0], "decides although nothing is held").toBe("nothing-held");
    else if (how === "older") expect(codes, "takes a decision about what nobody sees").toEqual(["baseline-moved"]);
    else expect(recorded, `does not take the decision exactly once: ${codes.join()}`).toBe(1);
    if (recorded > 0) this.model.decisions.push(by.who);
    return recorded > 0;
  }

  /**
   * Has every credential's leader look, waits until all others show what it found, and compares all of it with the model.
   * @param alone only one credential's leader looks, and only who reads with that one is compared
   */
  async settle(alone = false): Promise<readonly Shown[]> {
    if (this.replicas.length === 0) return [];
    if (this.away) return this.settleAway();
    const { outside } = this;
    const all = [...new Set(this.replicas.map(({ one }) => one.scope()))];
    const scopes = alone ? all.slice(0, 1) : all;
    const looking = this.replicas.filter(({ one }) => scopes.includes(one.scope()));
    for (const scope of scopes) await this.looked(scope);
    await this.readStore();
    for (const scope of scopes) {
      const token = this.replicas.find(({ one }) => one.scope() === scope)?.token as Token;
      this.model.look(scope, outside.truth(token));
      this.stale.delete(token);
    }
    await until(() => looking.forEach((replica) => this.compare(replica)));
    // What stands at the end is what follows from the last look by the rules.
    const { accepted } = this.model;
    const { now } = outside.world;
    const truths = looking.map(({ token }) => outside.truth(token as Token));
    const readable = truths.some(({ fault, granted }) => granted && !fault);
    if (readable && now.kind === "complete" && !isForbidden(accepted, now))
      expect(accepted?.sha256, "what may be accepted is").toBe(now.sha256);
    outside.seen = [now];
    return looking.map(({ one }) => this.model.shown(one.scope(), this.outside.clock()));
  }

  private compare({ one, token }: Replica): void {
    const { squad, standings } = one.state;
    const { verdict, roster, file, held, outcome } = squad;
    const must = this.model.shown(one.scope(), this.outside.clock());
    const is = {
      ...{ outcome, held: held !== null, failing: standings.registry.failing !== null },
      ...{ roster: roster === null ? null : (file?.sha256 ?? ""), found: held?.facts?.sha256 ?? null },
    };
    const { accepted } = this.model;
    expect(is, `at a replica with ${token}`).toEqual({ ...must, roster: must.roster?.sha256 ?? null });
    if (held !== null) expect(held.baseline.facts?.sha256 ?? null, "held to what is accepted").toBe(accepted?.sha256);
    if (must.roster === null || verdict === null) return;
    const names = Object.entries(must.roster.agents).map(([id, agent]) => [id, agent.name]);
    expect([...(roster?.agents ?? [])].map(([id, agent]) => [id, agent.displayName]).sort()).toEqual(names.sort());
  }

  /** A look that began after now, and ended in what is shown. */
  private async looked(scope: string): Promise<void> {
    await until(async () => {
      const leader = this.replicas.find(({ one, leads }) => leads && one.scope() === scope);
      if (leader === undefined) throw new Error(`Nobody leads ${scope}.`);
      await leader.one.idle();
      const began = this.outside.clock();
      await leader.one.look();
      expect(leader.one.state.standings.last.registry?.at, "no look was kept").toBeGreaterThanOrEqual(began);
      expect(leader.one.state.standings.registry.failing?.cause).not.toBe("store");
    });
  }

  /** "Nothing new is shown" while nothing can be kept. */
  private async settleAway(): Promise<readonly Shown[]> {
    await until(() => {
      for (const { one } of this.replicas) expect(one.state.standings.registry.failing?.cause).toBe("store");
    });
    for (const replica of this.replicas) {
      await replica.one.look();
      const { file } = replica.one.state.squad;
      const before = this.last.get(replica) ?? "";
      // What nobody could confirm for a day is withheld.
      expect(["", before], "shows what could not be kept").toContain(file?.sha256 ?? "");
    }
    return [];
  }

  /** What the store has of this repository only grows, by what was there to be seen, and falls by decisions alone. */
  private async readStore(): Promise<void> {
    const [replica] = this.replicas;
    const store = replica?.home.store ?? null;
    if (replica === undefined || store === null) throw new Error("The store is not open.");
    const { place } = replica.one;
    const history = must(await store.acceptedHistory(place));
    const decisions = must(await store.decisions(place));
    expect(decisions.map(({ who }) => who).sort(), "every decision is there").toEqual(this.model.decisions.toSorted());
    const { model } = this;
    const known = history.slice(0, model.history.length);
    expect(
      known.map(({ seq }) => seq),
      "what was accepted stays",
    ).toEqual(model.history.map(({ seq }) => seq));
    for (const row of history.slice(model.history.length)) {
      const step = this.stepOf(row);
      if (row.decision === null)
        expect(isForbidden(model.accepted, step.what), "accepts what continuity forbids").toBe(false);
      else
        expect(
          decisions.map(({ id }) => id),
          "a baseline without its decision",
        ).toContain(row.decision);
      model.history = [...model.history, step];
      model.copied(row.scope, row.body);
    }
    for (const { repository, scope, version } of must(await store.versions())) {
      if (repository !== place) continue;
      expect(version, "versions only grow").toBeGreaterThanOrEqual(this.versions.get(scope) ?? 0);
      this.versions.set(scope, version);
    }
  }

  /** What a record is of: something that was at GitHub since the last comparison. */
  private stepOf({ seq, decision, body, repositoryId, revision }: Accepted): Step {
    const what = this.outside.seen.find(({ id, sha256 }) => id === repositoryId && (body === null || sha256 === body));
    if (what === undefined) throw new Error(`Accepts what was never there: ${seq} ${revision} ${body}`);
    return { seq, decision, what: body === null ? { ...what, sha256: null } : what };
  }
}

import { readAccepted, readDecisions, readHistory } from "./accepted";
import { readAside } from "./aside";
import { lastBody, readBodies } from "./bodies";
import type { Db, Engine } from "./engine";
import { Faulty, fault, kept } from "./faults";
import { Hub } from "./hub";
import { addLeases, countAlive, endLeads, takeLeads } from "./leases";
import { noteDelivery, readBudget, writeBudget } from "./notes";
import { readStandings, readVersions } from "./standings";
import { sweepStore } from "./sweep";
import type * as types from "./types";
import type { Kept, Store, StoreFault } from "./types";
import { writeDecision, writeLook } from "./write";

/** PostgreSQL carries less than 8,000 bytes, of which a few name the process. The embedded store keeps to the same. */
const LONGEST_MESSAGE = 7_900;

/** The store over either database: each call is one transaction, and what fails in it is answered as a fault. */
export class EngineStore implements Store {
  readonly kind: Store["kind"];
  readonly #hub = new Hub();
  #fault: StoreFault | null = null;
  #deaf: (() => void) | null = null;

  constructor(private readonly engine: Engine) {
    this.kind = engine.kind;
  }

  get fault(): StoreFault | null {
    return this.#fault;
  }

  standings(keys: readonly types.StandingKey[]) {
    return this.#ask((db) => readStandings(db, keys));
  }

  versions() {
    return this.#ask(readVersions);
  }

  bodies(scope: string, hashes: readonly string[]) {
    return this.#ask((db) => readBodies(db, scope, hashes));
  }

  lookedAt(key: types.StandingKey, target: string) {
    return this.#ask(async (db) => {
      const hash = await lastBody(db, key, target);
      return hash === null ? null : ((await readBodies(db, key.scope, [hash])).get(hash) ?? null);
    });
  }

  write(write: types.Write) {
    return this.#telling(
      write.message,
      (answer) => answer.done === "written",
      () => writeLook(this.engine, write),
    );
  }

  accepted(repositories: readonly string[]) {
    return this.#ask((db) => readAccepted(db, repositories));
  }

  acceptedHistory(repository: string) {
    return this.#ask((db) => readHistory(db, repository));
  }

  decide(made: types.NewDecision) {
    return this.#telling(
      made.message,
      (answer) => answer === "recorded",
      () => writeDecision(this.engine, made),
    );
  }

  decisions(repository: string) {
    return this.#ask((db) => readDecisions(db, repository));
  }

  lead(ask: types.LeaseAsk) {
    return this.#call(async () => {
      await this.engine.transact((db) => addLeases(db, ask.keys));
      return this.engine.transact((db) => takeLeads(db, ask));
    });
  }

  release(holder: string, leases: readonly types.Lease[]) {
    return this.#ask((db) => endLeads(db, holder, leases));
  }

  alive(holder: string, withinMs: number) {
    return this.#ask((db) => countAlive(db, holder, withinMs));
  }

  delivered(delivery: { readonly id: string; readonly event: string }) {
    return this.#ask((db) => noteDelivery(db, delivery));
  }

  budget(key: string) {
    return this.#ask((db) => readBudget(db, key));
  }

  setBudget(key: string, value: string) {
    return this.#ask((db) => writeBudget(db, key, value));
  }

  setAside(repository: string) {
    return this.#ask((db) => readAside(db, repository));
  }

  sweep(retention: types.Retention) {
    return this.#call(() => sweepStore(this.engine, retention));
  }

  publish(message: string) {
    return this.#telling(
      message,
      () => true,
      () => this.engine.transact((db) => this.engine.notify(db, message)),
    );
  }

  subscribe(hear: (message: string) => void): () => void {
    const end = this.#hub.add(hear);
    this.#deaf ??= this.engine.listen((message) => this.#hub.tell(message));
    return () => {
      end();
      if (this.#hub.size > 0) return;
      this.#deaf?.();
      this.#deaf = null;
    };
  }

  async close(): Promise<void> {
    this.#deaf?.();
    this.#deaf = null;
    await kept(() => this.engine.close());
  }

  #ask<T>(work: (db: Db) => Promise<T>): Promise<Kept<T>> {
    return this.#call(() => this.engine.transact(work));
  }

  /** This process hears a message as soon as what it tells of is kept; the others hear it from the database. */
  #telling<T>(message: string, through: (answer: T) => boolean, work: () => Promise<T>): Promise<Kept<T>> {
    return this.#call(async () => {
      if (Buffer.byteLength(message) > LONGEST_MESSAGE)
        throw new Faulty(fault("store-failed", "A message between replicas is too long."));
      const answer = await work();
      if (through(answer)) this.#hub.tell(message);
      return answer;
    });
  }

  async #call<T>(work: () => Promise<T>): Promise<Kept<T>> {
    const answer = await kept(work);
    this.#fault = answer.ok ? null : answer.fault;
    return answer;
  }
}

import "server-only";
import { randomUUID } from "node:crypto";
import type { Millis } from "@/lib/contracts/core/look";
import type { Change, Changes } from "../changes";
import { HEARTBEAT, hello, reset } from "./frames";
import { Listener } from "./listener";
import { Ring } from "./ring";

/** So many changes are kept for listeners who come back. */
const KEPT = 1_000;
/** Listeners of a process at once. */
const MAX_CLIENTS = 1_000;
/** Listeners of one address at once, where the address is known. */
const MAX_PER_ADDRESS = 20;

export interface HubOptions {
  readonly clock?: () => Millis;
  /** Runs something again and again, and gives a function that ends it. */
  readonly every?: (run: () => void, millis: number) => () => void;
  /** Names this process in the IDs: small letters and digits. */
  readonly epoch?: string;
}

export interface Listening {
  /** The ID of the last event that the listener has heard; null: it is new. */
  readonly after: string | null;
  /** The repositories it wants to hear of, as configured; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** Who listens; null: not known, and only the limit of the whole process holds. */
  readonly address: string | null;
  readonly signal: AbortSignal;
}

export type Connection =
  | { readonly ok: true; readonly stream: ReadableStream<Uint8Array> }
  /** `full`: of the process; `address`: of this listener; `closed`: the process stops. */
  | { readonly ok: false; readonly because: "full" | "address" | "closed" };

/** Tells everybody who listens which repositories changed: "`GET /api/events` (SSE, resumable, heartbeat, limits per client)". */
export class EventHub {
  private readonly ring: Ring;
  private readonly listeners = new Set<Listener>();
  private readonly addresses = new Map<string, number>();
  /** What was last said of each repository: a look that found nothing new is no event. */
  private readonly said = new Map<string, Change>();
  private readonly clock: () => Millis;
  private readonly every: NonNullable<HubOptions["every"]>;
  private readonly unsubscribe: () => void;
  private stopBeating: (() => void) | null = null;
  private closed = false;

  constructor(changes: Changes, options: HubOptions = {}) {
    this.ring = new Ring(options.epoch ?? randomUUID().slice(0, 8), KEPT);
    this.clock = options.clock ?? Date.now;
    this.every = options.every ?? repeat;
    this.unsubscribe = changes.subscribe((change) => this.tell(change));
  }

  /** Listeners at this moment. */
  get clients(): number {
    return this.listeners.size;
  }

  /** Opens a stream of events, from where the listener was if that is still known, or says why not. */
  connect({ after, only, address, signal }: Listening): Connection {
    if (this.closed) return { ok: false, because: "closed" };
    if (this.listeners.size >= MAX_CLIENTS) return { ok: false, because: "full" };
    if (address !== null && (this.addresses.get(address) ?? 0) >= MAX_PER_ADDRESS)
      return { ok: false, because: "address" };
    const missed = after === null ? [] : this.ring.after(after);
    const now = this.ring.id();
    const first = missed === null ? hello(now) + reset(now) : hello(after ?? now);
    const id = (number: number) => this.ring.id(number);
    const drop = () => listener.drop();
    const gone = () => {
      signal.removeEventListener("abort", drop);
      this.remove(listener, address);
    };
    const listener = new Listener({ first, only, id, clock: this.clock, gone });
    this.listeners.add(listener);
    if (address !== null) this.addresses.set(address, (this.addresses.get(address) ?? 0) + 1);
    this.stopBeating ??= this.every(() => this.beat(), HEARTBEAT);
    for (const numbered of missed ?? []) listener.offer(numbered);
    signal.addEventListener("abort", drop, { once: true });
    if (signal.aborted) drop();
    return { ok: true, stream: listener.stream };
  }

  /** Ends every stream and takes no more, so that a process that stops is not kept waiting. */
  close(): void {
    this.closed = true;
    this.unsubscribe();
    for (const listener of [...this.listeners]) listener.close();
  }

  private tell(change: Change): void {
    const before = this.said.get(change.repository);
    if (before?.snapshot === change.snapshot && before.state === change.state) return;
    this.said.set(change.repository, change);
    const numbered = this.ring.add(change);
    for (const listener of this.listeners) listener.offer(numbered);
  }

  private beat(): void {
    const id = this.ring.id();
    for (const listener of [...this.listeners]) listener.beat(id);
  }

  private remove(listener: Listener, address: string | null): void {
    this.listeners.delete(listener);
    if (address !== null) {
      const left = (this.addresses.get(address) ?? 1) - 1;
      if (left > 0) this.addresses.set(address, left);
      else this.addresses.delete(address);
    }
    if (this.listeners.size > 0) return;
    this.stopBeating?.();
    this.stopBeating = null;
  }
}

function repeat(run: () => void, millis: number): () => void {
  const timer = setInterval(run, millis);
  timer.unref();
  return () => clearInterval(timer);
}

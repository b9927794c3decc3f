import type { Resource } from "./log";
import { stamp, type Clock } from "./world/clock";

export interface Limit {
  readonly limit: number;
  readonly remaining: number;
}

interface Window {
  limit: number;
  remaining: number;
  /** When the window ends, in whole seconds; null until the first request of it. */
  reset: number | null;
}

export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  readonly used: number;
  readonly reset: number;
}

const HOUR = 3600;
const USUAL: Readonly<Record<Resource, number>> = { core: 5000, graphql: 5000, search: 30 };

/** The primary limits: points an hour, for each token apart. A spent window is full again once its reset time has come. */
export class Limits {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  readonly #set: Partial<Record<Resource, Limit>> = {};

  constructor(
    clock: Clock,
    readonly enabled = true,
  ) {
    this.#clock = clock;
  }

  /** Sets what is left, for every token. */
  set(resource: Resource, limit: Limit): void {
    this.#set[resource] = limit;
    for (const key of [...this.#windows.keys()]) if (key.startsWith(`${resource} `)) this.#windows.delete(key);
  }

  standing(resource: Resource, secret: string): Standing {
    const { limit, remaining, reset } = this.#window(resource, secret);
    return { limit, remaining, used: limit - remaining, reset: reset ?? this.#seconds() + HOUR };
  }

  /** False where nothing is left to take from. */
  take(resource: Resource, secret: string, points: number): boolean {
    const window = this.#window(resource, secret);
    if (!this.enabled) return true;
    if (window.remaining < Math.max(points, 1)) return false;
    window.remaining -= points;
    return true;
  }

  /** When a standing's window ends, as GraphQL writes it. */
  static resetAt({ reset }: Standing): string {
    return stamp(new Date(reset * 1000));
  }

  #window(resource: Resource, secret: string): Window {
    const key = `${resource} ${secret}`;
    const now = this.#seconds();
    const known = this.#windows.get(key);
    if (known !== undefined && (known.reset ?? now) > now) return known;
    const set = this.#set[resource];
    const limit = known?.limit ?? set?.limit ?? USUAL[resource];
    const remaining = known === undefined ? (set?.remaining ?? limit) : limit;
    const window = { limit, remaining, reset: now + HOUR };
    this.#windows.set(key, window);
    return window;
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

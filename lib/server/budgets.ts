import "server-only";
import { z } from "zod";
import type { Millis } from "@/lib/contracts/core/look";
import type { GitHubHost } from "@/lib/sources/github/open";
import type { Allowance } from "@/lib/sources/github/limits";
import type { StoreHome } from "./keeping/home";
import { writeMessage } from "./keeping/messages";

/** A pause is told to the other processes at once, and what is left no more often than this, in milliseconds. */
const TOLD_EVERY = 5_000;

const purse = z.enum(["core", "graphql"]);
const shape = z.object({
  purses: z.array(z.object({ purse, limit: z.number(), remaining: z.number(), resetIn: z.number() })),
  spentFor: z.array(z.object({ purse, millis: z.number() })),
  slowFor: z.number(),
});

interface Shared {
  readonly key: string;
  readonly host: GitHubHost;
  told: number;
  at: Millis;
  paused: boolean;
}

/**
 * Shares between processes what each credential may still ask: "Points budgets are shared". GitHub tells only who asks, and a pause that
 * one was told of is a pause for all.
 */
export class Budgets {
  private readonly shared = new Map<string, Shared>();

  constructor(
    private readonly home: StoreHome,
    private readonly now: () => Millis = Date.now,
  ) {}

  /** Takes a host on. What other processes know of its credential is read as soon as the store is open. */
  add(key: string, host: GitHubHost): void {
    if (this.shared.has(key)) return;
    this.shared.set(key, { key, host, told: 0, at: 0, paused: false });
    this.home.whenOpen(() => void this.heard(key));
  }

  /** Writes down what GitHub has told since the last time, where that is worth telling. */
  note(key: string): void {
    const one = this.shared.get(key);
    if (one === undefined || this.home.store === null) return;
    const { limits } = one.host.client;
    const { allowance, news } = limits;
    const paused = allowance.slowFor > 0 || allowance.spentFor.some(({ millis }) => millis > 0);
    const now = this.now();
    if (news === one.told || (paused === one.paused && now - one.at < TOLD_EVERY)) return;
    Object.assign(one, { told: news, at: now, paused });
    const { store } = this.home;
    // What another process has written is taken in first, so that its pause is not written over.
    void this.heard(key)
      .then(() => store.setBudget(key, JSON.stringify(limits.allowance)))
      .then((kept) => {
        if (kept.ok && paused) void store.publish(writeMessage({ t: "budget", key }));
      });
  }

  /** Another process was told something: reads it. */
  async heard(key: string): Promise<void> {
    const one = this.shared.get(key);
    const kept = await this.home.store?.budget(key);
    if (one === undefined || kept === undefined || !kept.ok || kept.value === null) return;
    const read = parse(kept.value.value);
    if (read !== null) one.host.client.limits.merge(since(read, kept.value.age));
  }
}

/** What still holds of it. */
function since({ purses, spentFor, slowFor }: Allowance, age: Millis): Allowance {
  const left = (millis: Millis) => Math.max(0, millis - age);
  return {
    purses: purses.map((one) => ({ ...one, resetIn: left(one.resetIn) })).filter(({ resetIn }) => resetIn > 0),
    spentFor: spentFor
      .map(({ purse: of, millis }) => ({ purse: of, millis: left(millis) }))
      .filter(({ millis }) => millis > 0),
    slowFor: left(slowFor),
  };
}

function parse(text: string): Allowance | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

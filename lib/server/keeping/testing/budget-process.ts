import { expect, vi } from "vitest";
import { personal } from "@/lib/sources/github/credential";
import type { Limits } from "@/lib/sources/github/limits";
import { openGitHubHost, type GitHubHost } from "@/lib/sources/github/open";
import type { Bare } from "@/lib/store/testing/stores";
import { Budgets } from "../../budgets";
import type { StoreHome } from "../home";

const SECOND = 1_000;
const WINDOW = { "x-ratelimit-limit": "5000" };
export const KEY = "https://api.github.com somebody";

/** One process as far as it asks GitHub: its clock, and what it was told. */
export class Process {
  readonly host: GitHubHost;
  readonly budgets: Budgets;
  private readonly clock: () => number;

  /** @param skew how far its clock is ahead of `now`, in milliseconds */
  constructor(home: StoreHome, now: () => number, skew = 0) {
    this.clock = () => now() + skew;
    const [apiUrl, webUrl] = ["https://api.github.com", "https://github.com"];
    this.host = openGitHubHost({ apiUrl, webUrl, credential: () => personal("token"), now: this.clock });
    this.budgets = new Budgets(home, this.clock);
    this.budgets.add(KEY, this.host);
  }

  get limits(): Limits {
    return this.host.client.limits;
  }

  /** Milliseconds for which it asks nothing. */
  get paused(): number {
    const refusal = this.limits.refuse("core");
    return refusal?.answer === "failed" ? (refusal.retryAt ?? 0) - this.clock() : 0;
  }

  /** GitHub says how many points are left, and when there are new ones. */
  left(remaining: number, resetIn: number): void {
    const at = Math.floor((this.clock() + resetIn) / SECOND);
    const date = new Date(this.clock()).toUTCString();
    const headers = { ...WINDOW, date, "x-ratelimit-remaining": `${remaining}`, "x-ratelimit-reset": `${at}` };
    this.limits.note(new Headers(headers), "core");
  }

  /** Tells the others, as soon as it would. */
  async tell(store: Bare): Promise<void> {
    const before = await rowOf(store);
    this.budgets.note(KEY);
    await vi.waitFor(async () => expect(await rowOf(store)).not.toBe(before), { timeout: 10_000, interval: 5 });
  }

  hear(): Promise<void> {
    return this.budgets.heard(KEY);
  }
}

async function rowOf({ run }: Bare): Promise<string> {
  return JSON.stringify(await run("select value, at from budget"));
}

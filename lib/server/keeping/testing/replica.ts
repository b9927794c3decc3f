import type { Millis } from "@/lib/contracts/core/look";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { given, personal } from "@/lib/sources/github/credential";
import { openGitHubHost, openGitHubSource, type GitHubHost } from "@/lib/sources/github/open";
import { openStore, type StoreOptions } from "@/lib/store/open";
import type { GitHub } from "../../../../e2e/github";
import { Budgets } from "../../budgets";
import { Repository } from "../../repository";
import { GITHUB } from "../../rhythm";
import { StoreHome } from "../home";
import { Keeper } from "../keeper";
import type { KeeperOptions } from "../keeper-options";
import type { LeaseRhythm } from "../leadership";

/** Short, so that a test need not wait long for a death to be noticed. */
export const BRISK: LeaseRhythm = { lastsMs: 4_000, everyMs: 400 };

export interface ReplicaOptions extends Omit<KeeperOptions, "now" | "budget"> {
  readonly store: StoreOptions;
  readonly github: GitHub;
  readonly names?: readonly string[];
  readonly token?: string;
  /** Its own clock; by default the machine's. */
  readonly clock?: () => Millis;
  /** false: it does not share what its credential may still ask. That ages by the database's clock, which no test moves. */
  readonly shares?: boolean;
}

/** One process of Muster as far as it reads and keeps: its own connection, its own client of GitHub, its own memory. */
export class Replica {
  readonly home: StoreHome;
  readonly keeper: Keeper;
  readonly repositories: readonly Repository[];
  readonly host: GitHubHost;
  readonly budgets: Budgets;
  token: string;

  constructor(all: ReplicaOptions) {
    const {
      store,
      github,
      names = ["owner/repository"],
      token = "token-one",
      clock = Date.now,
      shares = true,
      ...options
    } = all;
    this.token = token;
    this.home = new StoreHome(() => openStore(store));
    this.budgets = new Budgets(this.home, clock);
    const budget = (key: string) => void this.budgets.heard(key);
    this.keeper = new Keeper(this.home, { rhythm: BRISK, now: clock, budget, ...options });
    const { apiUrl, webUrl } = github;
    const host = openGitHubHost({ apiUrl, webUrl, credential: given(() => personal(this.token)), now: clock });
    this.host = host;
    this.repositories = names.map((name) => {
      const settings = {
        ...{ repository: name, trust: DEFAULT_TRUST, staleMillis: 24 * 3_600_000 },
        ...{ exported: false, webUrl, ref: null },
      };
      const plan = { source: openGitHubSource(host, { repository: name, ref: null }), settings, goals: [] };
      const looked = () => (shares ? this.share(name) : undefined);
      return new Repository(name, plan, {
        ...{ rhythm: GITHUB, keeper: this.keeper, place: `github ${name}`, clock, looked },
      });
    });
    if (shares) for (const name of names) this.budgets.add(this.budgetKey(name), host);
    this.keeper.start(this.repositories);
  }

  /** Names what this credential may ask, as the process does: by host and credential. */
  budgetKey(name = this.one.name): string {
    return `${this.host.client.apiUrl} ${this.host.client.scope(name)}`;
  }

  /** What GitHub told is told to the other processes. */
  private share(name: string): void {
    const key = this.budgetKey(name);
    this.budgets.add(key, this.host);
    this.budgets.note(key);
  }

  /** The first repository. */
  get one(): Repository {
    const [first] = this.repositories;
    if (first === undefined) throw new Error("no repository");
    return first;
  }

  /** Whether it leads its first repository. */
  get leads(): boolean {
    return this.keeper.lease(this.one) !== null;
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    for (const repository of this.repositories) repository.close();
    await this.keeper.close();
    await this.home.close();
  }

  /** Ends it as a kill does: nothing is given back, nothing is said. */
  async die(): Promise<void> {
    for (const repository of this.repositories) repository.close();
    this.keeper.abandon();
    await this.home.close();
  }
}

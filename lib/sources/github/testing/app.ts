import { generateKeyPairSync } from "node:crypto";
import { afterEach, expect } from "vitest";
import { ROUTES, startGitHub, type GitHub, type GitHubOptions, type Repository } from "../../../../e2e/github";
import type { RepositoryName } from "@/lib/sources/source";
import { openGitHubHosts, type GitHubHosts } from "../hosts";
import type { Patience } from "../http";
import { openGitHubSource, type GitHubSource } from "../open";

const pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** The key of the tests' App in every form it comes in. Made anew for each run: none is kept in the repository. */
export const TEST_KEY = {
  pkcs1: pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  pkcs8: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  publicPem: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
} as const;

export const APP_ID = 4_711;
const MINUTE = 60_000;

export interface AppHubOptions extends GitHubOptions {
  readonly appId?: number;
  readonly privateKey?: string;
  /** Installed as number so-and-so by configuration, not found. */
  readonly named?: boolean;
  readonly patience?: Patience;
}

const running: AppHub[] = [];
afterEach(async () => {
  for (const hub of running.splice(0)) {
    const unexpected = [...hub.github.unexpected];
    await hub.github.stop();
    expect(unexpected).toEqual([]);
  }
});

/** An emulated GitHub with an App that is installed for one owner's private repository, and Muster's hosts of it. */
export class AppHub {
  /** By the server's and GitHub's clock alike, until a test tells them apart. */
  now = Date.parse("2026-10-01T00:00:00Z");
  readonly hosts: GitHubHosts;
  readonly repository: Repository;
  readonly installation: number;

  private constructor(
    readonly github: GitHub,
    options: AppHubOptions,
  ) {
    this.tick(0);
    github.apps.add({ id: APP_ID, publicKey: TEST_KEY.publicPem });
    this.repository = github.addRepository("owner/repository", { private: true });
    this.installation = github.apps.install(APP_ID, { owner: "owner" });
    this.hosts = openGitHubHosts({
      apiUrl: github.apiUrl,
      webUrl: github.webUrl,
      access: {
        kind: "app",
        appId: options.appId ?? APP_ID,
        privateKey: options.privateKey ?? TEST_KEY.pkcs8,
        installationId: options.named === true ? this.installation : null,
      },
      now: () => this.now,
      patience: options.patience ?? { totalMs: 20_000, idleMs: 10_000 },
    });
  }

  static async start(options: AppHubOptions = {}): Promise<AppHub> {
    const hub = new AppHub(await startGitHub(options), options);
    running.push(hub);
    return hub;
  }

  open(repository = "owner/repository"): GitHubSource {
    return openGitHubSource(this.hosts.hostFor(repository), { repository, ref: null });
  }

  get name(): RepositoryName {
    return { id: this.repository.id, fullName: this.repository.fullName };
  }

  /** Moves both clocks. */
  tick(millis = MINUTE): void {
    this.now += millis;
    this.github.setNow(new Date(this.now));
  }

  /** Issue 45 with so many comments. */
  thread(count: number): void {
    this.repository.addIssue({ number: 45, title: "The goal" });
    for (let n = 0; n < count; n += 1) this.repository.addComment(45, `comment ${n}`);
  }

  /** The requests since the last reset, in short; empties them. */
  asked(): string[] {
    const asked = this.github.log.map(({ route, status }) => `${NAMES[route ?? ""] ?? route} ${status}`);
    this.github.reset();
    return asked;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  [ROUTES.installation]: "installation",
  [ROUTES.accessToken]: "token",
  [ROUTES.commit]: "head",
  [ROUTES.feed]: "feed",
  [ROUTES.thread]: "thread",
  [ROUTES.comment]: "comment",
  [ROUTES.graphql]: "graphql",
};

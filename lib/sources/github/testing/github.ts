import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterEach, expect } from "vitest";
import { startGitHub, type Entry, type GitHub, type GitHubOptions, type Repository } from "../../../../e2e/github";
import type { Answer, Look, Pin } from "@/lib/contracts/core/look";
import type { RepositoryName } from "@/lib/sources/source";
import { personal } from "../credential";
import type { Patience } from "../http";
import { openGitHubHost, openGitHubSource, type GitHubHost, type GitHubSource } from "../open";

export const REGISTRY = ".squad/casting/registry.json";
export const TOKEN = "ghp_secret-of-the-first";
export const OTHER_TOKEN = "ghp_secret-of-the-second";
const NAME = "owner/repository";
const MINUTE = 60_000;

export interface HubOptions extends GitHubOptions {
  readonly repository?: string;
  readonly ref?: string;
  readonly patience?: Patience;
  readonly private?: boolean;
}

const running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** An emulated GitHub with one repository, and Muster's source of it. Whatever a look answers, the token is not in it. */
export class Hub {
  /** By the server's and GitHub's clock alike, until a test tells them apart. */
  now = Date.parse("2026-10-01T00:00:00Z");
  token = TOKEN;
  readonly host: GitHubHost;
  readonly source: GitHubSource;

  private constructor(
    readonly github: GitHub,
    readonly repository: Repository,
    private readonly options: HubOptions,
  ) {
    this.host = this.newHost();
    this.source = this.open(options.repository);
    this.tick(0);
  }

  static async start(options: HubOptions = {}): Promise<Hub> {
    const github = await startGitHub(options);
    running.push({
      stop: async () => {
        const unexpected = [...github.unexpected];
        await github.stop();
        expect(unexpected).toEqual([]);
      },
    });
    github.addToken(TOKEN, { repositories: "all" });
    github.addToken(OTHER_TOKEN, { repositories: "all" });
    return new Hub(github, github.addRepository(NAME, { private: options.private ?? false }), options);
  }

  newHost(apiUrl = this.github.apiUrl): GitHubHost {
    return openGitHubHost({
      apiUrl,
      webUrl: this.github.webUrl,
      credential: () => personal(this.token),
      now: () => this.now,
      patience: this.options.patience ?? { totalMs: 20_000, idleMs: 10_000 },
    });
  }

  open(repository = NAME, ref = this.options.ref, host = this.host): GitHubSource {
    return openGitHubSource(host, { repository, ref: ref ?? null });
  }

  get name(): RepositoryName {
    return { id: this.repository.id, fullName: this.repository.fullName };
  }

  /** Moves both clocks. */
  tick(millis = MINUTE): void {
    this.now += millis;
    this.github.setNow(new Date(this.now));
  }

  /** What stands at the head, for looks that need a pin. */
  async pin(source = this.source): Promise<Pin> {
    return valueOf(await source.head(null));
  }

  /** Issue 45 with so many comments; gives their IDs. */
  thread(count: number, issue = 45): number[] {
    if (!this.repository.issues.has(issue)) this.repository.addIssue({ number: issue, title: "The goal" });
    return Array.from({ length: count }, (_, index) => this.repository.addComment(issue, `comment ${index}`));
  }

  /** The requests since the last reset, in short. */
  asked(): string[] {
    return this.github.log.map(({ route, status }) => `${route} ${status}`);
  }

  /** What a look costs: runs it over an empty log. */
  async logOf(work: () => Promise<unknown>): Promise<readonly Entry[]> {
    this.github.reset();
    await work();
    return this.github.log;
  }
}

/** An answer without the facts of its look, once it was seen to name neither a token nor an address of ours. */
export function answerOf<T>(look: Look<T>): Answer<T> {
  const { at, millis, requests, ...answer } = look;
  expect([at, millis, requests].every((fact) => Number.isFinite(fact) && fact >= 0)).toBe(true);
  for (const token of [TOKEN, OTHER_TOKEN]) expect(JSON.stringify(look)).not.toContain(token);
  return answer as Answer<T>;
}

/** The value of a look that must have one. */
export function valueOf<T>(look: Look<T>): T {
  const answer = answerOf(look);
  if (answer.answer !== "value") throw new Error(`The look has no value: ${JSON.stringify(answer)}`);
  return answer.value;
}

/** In short: `value`, `absent ref`, `denied 404`, `unfit link`, `failed server`. */
export function short(look: Look<unknown>): string {
  const answer = answerOf(look);
  switch (answer.answer) {
    case "value":
    case "unchanged":
      return answer.answer;
    case "absent":
      return `absent ${answer.what}`;
    case "denied":
      return `denied ${answer.status}`;
    case "unfit":
      return `unfit ${answer.why}`;
    case "failed":
      return `failed ${answer.cause}`;
  }
}

/** The words of an answer that has some, and its time of the next try. */
export function wordsOf(look: Look<unknown>): { detail: string; help?: string; retryAt?: number } {
  const answer = answerOf(look);
  if (!("detail" in answer)) throw new Error(`The answer has no words: ${JSON.stringify(answer)}`);
  return answer;
}

/** A server that is not GitHub: it keeps the headers of whoever comes. */
export interface Stranger {
  readonly url: string;
  readonly visits: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

export async function stranger(): Promise<Stranger> {
  const visits: Stranger["visits"] = [];
  const server: Server = createServer((request, response) => {
    visits.push({ path: request.url ?? "", headers: request.headers });
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.push({
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, visits };
}

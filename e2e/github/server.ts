import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Tokens, type TokenOptions } from "./access";
import { Apps } from "./apps";
import type { Surroundings, Switches } from "./call";
import { compressed, deliver } from "./deliver";
import type { Delivery, Fault } from "./faults/fault";
import { Limits, type Limit } from "./limits";
import type { Entry, Match, OpenEntry, Resource } from "./log";
import { graphqlPath, readRequest } from "./request";
import { answerApp } from "./rest/apps";
import { broken, commonHeaders, respond } from "./respond";
import { Rules, type Handle, type Injection } from "./rules";
import type { Repository, RepositoryOptions } from "./world/repository";
import { World } from "./world/world";

export interface GitHubOptions {
  /** "/api/v3" makes it a GitHub Enterprise Server, whose GraphQL is at /api/graphql. */
  readonly base?: "" | "/api/v3";
  /** By default any free one. */
  readonly port?: number;
  /** False: no primary limits and no headers about them, as an Enterprise Server is unless its owners want them. */
  readonly limits?: boolean;
  /** True: a test asks for assignees on purpose, to show that the answer would have them. */
  readonly assigneesAskedOnPurpose?: boolean;
  /** False: answers are never compressed. GitHub compresses what is not small for every client that takes it. */
  readonly gzip?: boolean;
}

/** What an action before a request is done with it. */
export type Action = (entry: Entry) => unknown;

const TREE_LIMIT = 100_000;

/** An emulated GitHub on a loopback port. Everything it knows is told to it, everything it is asked is kept, and it fails on command. */
export class GitHub {
  readonly #world = new World();
  readonly #tokens = new Tokens();
  /** GitHub Apps and where they are installed. */
  readonly apps = new Apps(this.#world, this.#tokens);
  readonly #limits: Limits;
  readonly #faults = new Rules<Fault>();
  readonly #actions = new Rules<Action>();
  readonly #server: Server;
  readonly #base: string;
  readonly #gzip: boolean;
  readonly #switches: Switches = { searchLag: false, treeLimit: TREE_LIMIT };
  #log: OpenEntry[] = [];
  #unexpected: string[] = [];
  #open = 0;
  #most = 0;
  #port = 0;

  readonly #onPurpose: boolean;
  #inferred: string[] = [];

  constructor({ base = "", limits = true, gzip = true, assigneesAskedOnPurpose = false }: GitHubOptions) {
    this.#onPurpose = assigneesAskedOnPurpose;
    this.#base = base;
    this.#gzip = gzip;
    this.#limits = new Limits(this.#world.clock, limits);
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // Long enough that no test meets a connection that is being closed for its idleness.
    this.#server.keepAliveTimeout = 60_000;
  }

  /** Where its REST calls are. */
  get apiUrl(): string {
    return `${this.webUrl}${this.#base}`;
  }

  get graphqlUrl(): string {
    return this.webUrl + graphqlPath(this.#base);
  }

  /** Where its pages would be; there are none. */
  get webUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Every request since the start or the last reset, in the order in which they came. */
  get log(): readonly Entry[] {
    return this.#log;
  }

  get requests(): number {
    return this.#log.length;
  }

  get points(): number {
    return this.#log.reduce((sum, { points }) => sum + points, 0);
  }

  /** What was asked that no program of ours should ask: unknown routes, other media types, fields without an answer. */
  get unexpected(): readonly string[] {
    return this.#unexpected;
  }

  /** The most requests that were in work at the same time. */
  get mostAtOnce(): number {
    return this.#most;
  }

  /** Switches that may be changed while it runs. */
  get switches(): Switches {
    return this.#switches;
  }

  get searchLag(): boolean {
    return this.#switches.searchLag;
  }

  set searchLag(lags: boolean) {
    this.#switches.searchLag = lags;
  }

  addToken(secret: string, options: TokenOptions): void {
    this.#tokens.add(secret, options);
  }

  removeToken(secret: string): void {
    this.#tokens.remove(secret);
  }

  addRepository(fullName: string, options: RepositoryOptions = {}): Repository {
    return this.#world.add(fullName, options);
  }

  /** Stops its clock at a moment; null lets it run. */
  setNow(moment: Date | null): void {
    this.#world.clock.set(moment);
  }

  /** Puts its clock ahead, or behind with a negative number. */
  skew(milliseconds: number): void {
    this.#world.clock.skew(milliseconds);
  }

  /** Sets what each token has left until its window ends. */
  setLimit(limits: Partial<Record<Resource, Limit>>): void {
    for (const [resource, limit] of Object.entries(limits)) this.#limits.set(resource as Resource, limit);
  }

  /** Lets requests go wrong: the next one that matches, unless more or later ones are asked for. */
  inject({ match, fault, ...rest }: Injection): Handle {
    return this.#faults.add(match, fault, rest);
  }

  /** Does something just before a matching request is answered, so that the answer is already another one. */
  before(match: Match, action: Action, options: { readonly times?: number; readonly skip?: number } = {}): Handle {
    return this.#actions.add(match, action, options);
  }

  /** Takes back every fault and every action. */
  heal(): void {
    this.#faults.clear();
    this.#actions.clear();
  }

  /** Forgets what was asked so far; the world, faults and limits stay as they are. */
  reset(): void {
    this.#log = [];
    this.#unexpected = [];
    this.#most = this.#open;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address !== null && typeof address === "object") this.#port = address.port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    this.#world.end();
    // Held at the end of every test that has a GitHub, whatever the test is about.
    if (this.#inferred.length > 0) throw new Error(`Assignees were asked for: ${this.#inferred.join(", ")}`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open += 1;
    this.#most = Math.max(this.#most, this.#open);
    response.once("close", () => (this.#open -= 1));
    response.on("error", () => undefined);
    const { entry, way, query } = await readRequest(request, this.#base, this.#world.clock.now());
    const token = this.#tokens.of(request.headers.authorization, this.#world.clock.now());
    this.#log.push(entry);
    if (!this.#onPurpose && asksForAssignees(entry)) this.#inferred.push(`${entry.method} ${entry.path}`);
    const surroundings = this.#surroundings();
    const asApp = () => answerApp(entry, request.headers.authorization, { ...surroundings, apps: this.apps });
    const genuine = () => respond(entry, token, way, query, surroundings, asApp);
    try {
      for (const action of this.#actions.takeAll(entry)) await action(entry);
      const fault = this.#faults.take(entry);
      entry.fault = fault?.name ?? null;
      const common = () => commonHeaders(entry, token, surroundings);
      const reset = () => this.#limits.standing(entry.resource, token?.purse ?? "").reset;
      const context = { entry, genuine, common, reset };
      const plain: Delivery = fault === null ? { answer: await genuine() } : await fault.deliver(context);
      const wanted = this.#gzip && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
      const delivery = wanted ? compressed(plain) : plain;
      await this.#send(entry, response, delivery);
    } catch (error) {
      this.#unexpected.push(error instanceof Error ? error.message : String(error));
      if (response.headersSent) response.destroy();
      else await this.#send(entry, response, { answer: broken(error) });
    }
  }

  async #send(entry: OpenEntry, response: ServerResponse, delivery: Delivery): Promise<void> {
    entry.status = delivery.answer.status;
    entry.bytes = await deliver(response, delivery);
  }

  #surroundings(): Surroundings {
    return {
      world: this.#world,
      limits: this.#limits,
      apiUrl: this.apiUrl,
      webUrl: this.webUrl,
      switches: this.#switches,
      unexpected: (what) => void this.#unexpected.push(what),
    };
  }
}

/**
 * "Never read for identity: assignees … The queries do not even ask for assignees". REST answers for issues carry them, whatever was asked,
 * so issues themselves may be asked for through GraphQL alone.
 */
function asksForAssignees({ path, query, body }: Entry): boolean {
  const issue = /\/(?:issues(?:\/\d+)?|search\/issues|pulls(?:\/\d+)?)$/.test(path);
  return issue || /assign/i.test(JSON.stringify([path, query, body]));
}

/** Starts one; stop it when the test is over. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const github = new GitHub(options);
  await github.listen(options.port ?? 0);
  return github;
}

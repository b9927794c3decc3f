import {
  ACTIONS,
  startGitHub,
  type Account,
  type GitHub,
  type GitHubOptions,
  type Repository,
  type RepositoryOptions,
} from "../../../../e2e/github";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { personal } from "@/lib/sources/github/credential";
import { openGitHubHost, openGitHubSource, type GitHubHost } from "@/lib/sources/github/open";
import type { Patience } from "@/lib/sources/github/http";
import { lookAtSquad, unreadSquad, type Effort, type SquadPlan, type SquadState } from "../squad";
import { activation, record, registryOf, type TestRow } from "../test-squad";
import { kindOf, type Kind } from "./kinds";

export const REGISTRY = ".squad/casting/registry.json";
const HOUR = 3_600_000;

export interface GitHubSquadOptions extends GitHubOptions {
  readonly goals?: readonly number[];
  readonly ref?: string;
  readonly repository?: string;
  readonly patience?: Patience;
  /** What the repository is on GitHub. */
  readonly hosted?: RepositoryOptions;
}

/** A squad on an emulated GitHub, and what Muster knows of it: push, comment, break something, then look. */
export class GitHubSquad {
  token = "token-one";
  /** By the server's and GitHub's clock alike; tests move it. */
  now = Date.parse("2026-10-01T00:00:00Z");
  state: SquadState;
  private published = { said: "", revision: 3 };
  host: GitHubHost;
  plan: SquadPlan;

  private constructor(
    readonly github: GitHub,
    public repository: Repository,
    private readonly options: GitHubSquadOptions,
  ) {
    this.host = this.openHost();
    this.plan = this.openPlan();
    this.state = unreadSquad(this.plan, this.now);
    this.tick(0);
  }

  private openHost(): GitHubHost {
    return openGitHubHost({
      apiUrl: this.github.apiUrl,
      webUrl: this.github.webUrl,
      credential: () => personal(this.token),
      now: () => this.now,
      patience: this.options.patience ?? { totalMs: 20_000, idleMs: 10_000 },
    });
  }

  private openPlan(): SquadPlan {
    const { repository = "owner/repository", ref = null, goals = [] } = this.options;
    return {
      source: openGitHubSource(this.host, { repository, ref }),
      settings: {
        repository,
        trust: DEFAULT_TRUST,
        staleMillis: 24 * HOUR,
        exported: false,
        webUrl: this.github.webUrl,
        ref,
      },
      goals,
    };
  }

  /** Forgets all that Muster knows, as a new start does. GitHub stays as it is. */
  restart(): void {
    this.host = this.openHost();
    this.plan = this.openPlan();
    this.state = unreadSquad(this.plan, this.now);
  }

  static async start(options: GitHubSquadOptions = {}): Promise<GitHubSquad> {
    const github = await startGitHub(options);
    github.addToken("token-one", { repositories: "all" });
    return GitHubSquad.on(github, "owner/repository", options);
  }

  /** A squad in a new repository of a GitHub that runs already and knows "token-one". */
  static on(github: GitHub, fullName: string, options: GitHubSquadOptions = {}): GitHubSquad {
    const repository = github.addRepository(fullName, options.hosted);
    return new GitHubSquad(github, repository, { repository: fullName, ...options });
  }

  /** Moves both clocks; GitHub's times have whole seconds. */
  tick(millis: number): void {
    this.now += millis;
    this.github.setNow(new Date(this.now));
  }

  /** Pushes a registry of the next revision, from 4 on, unless another is given; the same agents once more are the same registry. */
  registry(agents: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
    const said = JSON.stringify([agents, more]);
    if (said !== this.published.said) this.published = { said, revision: this.published.revision + 1 };
    const whole = { ...registryOf(agents), revision: this.published.revision, ...more };
    this.published.revision = whole.revision;
    return this.repository.push({ [REGISTRY]: JSON.stringify(whole, null, 2) });
  }

  /** The usual squad: two agents, goal #45 with two bound tasks. */
  async usual(): Promise<{ readonly comment: number }> {
    await this.registry({ "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") });
    this.repository.addIssue({ number: 45, title: "The goal" });
    this.repository.addIssue({ number: 101, title: "First task" });
    this.repository.addIssue({ number: 102, title: "Second task" });
    return { comment: this.activate(45, ROWS) };
  }

  /** Posts an activation artifact; by GitHub Actions unless somebody else is named. */
  activate(issue: number, rows: readonly TestRow[], author: Account = ACTIONS): number {
    return this.repository.addComment(issue, artifact(issue, rows), { author });
  }

  async look(effort?: Partial<Effort>): Promise<SquadState> {
    const whole = { pictures: false, titles: false, ...effort };
    this.state = await lookAtSquad(this.plan, this.state, {}, () => this.now, whole);
    return this.state;
  }

  /** Moves on so far that a burst of requests may follow, and looks. */
  async later(millis = 10_000, effort?: Partial<Effort>): Promise<SquadState> {
    this.tick(millis);
    return this.look(effort);
  }

  /** What one look costs: what it asked, and how many points. */
  async cost(effort?: Partial<Effort>): Promise<Cost> {
    this.tick(10_000);
    this.github.reset();
    await this.look(effort);
    return { asked: this.github.log.map(kindOf), points: this.github.points };
  }

  /** Which tasks resolve to whom. */
  resolved(): Record<string, string> {
    const tasks = this.state.squad.work.goals.flatMap((goal) => goal.tasks);
    return Object.fromEntries(tasks.flatMap(({ row, agent }) => (agent === null ? [] : [[`#${row.issue}`, agent.id]])));
  }

  /** The goals with their states. */
  goals(): Record<string, string> {
    return Object.fromEntries(this.state.squad.work.goals.map(({ issue, goal }) => [`#${issue}`, goal]));
  }

  stop(): Promise<void> {
    return this.github.stop();
  }
}

export interface Cost {
  /** What each request was for, in order. */
  readonly asked: readonly Kind[];
  readonly points: number;
}

export const ROWS: readonly TestRow[] = [
  { task: "1.1", issue: 101, agent: "runtime-engineer" },
  { task: "1.2", issue: 102, agent: "docs-writer" },
];

/** The text of an activation artifact that binds these rows. */
export function artifact(issue: number, rows: readonly TestRow[]): string {
  return String(activation(issue, 1, rows)["body"]);
}

export const STRANGER: Account = { id: 7_000_001, login: "github-actions", type: "User" };
export const MAINTAINER: Account = { id: 7_000_002, login: "maintainer", type: "User" };

import "server-only";
import { openGitHubHosts, type GitHubHosts } from "@/lib/sources/github/hosts";
import { openGitHubSource, type GitHubHost } from "@/lib/sources/github/open";
import type { Source } from "@/lib/sources/source";
import { Budgets } from "./budgets";
import type { GitHubConfig } from "./config-schema";
import { accessTo } from "./github-access";
import type { StoreHome } from "./keeping/home";
import type { Metrics } from "./metrics/metrics";

type Environment = Readonly<Record<string, string | undefined>>;

/** The GitHub of this process, opened when the first repository asks for it. */
export class GitHubHome {
  private opened: GitHubHosts | null = null;
  private readonly budgets: Budgets;

  constructor(
    private readonly config: GitHubConfig,
    private readonly env: Environment,
    home: StoreHome,
    private readonly metrics: Pick<Metrics, "requested">,
  ) {
    this.budgets = new Budgets(home);
  }

  source(repository: string, ref: string | null): Source {
    return openGitHubSource(this.hostFor(repository), { repository, ref });
  }

  /** Everything that was opened so far: one for each credential. */
  get hosts(): readonly GitHubHost[] {
    return this.opened?.opened() ?? [];
  }

  /** A look at a repository has ended: what GitHub told meanwhile is told to the other processes. */
  looked(repository: string): void {
    const host = this.hostFor(repository);
    const key = `${this.config.apiUrl} ${host.client.scope(repository)}`;
    this.budgets.add(key, host);
    this.budgets.note(key);
  }

  /** Another process was told something. */
  readonly heard = (key: string): void => void this.budgets.heard(key);

  private hostFor(repository: string): GitHubHost {
    const { apiUrl, webUrl } = this.config;
    this.opened ??= openGitHubHosts({
      ...{ apiUrl, webUrl, access: accessTo(this.config, this.env) },
      answered: (status) => this.metrics.requested({ status }),
    });
    const host = this.opened.hostFor(repository);
    this.budgets.add(`${apiUrl} ${host.client.scope(repository)}`, host);
    return host;
  }
}

import type { Surroundings } from "../call";
import type { Account } from "../world/accounts";
import { stamp } from "../world/clock";
import type { Comment } from "../world/conversation";
import { nodeId } from "../world/node-id";
import type { Repository } from "../world/repository";

type Addresses = Pick<Surroundings, "apiUrl" | "webUrl">;

const ACCOUNT_KINDS = { User: "U", Bot: "BOT", Organization: "O", Mannequin: "M" } as const;

export function accountNode({ id, type }: Account): string {
  return nodeId(ACCOUNT_KINDS[type], id);
}

/** An account as a simple user of the REST description. */
export function simpleUser(account: Account, { apiUrl, webUrl }: Addresses): Record<string, unknown> {
  const { id, login, type } = account;
  const url = `${apiUrl}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: accountNode(account),
    avatar_url: `${webUrl}/avatars/u/${id}?v=4`,
    gravatar_id: "",
    url,
    html_url: type === "Bot" ? `${webUrl}/apps/${login.replace(/\[bot\]$/, "")}` : `${webUrl}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** A comment as the issue-comments calls give it. */
export function issueComment(comment: Comment, repository: Repository, at: Addresses): Record<string, unknown> {
  const { issue } = comment;
  const base = `${at.apiUrl}/repos/${repository.fullName}/issues`;
  const url = `${base}/comments/${comment.id}`;
  const page = `${at.webUrl}/${repository.fullName}/${issue.pullRequest ? "pull" : "issues"}/${issue.number}`;
  return {
    url,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${base}/${issue.number}`,
    id: comment.id,
    node_id: comment.nodeId,
    user: comment.author === null ? null : simpleUser(comment.author, at),
    created_at: stamp(comment.createdAt),
    updated_at: stamp(comment.updatedAt),
    body: comment.body,
    author_association: "NONE",
    reactions: {
      url: `${url}/reactions`,
      total_count: 0,
      "+1": 0,
      "-1": 0,
      laugh: 0,
      hooray: 0,
      confused: 0,
      heart: 0,
      rocket: 0,
      eyes: 0,
    },
    performed_via_github_app: null,
  };
}

/** Members of a repository that are addresses below its own. */
const BELOW = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

const COUNTS = [
  "forks",
  "forks_count",
  "stargazers_count",
  "watchers",
  "watchers_count",
  "network_count",
  "subscribers_count",
  "size",
];

/** A repository as its own call gives it. */
export async function fullRepository(repository: Repository, at: Addresses): Promise<Record<string, unknown>> {
  const { fullName, id } = repository;
  const [owner = "", name = ""] = fullName.split("/");
  const url = `${at.apiUrl}/repos/${fullName}`;
  const page = `${at.webUrl}/${fullName}`;
  const open = [...repository.issues.values()].filter(({ state }) => state === "open").length;
  const born = "2026-01-01T00:00:00Z";
  return {
    id,
    node_id: repository.nodeId,
    name,
    full_name: fullName,
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    owner: simpleUser({ id: 4_000_000, login: owner, type: "Organization" }, at),
    html_url: page,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(Object.entries(BELOW).map(([member, below]) => [member, url + below])),
    ...Object.fromEntries(COUNTS.map((member) => [member, 0])),
    created_at: born,
    updated_at: born,
    pushed_at: born,
    git_url: `${page.replace(/^https?/, "git")}.git`,
    ssh_url: `git@localhost:${fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    has_issues: repository.issuesEnabled,
    has_projects: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    archived: repository.archived,
    disabled: false,
    open_issues: open,
    open_issues_count: open,
    default_branch: await repository.git.branch(),
  };
}

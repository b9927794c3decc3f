import { stamp } from "../world/clock";
import type { Comment, Issue } from "../world/conversation";
import { nodeId } from "../world/node-id";
import type { Repository } from "../world/repository";
import { actor } from "./actors";
import { connection } from "./connection";
import { demand, type Context } from "./context";
import { typed } from "./errors";
import { gitObject } from "./git-objects";

type Fields = Record<string, unknown>;

export function issueFields(issue: Issue, repository: Repository, context: Context): Fields {
  const comments = [...issue.comments.values()].sort((a, b) => a.id - b.id);
  const path = `/${repository.fullName}/${issue.pullRequest ? "pull" : "issues"}/${issue.number}`;
  return {
    __typename: issue.pullRequest ? "PullRequest" : "Issue",
    id: nodeId(issue.pullRequest ? "PR" : "I", repository.id, issue.id),
    databaseId: () => int32(issue.id),
    fullDatabaseId: String(issue.id),
    number: issue.number,
    title: issue.title,
    state: issue.state.toUpperCase(),
    closed: issue.state === "closed",
    author: actor(issue.author, context),
    createdAt: stamp(issue.createdAt),
    updatedAt: stamp(issue.updatedAt),
    resourcePath: path,
    url: context.webUrl + path,
    comments: connection(comments.map((comment) => () => commentFields(comment, repository, context))),
    assignees: connection(issue.assignees.map((account) => () => actor(account, context))),
    repository: () => repositoryFields(repository, context),
  };
}

export function commentFields(comment: Comment, repository: Repository, context: Context): Fields {
  const { issue } = comment;
  const path = `/${repository.fullName}/${issue.pullRequest ? "pull" : "issues"}/${issue.number}#issuecomment-${comment.id}`;
  return {
    __typename: "IssueComment",
    id: comment.nodeId,
    databaseId: () => int32(comment.id),
    fullDatabaseId: String(comment.id),
    author: actor(comment.author, context),
    editor: actor(comment.edited?.by ?? null, context),
    lastEditedAt: comment.edited === null ? null : stamp(comment.edited.at),
    includesCreatedEdit: comment.edited !== null,
    createdAt: stamp(comment.createdAt),
    updatedAt: stamp(comment.updatedAt),
    publishedAt: stamp(comment.createdAt),
    body: comment.body,
    bodyText: comment.body,
    authorAssociation: "NONE",
    isMinimized: false,
    minimizedReason: null,
    resourcePath: path,
    url: context.webUrl + path,
    // For a comment of a pull request, GitHub gives the issue that is behind it.
    issue: () => ({ ...issueFields(issue, repository, context), __typename: "Issue" }),
    pullRequest: () => (issue.pullRequest ? issueFields(issue, repository, context) : null),
    repository: () => repositoryFields(repository, context),
  };
}

/** The ids of GraphQL's Int have 32 bits; a greater one fails the field that asks for it, as it does on GitHub. */
function int32(id: number): number {
  if (id > 2 ** 31 - 1) throw new Error(`Int cannot represent non 32-bit signed integer value: ${id}`);
  return id;
}

export function repositoryFields(repository: Repository, context: Context): Fields {
  const [owner = "", name = ""] = repository.fullName.split("/");
  const url = `${context.webUrl}/${repository.fullName}`;
  return {
    __typename: "Repository",
    id: repository.nodeId,
    databaseId: repository.id,
    name,
    nameWithOwner: repository.fullName,
    owner: { __typename: "Organization", login: owner, id: "O_kgDOAD0JAA", url: `${context.webUrl}/${owner}` },
    url,
    resourcePath: `/${repository.fullName}`,
    isPrivate: repository.private,
    visibility: repository.private ? "PRIVATE" : "PUBLIC",
    isArchived: repository.archived,
    isDisabled: false,
    isFork: false,
    isEmpty: async () => (await repository.git.commitOf("HEAD")) === null,
    hasIssuesEnabled: repository.issuesEnabled,
    defaultBranchRef: () => defaultBranch(repository, context),
    object: (args: { expression?: string | null; oid?: string | null }) => object(repository, args, context),
    issue: ({ number }: { number: number }) => issue(repository, number, false, context),
    issueOrPullRequest: ({ number }: { number: number }) => issue(repository, number, true, context),
  };
}

async function defaultBranch(repository: Repository, context: Context): Promise<Fields | null> {
  demand(context, repository, "contents");
  if ((await repository.git.commitOf("HEAD")) === null) return null;
  return {
    name: await repository.git.branch(),
    prefix: "refs/heads/",
    target: () => gitObject(repository, "HEAD"),
  };
}

function object(
  repository: Repository,
  { expression, oid }: { expression?: string | null; oid?: string | null },
  context: Context,
): Promise<Fields | null> {
  demand(context, repository, "contents");
  const name = oid ?? expression ?? "";
  const colon = name.indexOf(":");
  const path = colon < 0 ? "" : name.slice(colon + 1).replace(/\/+$/, "");
  return gitObject(repository, name, path);
}

function issue(repository: Repository, number: number, orPullRequest: boolean, context: Context): Fields {
  demand(context, repository, "issues");
  const found = repository.issuesEnabled ? repository.issues.get(number) : undefined;
  if (found !== undefined && (orPullRequest || !found.pullRequest)) return issueFields(found, repository, context);
  const what = orPullRequest ? "issue or pull request" : "Issue";
  throw typed("NOT_FOUND", `Could not resolve to an ${what} with the number of ${number}.`);
}

import { createHash } from "node:crypto";
import { z } from "zod";
import type { Account } from "@/lib/contracts/core/comment";
import type { Answer } from "@/lib/contracts/core/look";
import type { CardBytes, CommentAccounts, IssueCard, LiveComment, RepositoryName, SearchHit } from "../source";
import { failed, type Call } from "../shared/call";
import type { GitHubClient } from "./client";
import { ask } from "./graphql";

/** GitHub answers so many nodes at once. */
const AT_ONCE = 100;

const SEARCH = `query Origins($wanted: String!) {
  search(type: ISSUE, query: $wanted, first: ${AT_ONCE}) {
    nodes { ... on Issue { number comments { totalCount } } }
  }
}`;
const found = z.object({
  search: z.object({
    nodes: z.array(
      z.object({ number: z.int().optional(), comments: z.object({ totalCount: z.int() }).optional() }).nullable(),
    ),
  }),
});

/** Issues whose comments hold the label of a bindings block. A hint: the search lags and is capped. */
export async function search(
  client: GitHubClient,
  name: RepositoryName,
  call: Call,
): Promise<Answer<readonly SearchHit[]>> {
  const wanted = `repo:${name.fullName} in:comments "Activation bindings"`;
  const asked = await ask(client, SEARCH, { wanted }, found, call);
  if (!asked.ok) return asked.refusal;
  const value = asked.data.search.nodes.flatMap((node) =>
    node?.number === undefined ? [] : [{ issue: node.number, comments: node.comments?.totalCount ?? 0 }],
  );
  return { answer: "value", value };
}

// Actor has no number of its own, so each kind of it is asked for its own.
const ACTOR = `{ __typename login
  ... on Bot { databaseId } ... on User { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId } }`;
const ACCOUNTS = `query Accounts($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment {
      fullDatabaseId updatedAt resourcePath body
      author ${ACTOR}
      editor ${ACTOR}
      repository { databaseId }
    }
  }
}`;
const actor = z
  .object({ __typename: z.string(), login: z.string(), databaseId: z.int().nullish() })
  .transform(({ __typename, login, databaseId }): Account => ({ id: databaseId ?? null, type: __typename, login }))
  .nullable();
const accountNodes = z.object({
  nodes: z.array(
    z
      .object({
        fullDatabaseId: z.string().regex(/^[1-9]\d{0,15}$/),
        updatedAt: z.string(),
        body: z.string(),
        resourcePath: z.string(),
        author: actor,
        editor: actor,
        repository: z.object({ databaseId: z.int() }),
      })
      .nullable(),
  ),
});

/** Who wrote and who last edited each comment, a hundred to a question. One that is gone is left out. */
export async function accounts(
  client: GitHubClient,
  comments: readonly LiveComment[],
  call: Call,
): Promise<Answer<ReadonlyMap<number, CommentAccounts>>> {
  const all = new Map<number, CommentAccounts>();
  for (let from = 0; from < comments.length; from += AT_ONCE) {
    const ids = comments.slice(from, from + AT_ONCE).map(({ node }) => node);
    const asked = await ask(client, ACCOUNTS, { ids }, accountNodes, call);
    if (!asked.ok) return asked.refusal;
    if (asked.unsure !== null) return asked.unsure;
    for (const node of asked.data.nodes) {
      if (node === null) continue;
      const issue = Number(/\/(?:issues|pull)\/(\d+)(?:#|$)/.exec(node.resourcePath)?.[1] ?? 0);
      const { author, editor, updatedAt, body, repository } = node;
      all.set(Number(node.fullDatabaseId), {
        author,
        editor,
        updatedAt,
        body,
        issue,
        repository: repository.databaseId,
      });
    }
  }
  return { answer: "value", value: all };
}

const titleNode = z
  .object({
    number: z.int(),
    title: z.string(),
    issueState: z.string().optional(),
    pullState: z.string().optional(),
  })
  .nullable();

/** Titles and states, a hundred issues to a question. Nothing else of them is asked for, and never who is assigned. */
export async function titles(
  client: GitHubClient,
  name: RepositoryName,
  issues: readonly number[],
  call: Call,
): Promise<Answer<CardBytes>> {
  const [owner = "", repo = ""] = name.fullName.split("/");
  const cards: IssueCard[] = [];
  const possible = issues.filter(isPossible);
  for (let from = 0; from < possible.length; from += AT_ONCE) {
    const part = possible.slice(from, from + AT_ONCE);
    const asked = await ask(client, titleQuery(part), { owner, name: repo }, repositoryOf(part), call);
    if (!asked.ok) return asked.refusal;
    if (asked.unsure !== null) return asked.unsure;
    const { databaseId, ...nodes } = asked.data.repository;
    if (databaseId !== name.id) return ANOTHER;
    for (const issue of part) {
      const node = nodes[`i${issue}`] as z.infer<typeof titleNode> | undefined;
      if (node != null && node.number === issue) cards.push({ number: issue, title: node.title, state: stateOf(node) });
    }
  }
  const bytes = Buffer.from(JSON.stringify(cards));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { answer: "value", value: { cards, sha256, size: bytes.length } };
}

const ANOTHER = failed("moved", "Another repository answered under this name, so nothing of it was used.");

/** GraphQL's numbers have 32 bits: a larger one names no issue, and would spoil the question for all the others. */
function isPossible(issue: number): boolean {
  return Number.isInteger(issue) && issue >= 1 && issue < 2 ** 31;
}

function titleQuery(issues: readonly number[]): string {
  const each = issues.map(
    (issue) =>
      `i${issue}: issueOrPullRequest(number: ${issue}) { ... on Issue { number title issueState: state } ... on PullRequest { number title pullState: state } }`,
  );
  return `query Titles($owner: String!, $name: String!) {\n  repository(owner: $owner, name: $name) {\n    databaseId\n    ${each.join("\n    ")}\n  }\n}`;
}

function repositoryOf(issues: readonly number[]) {
  const nodes = Object.fromEntries(issues.map((issue) => [`i${issue}`, titleNode.optional()]));
  return z.object({ repository: z.object({ databaseId: z.int(), ...nodes }) }) as z.ZodType<{
    repository: { databaseId: number } & Record<string, unknown>;
  }>;
}

function stateOf({ issueState, pullState }: { issueState?: string | undefined; pullState?: string | undefined }) {
  return (issueState ?? pullState) === "OPEN" ? ("open" as const) : ("closed" as const);
}

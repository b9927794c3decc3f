import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Account } from "@/lib/contracts/core/comment";
import type { Answer } from "@/lib/contracts/core/look";
import type { CardBytes, CommentAccounts, IssueCard, LiveComment, RepositoryName, SearchHit } from "../source";
import { failed, type Call } from "../shared/call";
import type { GitHubClient } from "./client";
import { bodyOf } from "./comments";
import { ask } from "./graphql";
import { list } from "./list";
import { cut } from "./text";

/** GitHub answers so many nodes at once. */
const AT_ONCE = 100;
/** A hundred numbers, or titles of GitHub's 256 characters, many times over. */
const MAX_BYTES = 2 * 1_048_576;
/** A hundred bodies of 65,536 characters, most of them escaped. */
const MAX_ACCOUNTS_BYTES = 32 * 1_048_576;
/** GitHub's own titles have 256 characters at most; what another server says beyond this is not kept. */
const MAX_TITLE = 1_000;

const SEARCH = `query Origins($wanted: String!) {
  search(type: ISSUE, query: $wanted, first: ${AT_ONCE}) {
    nodes { ... on Issue { number comments { totalCount } } }
  }
}`;
const found = z.object({
  search: z.object({
    nodes: list(
      z.object({ number: z.int().optional(), comments: z.object({ totalCount: z.int() }).optional() }).nullable(),
      AT_ONCE,
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
  const asked = await ask(client, { query: SEARCH, variables: { wanted }, schema: found, maxBytes: MAX_BYTES }, call);
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
  nodes: list(
    z
      .object({
        fullDatabaseId: z.string().regex(/^[1-9]\d{0,15}$/),
        updatedAt: z.string(),
        body: z.string().transform(bodyOf),
        resourcePath: z.string(),
        author: actor,
        editor: actor,
        repository: z.object({ databaseId: z.int() }),
      })
      .nullable(),
    AT_ONCE,
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
    const question = { query: ACCOUNTS, variables: { ids }, schema: accountNodes, maxBytes: MAX_ACCOUNTS_BYTES };
    const asked = await ask(client, question, call);
    if (!asked.ok) return asked.refusal;
    if (asked.unsure !== null) return asked.unsure;
    for (const node of asked.data.nodes) {
      if (node === null) continue;
      const issue = Number(/\/(?:issues|pull)\/(\d+)(?:#|$)/.exec(node.resourcePath)?.[1] ?? 0);
      const { author, editor, updatedAt, body, repository } = node;
      const id = Number(node.fullDatabaseId);
      const said = { author, editor, updatedAt, body, issue, repository: repository.databaseId };
      const before = all.get(id);
      if (before !== undefined && !isDeepStrictEqual(before, said)) return TWO_ANSWERS;
      all.set(id, said);
    }
  }
  return { answer: "value", value: all };
}

/** Neither of the two is right for being the first or the last. */
const TWO_ANSWERS = failed("malformed", "GitHub said two things of one comment's accounts, so nothing of it was used.");

const titleNode = z
  .object({
    number: z.int(),
    title: z.string().transform((title) => cut(title, MAX_TITLE)),
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
    const question = { query: titleQuery(part), schema: repositoryOf(part), maxBytes: MAX_BYTES };
    const asked = await ask(client, { ...question, variables: { owner, name: repo } }, call);
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

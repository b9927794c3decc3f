import { defaultFieldResolver, graphql, type GraphQLFieldResolver } from "graphql";
import { JSON_TYPE, type Answer, json, refusal, type Reply } from "../answer";
import type { Call } from "../call";
import { Limits } from "../limits";
import { connection } from "./connection";
import { demand, sees, type Context } from "./context";
import { typed, written } from "./errors";
import { commentFields, issueFields, repositoryFields } from "./fields";
import { githubSchema } from "./schema";
import { searchIssues } from "./search";

const MOST_IDS = 100;

/** Answers what was posted to GraphQL: always 200 where there was a query at all, with the failures inside. */
export async function answerGraphql(call: Call): Promise<Reply> {
  const asked = call.entry.body;
  if (asked === null) return refusal(400, "Problems parsing JSON", {}, "https://docs.github.com/graphql");
  const context: Context = { ...call, sso: [] };
  const { data, errors } = await graphql({
    schema: await githubSchema(),
    source: asked.query,
    variableValues: asked.variables,
    rootValue: ROOT,
    contextValue: context,
    fieldResolver: resolve,
  });
  const body = {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined ? {} : { errors: errors.map(written) }),
  };
  const headers: Record<string, string> =
    context.sso.length === 0 ? {} : { "x-github-sso": `required; url=${context.sso[0]}` };
  return json(body, { headers });
}

/** What a spent limit looks like here: a success, with an error inside. */
export function spent(userId: number): Pick<Answer, "status" | "headers" | "body"> {
  const message = `API rate limit already exceeded for user ID ${userId}.`;
  const body = Buffer.from(JSON.stringify({ errors: [{ type: "RATE_LIMITED", message }] }));
  return { status: 200, headers: { "content-type": JSON_TYPE }, body };
}

/** Fields that this server has nothing for are noted: a query that needs one is a query that was not foreseen. */
const resolve: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const known = typeof source === "object" && source !== null && info.fieldName in source;
  if (known) return defaultFieldResolver(source, args, context, info) as unknown;
  const field = `${info.parentType.name}.${info.fieldName}`;
  context.unexpected(`GraphQL ${field}`);
  throw new Error(`The emulator has nothing for ${field}`);
};

const ROOT = {
  repository: (args: { owner: string; name: string; followRenames?: boolean | null }, context: Context) => {
    const name = `${args.owner}/${args.name}`;
    const found = context.world.find(name);
    if (found !== null && (!found.moved || args.followRenames !== false) && sees(context, found.repository))
      return repositoryFields(found.repository, context);
    throw typed("NOT_FOUND", `Could not resolve to a Repository with the name '${name}'.`);
  },
  node: ({ id }: { id: string }, context: Context) => node(id, context),
  nodes: ({ ids }: { ids: readonly string[] }, context: Context) => {
    if (ids.length > MOST_IDS)
      throw typed("ARGUMENT_LIMIT", `You may not provide more than ${MOST_IDS} node ids; you provided ${ids.length}.`);
    return ids.map((id) => settled(() => node(id, context)));
  },
  search: (
    args: Parameters<ReturnType<typeof connection>>[0] & { query: string; type: string },
    ...rest: unknown[]
  ) => {
    const [context, info] = rest as [Context, Parameters<ReturnType<typeof connection>>[2]];
    if (args.type !== "ISSUE") context.unexpected(`search of type ${args.type}`);
    const hits = args.type === "ISSUE" ? searchIssues(args.query, context) : [];
    const items = hits.map(
      ({ issue, repository }) =>
        () =>
          issueFields(issue, repository, context),
    );
    return connection(items, "issueCount")(args, context, info);
  },
  viewer: (_args: unknown, context: Context) => ({
    __typename: "User",
    login: context.token.login,
    databaseId: context.token.userId,
  }),
  rateLimit: (_args: unknown, context: Context) => {
    if (!context.limits.enabled) return null;
    const standing = context.limits.standing("graphql", context.token.purse);
    const { limit, remaining, used } = standing;
    return { cost: 1, nodeCount: 0, limit, remaining, used, resetAt: Limits.resetAt(standing) };
  },
};

function node(id: string, context: Context): Record<string, unknown> {
  const found = context.world.commentByNode(id);
  if (found === null || !sees(context, found.repository))
    throw typed("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
  demand(context, found.repository, "issues");
  return commentFields(found.comment, found.repository, context);
}

/** An item that fails leaves null in its place and an error beside, instead of taking the whole list with it. */
function settled<Value>(make: () => Value): Value | Error {
  try {
    return make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

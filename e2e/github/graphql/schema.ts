import { buildSchema, type GraphQLSchema } from "graphql";

let built: Promise<GraphQLSchema> | null = null;

/** GitHub's published schema. Building it takes a moment, so it is done at the first query of a process and kept. */
export function githubSchema(): Promise<GraphQLSchema> {
  return (built ??= build());
}

async function build(): Promise<GraphQLSchema> {
  const { schema } = await import("@octokit/graphql-schema");
  return buildSchema(schema.idl, { assumeValid: true, assumeValidSDL: true });
}

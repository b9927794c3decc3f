import { describe, expect, it } from "vitest";
import { startGitHub } from "./server";

/** Asks one thing of a fresh GitHub and ends it; gives what its end says. */
async function endAfter(path: string, body?: unknown): Promise<string> {
  const github = await startGitHub();
  github.addToken("secret", { repositories: "all" });
  github.addRepository("owner/repository");
  await fetch(path === "graphql" ? github.graphqlUrl : github.apiUrl + path, {
    headers: { authorization: "Bearer secret", "user-agent": "test" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return github.stop().then(
    () => "nothing said",
    (error: Error) => error.message,
  );
}

describe("a test in which somebody asks for assignees fails at its end", () => {
  it.each([
    "/repos/owner/repository/issues",
    "/repos/owner/repository/issues/45",
    "/search/issues?q=x",
    "/repos/owner/repository/assignees",
    "/repos/owner/repository/issues/comments?assignee=x",
  ])("by REST: %s", async (path) => {
    expect(await endAfter(path)).toMatch(/^Assignees were asked for: GET /);
  });

  it.each([
    { query: "{ viewer { login } }", variables: { assignee: "x" } },
    {
      query: 'query { repository(owner: "o", name: "r") { issue(number: 1) { assignees(first: 1) { totalCount } } } }',
    },
  ])("by GraphQL: %j", async (body) => {
    expect(await endAfter("graphql", body)).toMatch(/^Assignees were asked for: POST /);
  });

  it.each(["/repos/owner/repository/issues/comments", "/repos/owner/repository/issues/45/comments", "/rate_limit"])(
    "and not one that asks for comments: %s",
    async (path) => {
      expect(await endAfter(path)).toBe("nothing said");
    },
  );
});

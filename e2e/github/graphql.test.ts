import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS, PERSON, startGitHub, type GitHub, type Repository } from "./index";
import { ask } from "./testing/ask";

let github: GitHub;
let repo: Repository;

beforeEach(async () => {
  github = await startGitHub();
  github.addToken("secret-a", { repositories: "all", login: "reader" });
  repo = github.addRepository("owner/name", { private: true });
});
afterEach(() => github.stop());

const inRepository = (fields: string) => `{ repository(owner: "owner", name: "name") { ${fields} } }`;
const within = (answer: { data?: unknown }) => (answer.data as { repository: Record<string, unknown> }).repository;

describe("queries", () => {
  it("are refused as a whole where GitHub's schema has no such field, argument or type", async () => {
    for (const query of [
      inRepository("nothing"),
      "{ repository(owner: 1) { id } }",
      "{ viewer { login { first } } }",
      "{ viewer {",
      inRepository('object(expression: "HEAD:") { entries { name } }'),
    ]) {
      const { status, data, errors } = await ask(github, query);
      expect([status, data]).toEqual([200, undefined]);
      expect(errors?.length).toBeGreaterThan(0);
    }
    expect(github.unexpected).toEqual([]);
  });

  it("that need a field without an answer here are noted", async () => {
    const { errors } = await ask(github, inRepository("diskUsage"));
    expect(errors).toHaveLength(1);
    expect(github.unexpected).toEqual(["GraphQL Repository.diskUsage"]);
  });

  it("cost a point each, of their own limit", async () => {
    const { data, headers } = await ask(github, "{ viewer { login } rateLimit { cost limit remaining used } }");
    expect(data).toEqual({
      viewer: { login: "reader" },
      rateLimit: { cost: 1, limit: 5000, remaining: 4999, used: 1 },
    });
    expect([headers.get("x-ratelimit-resource"), headers.get("x-ratelimit-remaining")]).toEqual(["graphql", "4999"]);
    expect(github.log[0]).toMatchObject({ route: "/graphql", resource: "graphql", points: 1, status: 200 });
  });

  it("with an unknown token get 401, and what is no query 400", async () => {
    expect((await ask(github, "{ viewer { login } }", {}, "unknown")).status).toBe(401);
    const answer = await fetch(github.graphqlUrl, { method: "POST", headers: { authorization: "Bearer secret-a" } });
    expect(answer.status).toBe(400);
  });

  it("say RATE_LIMITED inside a success when nothing is left", async () => {
    github.setLimit({ graphql: { limit: 5000, remaining: 0 } });
    const { status, errors, headers } = await ask(github, "{ viewer { login } }");
    expect([status, errors?.[0]?.type, headers.get("x-ratelimit-remaining")]).toEqual([200, "RATE_LIMITED", "0"]);
  });
});

describe("a repository", () => {
  it("is found under an old name without a word", async () => {
    repo.rename("owner/new");
    const found = await ask(github, inRepository("nameWithOwner databaseId"));
    expect(found.data).toEqual({ repository: { nameWithOwner: "owner/new", databaseId: repo.id } });
    const strict = await ask(github, '{ repository(owner: "owner", name: "name", followRenames: false) { id } }');
    expect(strict.errors?.[0]?.type).toBe("NOT_FOUND");
  });

  it("that is unknown, or hidden from the token, is null with NOT_FOUND", async () => {
    github.addToken("hidden", { repositories: {} });
    for (const token of ["secret-a", "hidden"]) {
      const name = token === "hidden" ? "name" : "none";
      const { data, errors } = await ask(github, `{ repository(owner: "owner", name: "${name}") { id } }`, {}, token);
      const message = `Could not resolve to a Repository with the name 'owner/${name}'.`;
      expect([data, errors]).toMatchObject([
        { repository: null },
        [{ type: "NOT_FOUND", path: ["repository"], message }],
      ]);
    }
  });

  it("of which the token may not read the contents refuses them alone", async () => {
    await repo.push({ a: "1" });
    github.addToken("issues", { repositories: { "owner/name": ["issues"] } });
    const query = inRepository('databaseId object(expression: "HEAD") { oid }');
    const { data, errors } = await ask(github, query, {}, "issues");
    expect(data).toEqual({ repository: { databaseId: repo.id, object: null } });
    expect(errors).toMatchObject([
      {
        type: "FORBIDDEN",
        path: ["repository", "object"],
        message: "Resource not accessible by personal access token",
      },
    ]);
  });

  it("behind a single sign-on says so, in the errors and the header", async () => {
    github.addToken("sso", { repositories: "all", sso: { "owner/name": "https://sso.example.com/" } });
    const { data, errors, headers } = await ask(github, inRepository("id"), {}, "sso");
    expect(data).toEqual({ repository: null });
    expect(errors).toMatchObject([{ type: "FORBIDDEN", extensions: { saml_failure: true } }]);
    expect(headers.get("x-github-sso")).toBe("required; url=https://sso.example.com/");
  });

  it("gives trees with everything below, modes as decimal numbers", async () => {
    await repo.push({
      "a/b/c.txt": "text",
      l: { link: "a" },
      s: { submodule: "1".repeat(40) },
      x: { executable: "\0" },
    });
    const blob = "... on Blob { byteSize isBinary isTruncated }";
    const entries = `entries { name path mode type object { ${blob} ... on Tree { entries { path size } } } }`;
    const answer = await ask(github, inRepository(`object(expression: "HEAD:") { ... on Tree { ${entries} } }`));
    expect(answer.errors).toBeUndefined();
    expect(within(answer).object).toEqual({
      entries: [
        { name: "a", path: "a", mode: 0o40000, type: "tree", object: { entries: [{ path: "a/b", size: 0 }] } },
        {
          name: "l",
          path: "l",
          mode: 0o120000,
          type: "blob",
          object: { byteSize: 1, isBinary: false, isTruncated: false },
        },
        { name: "s", path: "s", mode: 0o160000, type: "commit", object: null },
        {
          name: "x",
          path: "x",
          mode: 0o100755,
          type: "blob",
          object: { byteSize: 1, isBinary: true, isTruncated: false },
        },
      ],
    });
  });

  it("gives objects by name or expression, and the entry of one path of a commit", async () => {
    const sha = await repo.push({ "a/b.txt": "text" });
    const commit = `... on Commit { oid committedDate file(path: "a/b.txt") { name path mode } no: file(path: "a/c") { name } }`;
    const fields = `byName: object(oid: "${sha}") { ${commit} } none: object(expression: "HEAD:no") { oid }
      below: object(expression: "${sha}:a") { ... on Tree { entries { path } } }
      defaultBranchRef { name target { oid } }`;
    const answer = await ask(github, inRepository(fields));
    expect(answer.errors).toBeUndefined();
    expect(within(answer)).toEqual({
      byName: {
        oid: sha,
        committedDate: "2026-01-01T00:00:00Z",
        file: { name: "b.txt", path: "a/b.txt", mode: 0o100644 },
        no: null,
      },
      none: null,
      below: { entries: [{ path: "a/b.txt" }] },
      defaultBranchRef: { name: "main", target: { oid: sha } },
    });
  });
});

describe("issues and comments", () => {
  it("tell issues from pull requests, and name what is missing", async () => {
    const issue = repo.addIssue({ title: "Plan", assignees: [PERSON] });
    const request = repo.addIssue({ title: "Change", pullRequest: true, state: "closed" });
    repo.addComment(issue, "text");
    const what = "title number comments { totalCount }";
    const fields = `one: issueOrPullRequest(number: ${issue}) { __typename ... on Issue { ${what} state } }
      two: issueOrPullRequest(number: ${request}) { __typename ... on PullRequest { ${what} } }
      three: issue(number: ${request}) { title } four: issueOrPullRequest(number: 99) { __typename }`;
    const answer = await ask(github, inRepository(fields));
    expect(within(answer)).toEqual({
      one: { __typename: "Issue", title: "Plan", number: issue, comments: { totalCount: 1 }, state: "OPEN" },
      two: { __typename: "PullRequest", title: "Change", number: request, comments: { totalCount: 0 } },
      three: null,
      four: null,
    });
    expect(answer.errors?.map(({ type, path }) => [type, path])).toEqual([
      ["NOT_FOUND", ["repository", "three"]],
      ["NOT_FOUND", ["repository", "four"]],
    ]);
  });

  it("are paged only within GitHub's bounds", async () => {
    const issue = repo.addIssue({ title: "Plan" });
    for (const args of ["", "(first: 101)"]) {
      const { errors } = await ask(
        github,
        inRepository(`issue(number: ${issue}) { comments${args} { nodes { id } } }`),
      );
      expect(errors?.[0]?.type).toMatch(/PAGINATION/);
    }
    const ids = Array.from({ length: 101 }, () => "x");
    const { errors } = await ask(github, "query($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids });
    expect(errors?.[0]?.type).toBe("ARGUMENT_LIMIT");
  });

  const COMMENT = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment {
    fullDatabaseId author { __typename login ... on Bot { databaseId } } editor { __typename login ... on User { databaseId } }
    lastEditedAt updatedAt issue { number } repository { databaseId } body } } }`;

  it("name author and editor of a comment, a bot without its suffix, and nobody for a ghost", async () => {
    const issue = repo.addIssue({ title: "Plan" });
    const at = new Date(Date.UTC(2026, 8, 1));
    const ids = [
      repo.addComment(issue, "by a bot", { author: ACTIONS, at }),
      repo.addComment(issue, "by a ghost", { author: null, at }),
      repo.addComment(issue, "edited", { author: ACTIONS, at }),
      repo.addComment(issue, "edited by a ghost", { author: ACTIONS, at }),
    ];
    const edited = new Date(Date.UTC(2026, 8, 2));
    repo.editComment(ids[2] ?? 0, "changed", { editor: PERSON, at: edited });
    repo.editComment(ids[3] ?? 0, "changed", { editor: null, at: edited });
    const answer = await ask(github, COMMENT, { ids: ids.map((id) => repo.comment(id)?.nodeId) });
    expect(answer.errors).toBeUndefined();
    const bot = { __typename: "Bot", login: "github-actions", databaseId: ACTIONS.id };
    const plain = { lastEditedAt: null, updatedAt: "2026-09-01T00:00:00Z" };
    const late = { lastEditedAt: "2026-09-02T00:00:00Z", updatedAt: "2026-09-02T00:00:00Z", body: "changed" };
    expect(answer.data).toMatchObject({
      nodes: [
        { ...plain, author: bot, editor: null, fullDatabaseId: String(ids[0]), issue: { number: issue } },
        { ...plain, author: null, editor: null, repository: { databaseId: repo.id } },
        { ...late, author: bot, editor: { __typename: "User", login: PERSON.login, databaseId: PERSON.id } },
        { ...late, author: bot, editor: null },
      ],
    });
  });

  it("give null and an error for the comment that is gone, and the others all the same", async () => {
    const issue = repo.addIssue({ title: "Plan" });
    const [gone, kept] = [repo.addComment(issue, "gone"), repo.addComment(issue, "kept")];
    const ids = [gone, kept].map((id) => repo.comment(id)?.nodeId);
    repo.deleteComment(gone);
    const { data, errors } = await ask(github, COMMENT, { ids });
    expect(data).toMatchObject({ nodes: [null, { body: "kept" }] });
    expect(errors).toMatchObject([{ type: "NOT_FOUND", path: ["nodes", 0] }]);
  });

  it("have ids that do not fit GraphQL's Int, which fails that field alone", async () => {
    const id = repo.addComment(repo.addIssue({ title: "Plan" }), "text");
    const query = "query($id: ID!) { node(id: $id) { ... on IssueComment { databaseId fullDatabaseId } } }";
    const { data, errors } = await ask(github, query, { id: repo.comment(id)?.nodeId });
    expect(data).toEqual({ node: { databaseId: null, fullDatabaseId: String(id) } });
    expect(errors).toMatchObject([{ path: ["node", "databaseId"] }]);
  });

  it("are found by the words of their comments, unless the index lags", async () => {
    const [one, two] = [repo.addIssue({ title: "One" }), repo.addIssue({ title: "squad_artifact" })];
    repo.addComment(one, 'a "Squad_Artifact": "activated" here');
    repo.addComment(two, "nothing");
    const query = `query($q: String!) { search(query: $q, type: ISSUE, first: 10) {
      issueCount nodes { ... on Issue { number } } pageInfo { hasNextPage endCursor } } }`;
    const found = async (q: string) =>
      ((await ask(github, query, { q })).data as { search: { nodes: { number: number }[] } }).search.nodes.map(
        ({ number }) => number,
      );
    expect(await found("repo:owner/name squad_artifact activated in:comments")).toEqual([one]);
    expect(await found('repo:owner/name "nothing" in:comments')).toEqual([two]);
    expect(await found("repo:owner/other nothing in:comments")).toEqual([]);
    github.searchLag = true;
    expect(await found('repo:owner/name "nothing" in:comments')).toEqual([]);
  });
});

describe("an Enterprise Server", () => {
  it("has GraphQL beside its REST calls, and may be without limits", async () => {
    const server = await startGitHub({ base: "/api/v3", limits: false });
    try {
      server.addToken("secret-a", { repositories: "all" });
      expect([server.apiUrl, server.graphqlUrl]).toEqual([`${server.webUrl}/api/v3`, `${server.webUrl}/api/graphql`]);
      const { data, headers } = await ask(server, "{ viewer { login } rateLimit { cost } }");
      expect(data).toEqual({ viewer: { login: "octo-reader" }, rateLimit: null });
      expect(headers.has("x-ratelimit-limit")).toBe(false);
    } finally {
      await server.stop();
    }
  });
});

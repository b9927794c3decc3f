import { describe, expect, it } from "vitest";
import { ACTIONS, faults, PERSON, ROUTES, type Account } from "../../../e2e/github";
import type { LiveComment } from "../source";
import { Hub, REGISTRY, short, valueOf, wordsOf } from "./testing/github";

const graphql = (hub: Hub) => hub.github.log.filter(({ route }) => route === ROUTES.graphql);

async function commentsOf(hub: Hub, issue = 45): Promise<readonly LiveComment[]> {
  return valueOf(await hub.source.pages(hub.name, issue, null, 0)).comments;
}

describe("who wrote and edited a comment", () => {
  it("is named with number and kind: a bot, a user, an organisation, a stand-in, and nobody", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const authors: readonly (Account | null)[] = [
      ACTIONS,
      PERSON,
      { id: 9_919, login: "octo-org", type: "Organization" },
      { id: 77, login: "stand-in", type: "Mannequin" },
      null,
    ];
    const made = authors.map((author) => hub.repository.addComment(45, "text", { author }));
    hub.tick();
    hub.repository.editComment(made[0] ?? 0, "edited", { editor: PERSON });
    hub.repository.editComment(made[1] ?? 0, "edited", { editor: null });
    const answers = valueOf(await hub.source.accounts(await commentsOf(hub)));
    expect([...answers]).toEqual(
      made.map((id, index) => [
        id,
        {
          author:
            authors[index] == null
              ? null
              : { id: authors[index].id, type: authors[index].type, login: authors[index].login.replace("[bot]", "") },
          editor: index === 0 ? { id: PERSON.id, type: "User", login: PERSON.login } : null,
          updatedAt: index < 2 ? "2026-10-01T00:01:00Z" : "2026-10-01T00:00:00Z",
          body: index < 2 ? "edited" : "text",
          issue: 45,
          repository: hub.repository.id,
        },
      ]),
    );
  });

  it("is asked for a hundred at a time, whatever the numbers of the comments", async () => {
    const hub = await Hub.start();
    hub.thread(200);
    hub.repository.addComment(45, "the last there can be", { id: 2 ** 53 - 1 });
    const comments = await commentsOf(hub);
    hub.github.reset();
    const look = await hub.source.accounts(comments);
    expect([...valueOf(look).keys()]).toEqual(comments.map(({ id }) => id));
    expect(look.requests).toBe(3);
    expect(graphql(hub).map(({ body }) => (body?.variables["ids"] as string[]).length)).toEqual([100, 100, 1]);
  });

  it("is asked of nobody where there is no comment", async () => {
    const hub = await Hub.start();
    const look = await hub.source.accounts([]);
    expect(valueOf(look).size).toBe(0);
    expect(look.requests).toBe(0);
  });

  it("leaves out a comment that is gone, and names the others", async () => {
    const hub = await Hub.start();
    const [gone = 0, ...rest] = hub.thread(3);
    const comments = await commentsOf(hub);
    hub.repository.deleteComment(gone);
    expect([...valueOf(await hub.source.accounts(comments)).keys()]).toEqual(rest);
  });

  it("names the place of each comment, so that one of another repository is seen to be one", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const other = hub.github.addRepository("owner/other");
    other.addIssue({ number: 7, title: "Pull", pullRequest: true });
    const id = other.addComment(7, "of the other");
    const [own] = await commentsOf(hub);
    if (own === undefined) throw new Error("no comment");
    const swapped = { ...own, id, node: other.comment(id)?.nodeId ?? "" };
    const answers = valueOf(await hub.source.accounts([own, swapped]));
    expect(answers.get(own.id)).toMatchObject({ issue: 45, repository: hub.repository.id });
    expect(answers.get(id)).toMatchObject({ issue: 7, repository: other.id });
  });

  it.each([1, 2])("fails whole where part %d of the questions fails: never some of the accounts", async (part) => {
    const hub = await Hub.start();
    hub.thread(150);
    const comments = await commentsOf(hub);
    hub.github.inject({ match: ROUTES.graphql, fault: faults.serverError(), skip: part - 1 });
    expect(short(await hub.source.accounts(comments))).toBe("failed server");
  });

  it("is not taken for gone where GitHub only failed to say", async () => {
    const hub = await Hub.start();
    hub.thread(2);
    const comments = await commentsOf(hub);
    hub.github.inject({ match: ROUTES.graphql, fault: faults.partialData([["nodes", 0]]) });
    const look = await hub.source.accounts(comments);
    expect(short(look)).toBe("failed server");
    expect(wordsOf(look).detail).toContain("Something went wrong");
  });

  it("is a failed look where two answers for one comment differ, and none where they are alike", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const comments = await commentsOf(hub);
    const twice = (second: object) =>
      faults.graphqlBody((body) => {
        const [node] = (body.data as unknown as { nodes: Record<string, unknown>[] }).nodes;
        return { data: { nodes: [node, { ...node, ...second }] } as never };
      });
    const stranger = { editor: { __typename: "User", login: "stranger", databaseId: 5 } };
    for (const [second, answer] of [
      [stranger, "failed malformed"],
      [{ body: "another" }, "failed malformed"],
      [{}, "value"],
    ] as const) {
      hub.github.inject({ match: ROUTES.graphql, fault: twice(second) });
      expect(short(await hub.source.accounts(comments))).toBe(answer);
    }
  });

  it.each<[string, unknown]>([
    ["a number that is no text", { fullDatabaseId: 5 }],
    ["a number with a sign", { fullDatabaseId: "-5" }],
    ["an account that is a text", { author: "octo" }],
    ["an account's number that is a text", { editor: { __typename: "User", login: "a", databaseId: "1" } }],
    ["no repository", { repository: null }],
    ["nothing that it asked for", null],
  ])("is a failed look where an answer has %s", async (_what, part) => {
    const hub = await Hub.start();
    hub.thread(1);
    const comments = await commentsOf(hub);
    const change = faults.graphqlBody((body) => {
      const [node] = (body.data as unknown as { nodes: Record<string, unknown>[] }).nodes;
      const nodes = [part === null ? {} : { ...node, ...(part as object) }];
      return { data: { nodes } as never };
    });
    hub.github.inject({ match: ROUTES.graphql, fault: change });
    expect(short(await hub.source.accounts(comments))).toBe("failed malformed");
  });
});

describe("titles", () => {
  it("are those of issues and pull requests, open or closed; a number that names neither is left out", async () => {
    const hub = await Hub.start();
    const { repository } = hub;
    repository.addIssue({ number: 1, title: "Open issue" });
    repository.addIssue({ number: 2, title: "Closed issue", state: "closed" });
    repository.addIssue({ number: 3, title: "Open pull request", pullRequest: true });
    repository.addIssue({ number: 4, title: "Closed pull request", pullRequest: true, state: "closed" });
    repository.addIssue({ number: 5, title: "Deleted" });
    repository.deleteIssue(5);
    const { cards, sha256, size } = valueOf(await hub.source.titles(hub.name, [4, 3, 2, 1, 5, 99]));
    expect(cards).toEqual([
      { number: 4, title: "Closed pull request", state: "closed" },
      { number: 3, title: "Open pull request", state: "open" },
      { number: 2, title: "Closed issue", state: "closed" },
      { number: 1, title: "Open issue", state: "open" },
    ]);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(size).toBeGreaterThan(100);
  });

  it("say that a merged pull request is closed", async () => {
    const hub = await Hub.start();
    hub.repository.addIssue({ number: 3, title: "Merged", pullRequest: true });
    const fault = faults.changed((answer) => ({
      ...answer,
      body: Buffer.from(answer.body.toString().replace('"OPEN"', '"MERGED"')),
    }));
    hub.github.inject({ match: ROUTES.graphql, fault });
    expect(valueOf(await hub.source.titles(hub.name, [3])).cards).toMatchObject([{ state: "closed" }]);
  });

  it("of more than a hundred issues are two questions, and of none no question", async () => {
    const hub = await Hub.start();
    const numbers = Array.from({ length: 101 }, (_, index) => index + 1);
    for (const number of numbers) hub.repository.addIssue({ number, title: `Issue ${number}` });
    const look = await hub.source.titles(hub.name, numbers);
    expect(valueOf(look).cards.map(({ number }) => number)).toEqual(numbers);
    expect(look.requests).toBe(2);
    hub.github.reset();
    expect(valueOf(await hub.source.titles(hub.name, [])).cards).toEqual([]);
    expect(hub.github.requests).toBe(0);
  });

  it("are given for every other issue where one number is larger than any issue's", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const absurd = [2 ** 31, 12_345_678_901, 1e21, Infinity, Number.NaN, 0, -1, 1.5];
    expect(valueOf(await hub.source.titles(hub.name, [45, ...absurd])).cards).toMatchObject([{ number: 45 }]);
  });

  it("keep what is written, whatever it is", async () => {
    const hub = await Hub.start();
    const title = '"quoted" \\ <b> \u202e 名前 😀 {{ x }} $owner';
    hub.repository.addIssue({ number: 1, title });
    expect(valueOf(await hub.source.titles(hub.name, [1])).cards[0]?.title).toBe(title);
  });

  it("are cut at a thousand characters, and no character in two", async () => {
    const hub = await Hub.start();
    for (const [number, title] of ["x".repeat(5_000), "😀".repeat(1_001), "😀".repeat(1_000)].entries())
      hub.repository.addIssue({ number: number + 1, title });
    const { cards } = valueOf(await hub.source.titles(hub.name, [1, 2, 3]));
    const whole = "😀".repeat(1_000);
    expect(cards.map(({ title }) => title)).toEqual(["x".repeat(1_000), whole, whole]);
  });

  it("of another repository under the same name are refused", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const { name } = hub;
    const other = hub.repository.replace();
    other.addIssue({ number: 45, title: "Of another" });
    const look = await hub.source.titles(name, [45]);
    expect(short(look)).toBe("failed moved");
    expect(JSON.stringify(look)).not.toContain("Of another");
  });

  it("follow a repository that was renamed", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const { name } = hub;
    hub.repository.rename("owner/renamed");
    expect(valueOf(await hub.source.titles(name, [45])).cards).toHaveLength(1);
  });

  it("are not taken for missing where GitHub only failed to say", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    hub.github.inject({ match: ROUTES.graphql, fault: faults.partialData([["repository", "i45"]]) });
    expect(short(await hub.source.titles(hub.name, [45]))).toBe("failed server");
  });

  it("with another number than was asked for are left out", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const fault = faults.changed((answer) => ({
      ...answer,
      body: Buffer.from(answer.body.toString().replace('"number":45', '"number":46')),
    }));
    hub.github.inject({ match: ROUTES.graphql, fault });
    expect(valueOf(await hub.source.titles(hub.name, [45])).cards).toEqual([]);
  });
});

describe("the search", () => {
  it("finds issues with the label of a bindings block in a comment, and how many comments they have", async () => {
    const hub = await Hub.start();
    hub.thread(2);
    hub.repository.addComment(45, "Activation bindings:\n");
    hub.thread(1, 46);
    hub.repository.addIssue({ number: 47, title: "Activation bindings", pullRequest: false });
    hub.repository.addIssue({ number: 48, title: "A pull request", pullRequest: true });
    hub.repository.addComment(48, "Activation bindings:\n");
    const other = hub.github.addRepository("owner/other");
    other.addIssue({ number: 1, title: "Of another" });
    other.addComment(1, "Activation bindings:");
    expect(valueOf(await hub.source.search(hub.name))).toEqual([{ issue: 45, comments: 3 }]);
  });

  it("that lags finds nothing, which is no failure", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    hub.repository.addComment(45, "Activation bindings:");
    hub.github.searchLag = true;
    expect(valueOf(await hub.source.search(hub.name))).toEqual([]);
  });
});

describe("a GraphQL question", () => {
  const SHAPES: readonly [string, unknown, string][] = [
    ["errors without data", { errors: [{ message: "Something went wrong" }] }, "failed server"],
    ["data null and errors", { data: null, errors: [{ message: "Something went wrong" }] }, "failed server"],
    [
      "errors with the whole repository null",
      { data: { repository: null }, errors: [{ message: "x", path: ["repository"] }] },
      "failed server",
    ],
    [
      "a repository that is not there",
      { data: { repository: null }, errors: [{ type: "NOT_FOUND", path: ["repository"], message: "x" }] },
      "denied 404",
    ],
    [
      "no permission",
      {
        data: { repository: null },
        errors: [{ type: "FORBIDDEN", path: ["repository"], message: "Not\u0007 for you" }],
      },
      "denied 403",
    ],
    ["scopes that are missing", { errors: [{ type: "INSUFFICIENT_SCOPES", message: "x" }] }, "denied 403"],
    [
      "sign-on that is missing",
      { data: { repository: null }, errors: [{ type: "FORBIDDEN", message: "x", extensions: { saml_failure: true } }] },
      "denied 403",
    ],
    ["too much for one question", { errors: [{ type: "MAX_NODE_LIMIT_EXCEEDED", message: "x" }] }, "failed server"],
    ["a limit of points", { errors: [{ type: "RATE_LIMITED", message: "x" }] }, "failed rate-limit"],
    [
      "a limit of points with data",
      { data: { repository: null }, errors: [{ type: "RATE_LIMITED", message: "x" }] },
      "failed rate-limit",
    ],
    [
      "a limit of points in another word",
      { errors: [{ type: "RATE_LIMIT", code: "graphql_rate_limit", message: "x" }] },
      "failed rate-limit",
    ],
    [
      "a limit of speed",
      { errors: [{ message: "You have exceeded a secondary rate limit." }] },
      "failed secondary-limit",
    ],
    ["a limit in other words", { errors: [{ message: "API rate limit already exceeded" }] }, "failed secondary-limit"],
    ["neither data nor errors", {}, "failed malformed"],
    ["no data and no errors in the list", { errors: [] }, "failed malformed"],
    ["data null alone", { data: null }, "failed malformed"],
    ["a list", [], "failed malformed"],
    ["null", null, "failed malformed"],
    ["a number", "5", "failed malformed"],
    ["errors that are a text", { data: {}, errors: "broken" }, "failed malformed"],
    ["errors that are texts", { data: {}, errors: ["broken"] }, "failed malformed"],
    ["errors without words", { errors: [{}] }, "failed server"],
  ];

  it.each(SHAPES)("that is answered with %s says what that means", async (_what, body, expected) => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    const pin = await hub.pin();
    const asks = [
      () => hub.source.titles(hub.name, [45]),
      () => hub.source.identify(pin),
      () => hub.source.entry(pin, REGISTRY),
    ];
    for (const ask of asks) {
      hub.tick(120 * 60_000);
      const headers = { "content-type": "application/json" };
      hub.github.inject({ match: ROUTES.graphql, fault: faults.answer({ status: 200, headers, body }) });
      const look = await ask();
      expect(short(look)).toBe(expected);
      expect(wordsOf(look).detail).toMatch(/^[A-Z][^\p{Cc}]{20,}\.$/u);
    }
  });

  it("never asks for an assignee, nor for anything that GitHub's schema does not have", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ [REGISTRY]: "{}" });
    hub.thread(1);
    const pin = await hub.pin();
    await hub.source.identify(pin);
    await hub.source.search(hub.name);
    await hub.source.accounts(await commentsOf(hub));
    await hub.source.titles(hub.name, [45]);
    await hub.source.feed(hub.name, 1, null);
    expect(graphql(hub).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(hub.github.unexpected).toEqual([]);
    for (const { body, path, query } of hub.github.log)
      expect(JSON.stringify([body, path, query])).not.toMatch(/assignee|label|reviewer|milestone|association/i);
  });

  it("names things by variables: a name that looks like a question is a name", async () => {
    const hub = await Hub.start();
    const look = await hub.source.titles({ id: 1, fullName: 'a"){x}#/b' }, [45]);
    expect(short(look)).toBe("denied 404");
    expect(graphql(hub)[0]?.body?.variables).toEqual({ owner: 'a"){x}#', name: "b" });
  });
});

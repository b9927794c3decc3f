import { describe, expect, it } from "vitest";
import { ACTIONS, faults, ROUTES, type Entry } from "../../../e2e/github";
import type { FeedPage, LiveComment, RepositoryName, ThreadPages } from "../source";
import { answerOf, Hub, OTHER_TOKEN, short, valueOf, wordsOf } from "./testing/github";
import { PLAIN_EVERY } from "./validator";

const ids = ({ comments }: { readonly comments: readonly LiveComment[] }) => comments.map(({ id }) => id);
const pagesOf = (hub: Hub, about = 0, known: ThreadPages | null = null) => hub.source.pages(hub.name, 45, known, about);
const asked = (hub: Hub) => hub.github.log.map(({ query, status }) => `${query["page"]}: ${status}`);
const page = (number: number) => (entry: Entry) =>
  entry.route === ROUTES.thread && entry.query["page"] === String(number);

const COMMENT = {
  id: 22,
  node_id: "IC_1",
  issue_url: "https://api.github.com/repos/owner/repository/issues/45",
  user: { id: 41_898_282, login: "github-actions[bot]", type: "Bot", site_admin: false },
  created_at: "2026-09-21T10:00:00Z",
  updated_at: "2026-09-21T10:00:00Z",
  body: "text",
};
const given = (body: unknown) => faults.answer({ status: 200, body });
const without = (member: string) => Object.fromEntries(Object.entries(COMMENT).filter(([name]) => name !== member));

describe("a thread", () => {
  it("of no comments is an empty thread", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    expect(valueOf(await pagesOf(hub))).toMatchObject({ issue: 45, comments: [] });
    expect(asked(hub)).toEqual(["1: 200"]);
  });

  it("has every comment as GitHub gives it, with its author, its times and GitHub's own name of it", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const id = hub.repository.addComment(45, "bound", { author: ACTIONS });
    hub.tick();
    hub.repository.editComment(id, "bound again");
    expect(valueOf(await pagesOf(hub)).comments).toEqual([
      {
        id,
        node: hub.repository.comment(id)?.nodeId,
        issue: 45,
        author: { id: 41_898_282, type: "Bot", login: "github-actions[bot]" },
        createdAt: "2026-10-01T00:00:00Z",
        updatedAt: "2026-10-01T00:01:00Z",
        editor: null,
        body: "bound again",
      },
    ]);
    expect(id).toBeGreaterThan(2 ** 31);
  });

  it("keeps IDs that are as large as numbers can be, and comments without an author or a text", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    hub.repository.addComment(45, "ghost", { author: null, id: 2 ** 53 - 1 });
    hub.github.inject({
      match: ROUTES.thread,
      fault: faults.changed((answer) => ({
        ...answer,
        body: Buffer.from(answer.body.toString().replace('"body":"ghost"', '"body":null')),
      })),
    });
    expect(valueOf(await pagesOf(hub)).comments).toMatchObject([{ id: 2 ** 53 - 1, author: null, body: "" }]);
  });

  it("is asked for page by page, and an address in an answer is not followed", async () => {
    const hub = await Hub.start();
    hub.thread(250);
    await pagesOf(hub, 250);
    expect(new Set(hub.github.log.map(({ path }) => path))).toEqual(
      new Set(["/repos/owner/repository/issues/45/comments"]),
    );
    expect(hub.github.log.every(({ query }) => query["per_page"] === "100")).toBe(true);
  });

  it.each([
    [99, ["1: 200"]],
    [100, ["1: 200"]],
    [101, ["2: 200", "1: 200"]],
    [200, ["2: 200", "1: 200"]],
    [300, ["3: 200", "2: 200", "1: 200"]],
  ])("of %d comments is read whole, from the last page to the first", async (count, expected) => {
    const hub = await Hub.start();
    const made = hub.thread(count);
    expect(ids(valueOf(await pagesOf(hub, count)))).toEqual(made);
    expect(asked(hub)).toEqual(expected);
  });

  it.each([100, 200, 201])("of %d comments costs no points once it is known to be unchanged", async (count) => {
    const hub = await Hub.start();
    const made = hub.thread(count);
    let known = valueOf(await pagesOf(hub, count));
    // After a full last page there may be another one by now; that it is empty is found out once.
    known = valueOf(await pagesOf(hub, count, known));
    hub.github.reset();
    const again = valueOf(await pagesOf(hub, count, known));
    expect(ids(again)).toEqual(made);
    expect(again.comments).toEqual(known.comments);
    expect(hub.github.log.every(({ status }) => status === 304)).toBe(true);
    expect(hub.github.points).toBe(0);
  });

  it.each([100, 200])("of %d comments that has grown since shows the new page too", async (count) => {
    const hub = await Hub.start();
    const made = hub.thread(count);
    const known = valueOf(await pagesOf(hub, count));
    const [added = 0] = hub.thread(1);
    expect(ids(valueOf(await pagesOf(hub, 0, known)))).toEqual([...made, added]);
  });

  it("that has shrunk since is read without what was deleted", async () => {
    const hub = await Hub.start();
    const made = hub.thread(201);
    const known = valueOf(await pagesOf(hub, 201));
    const gone = new Set([...made.slice(0, 50), ...made.slice(120, 190)]);
    for (const id of gone) hub.repository.deleteComment(id);
    expect(ids(valueOf(await pagesOf(hub, 201, known)))).toEqual(made.filter((id) => !gone.has(id)));
  });

  it.each([0, 1, 100, 101, 299, 301, 1_000, 2_001, 99_999, -5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER])(
    "of 250 comments is read whole where it was said to have %d",
    async (about) => {
      const hub = await Hub.start();
      const made = hub.thread(250);
      expect(ids(valueOf(await pagesOf(hub, about)))).toEqual(made);
    },
  );

  it("is read whole where the answer names no last page, or a wrong one", async () => {
    const hub = await Hub.start();
    const made = hub.thread(301);
    for (const link of ['<x?page=2>; rel="next"', '<x?page=2>; rel="next", <x?page=1>; rel="last"']) {
      const fault = faults.changed((answer) => ({ ...answer, headers: { ...answer.headers, link } }));
      hub.github.inject({ match: page(1), fault });
      expect(ids(valueOf(await pagesOf(hub)))).toEqual(made);
    }
  });

  it("of 2,000 comments is read, and of one more is refused, never cut", async () => {
    const hub = await Hub.start();
    const made = hub.thread(2_000);
    expect(ids(valueOf(await pagesOf(hub, 2_000)))).toEqual(made);
    hub.tick();
    hub.thread(1);
    hub.github.reset();
    for (const about of [0, 2_000, 2_001]) {
      const look = await pagesOf(hub, about);
      expect(short(look)).toBe("unfit too-large");
      expect(wordsOf(look).detail).toContain("2000");
    }
    expect(hub.github.requests).toBeLessThanOrEqual(4);
  });
});

describe("what happens while a thread is read", () => {
  it("loses no comment that was there all the while: one before it is deleted between two pages", async () => {
    const hub = await Hub.start();
    const [first = 0, ...rest] = hub.thread(201);
    hub.github.before(page(2), () => hub.repository.deleteComment(first));
    expect(ids(valueOf(await pagesOf(hub, 201)))).toEqual(rest);
    expect(asked(hub)).toEqual(["3: 200", "2: 200", "1: 200"]);
  });

  it("loses none where so many are deleted that the last page is gone before it is asked for", async () => {
    const hub = await Hub.start();
    const made = hub.thread(201);
    hub.github.before(page(3), () => made.slice(0, 150).forEach((id) => hub.repository.deleteComment(id)));
    expect(ids(valueOf(await pagesOf(hub, 201)))).toEqual(made.slice(150));
  });

  it("loses none where new ones come between the pages", async () => {
    const hub = await Hub.start();
    const made = hub.thread(200);
    hub.github.before(page(1), () => void hub.thread(150));
    expect(ids(valueOf(await pagesOf(hub, 200)))).toEqual(expect.arrayContaining(made));
  });

  it("loses none where the first look finds more pages than were said, and some are deleted then", async () => {
    const hub = await Hub.start();
    const made = hub.thread(350);
    hub.github.before(page(4), () => made.slice(0, 60).forEach((id) => hub.repository.deleteComment(id)));
    expect(ids(valueOf(await pagesOf(hub, 0)))).toEqual(made.slice(60));
  });

  it("takes the later reading of a comment that was read twice", async () => {
    const hub = await Hub.start();
    const made = hub.thread(101);
    const last = made.at(-1) ?? 0;
    hub.github.before(page(1), () => {
      hub.repository.editComment(last, "edited");
      hub.repository.deleteComment(made[0] ?? 0);
    });
    const read = valueOf(await pagesOf(hub, 101));
    expect(ids(read)).toEqual(made.slice(1));
    expect(read.comments.at(-1)?.body).toBe("edited");
  });

  it("loses none where pages of before are still good and others moved", async () => {
    const hub = await Hub.start();
    const made = hub.thread(301);
    const known = valueOf(await pagesOf(hub, 301));
    hub.repository.deleteComment(made[150] ?? 0);
    hub.github.reset();
    const left = made.filter((id) => id !== made[150]);
    expect(ids(valueOf(await pagesOf(hub, 301, known)))).toEqual(left);
    expect(asked(hub)).toEqual(["4: 200", "3: 200", "2: 200", "1: 304"]);
  });

  it("that fails one page fails the thread: never some of its comments", async () => {
    const hub = await Hub.start();
    hub.thread(201);
    for (const number of [3, 2, 1]) {
      hub.github.inject({ match: page(number), fault: faults.serverError(502) });
      expect(short(await pagesOf(hub, 201))).toBe("failed server");
    }
  });
});

describe("a thread that is not there", () => {
  it("was deleted, or never was: an absent issue", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const known = valueOf(await pagesOf(hub));
    hub.repository.deleteIssue(45);
    expect(short(await pagesOf(hub, 0, known))).toBe("absent issue");
    expect(hub.github.log.at(-1)?.status).toBe(410);
    expect(short(await hub.source.pages(hub.name, 46, null, 0))).toBe("absent issue");
    expect(hub.github.log.at(-1)?.status).toBe(404);
  });

  it("was transferred is not here any more, and what stands in the other repository is not this one's", async () => {
    const hub = await Hub.start();
    hub.thread(0);
    const other = hub.github.addRepository("owner/other");
    other.addIssue({ number: 9, title: "Moved here" });
    for (const comments of [0, 1]) {
      if (comments > 0) other.addComment(9, "of the other");
      for (const way of [`/repositories/${other.id}/issues/9/comments`, "/repos/owner/other/issues/9/comments"]) {
        const fault = faults.redirect(`${hub.github.apiUrl}${way}`, 301);
        hub.github.inject({ match: page(1), fault });
        const look = await pagesOf(hub);
        expect(`${comments} ${way} ${short(look)}`).toBe(`${comments} ${way} absent issue`);
        expect(JSON.stringify(look)).not.toContain("of the other");
      }
    }
  });

  it("makes the repository itself doubtful: who it is is asked anew", async () => {
    const hub = await Hub.start();
    await hub.repository.push({ a: "1" });
    hub.thread(1);
    const pin = await hub.pin();
    const name = valueOf(await hub.source.identify(pin));
    hub.github.reset();
    await hub.source.identify(pin);
    expect(hub.github.requests).toBe(0);
    hub.repository.rename("owner/renamed");
    expect(short(await hub.source.pages(name, 45, null, 0))).toBe("failed moved");
    expect(valueOf(await hub.source.identify(pin))).toEqual({ id: name.id, fullName: "owner/renamed" });
    expect(short(await pagesOf(hub))).toBe("value");
  });
});

describe("comments of another place", () => {
  it.each([
    ["repository", "https://api.github.com/repos/owner/other/issues/45"],
    ["owner", "https://api.github.com/repos/owner2/repository/issues/45"],
    ["issue", "https://api.github.com/repos/owner/repository/issues/46"],
    ["kind of place", "https://api.github.com/repos/owner/repository/pulls/45"],
    ["issue, hidden behind a line", "https://api.github.com/repos/owner/repository/issues/45\n/issues/46"],
    ["number", "https://api.github.com/repos/owner/repository/issues/045"],
  ])("are refused: another %s", async (_what, issue_url) => {
    const hub = await Hub.start();
    hub.github.inject({ match: ROUTES.thread, fault: given([COMMENT, { ...COMMENT, id: 23, issue_url }]) });
    expect(short(await pagesOf(hub))).toBe("failed moved");
  });

  it("are refused as a single comment: of another repository, or another comment than was asked for", async () => {
    const hub = await Hub.start();
    const other = COMMENT.issue_url.replace("owner/repository", "owner/other");
    for (const body of [
      { ...COMMENT, issue_url: other },
      { ...COMMENT, id: 23 },
    ]) {
      hub.github.inject({ match: ROUTES.comment, fault: given(body) });
      expect(short(await hub.source.comment(hub.name, 22, null))).toBe("failed moved");
    }
  });

  it("are the repository's own whatever letters their address uses", async () => {
    const hub = await Hub.start();
    const issue_url = "https://api.github.com/repos/OWNER/Repository/issues/45";
    hub.github.inject({ match: ROUTES.thread, fault: given([{ ...COMMENT, issue_url }]) });
    expect(short(await pagesOf(hub))).toBe("value");
  });
});

describe("an answer that is no list of comments", () => {
  it.each<[string, unknown]>([
    ["an object", {}],
    ["null", null],
    ["a text", '"text"'],
    ["a comment outside a list", COMMENT],
    ["a list of null", [null]],
    ["an ID that is a text", [{ ...COMMENT, id: "22" }]],
    ["an ID that is no whole number", [{ ...COMMENT, id: 22.5 }]],
    ["an ID beyond what numbers can keep apart", [{ ...COMMENT, id: 2 ** 53 }]],
    ["an ID that is not above zero", [{ ...COMMENT, id: 0 }]],
    ["a body that is a number", [{ ...COMMENT, body: 1 }]],
    ["an account without a number", [{ ...COMMENT, user: { login: "a", type: "Bot" } }]],
    ["an account with a text for its number", [{ ...COMMENT, user: { ...COMMENT.user, id: "41898282" } }]],
    ["an account without a type", [{ ...COMMENT, user: { id: 1, login: "a" } }]],
    ["no author at all, not even null", [without("user")]],
    ["no node", [without("node_id")]],
    ["no time of change", [without("updated_at")]],
    ["no address of its issue", [without("issue_url")]],
    ["a time that is a word", [{ ...COMMENT, created_at: "yesterday" }]],
    ["a time without a zone", [{ ...COMMENT, updated_at: "2026-09-21T10:00:00" }]],
    ["a time without seconds", [{ ...COMMENT, updated_at: "2026-09-21T10:00Z" }]],
    ["a day that no calendar has", [{ ...COMMENT, updated_at: "2026-02-30T10:00:00Z" }]],
    ["one comment with two contents", [COMMENT, { ...COMMENT, body: "another text" }]],
    ["more comments than a page can have", Array.from({ length: 101 }, (_, id) => ({ ...COMMENT, id: id + 1 }))],
  ])("is a failed look, and no shorter thread: %s", async (_what, body) => {
    const hub = await Hub.start();
    hub.github.inject({ match: ROUTES.thread, fault: given(body) });
    const look = await pagesOf(hub);
    expect(short(look)).toBe("failed malformed");
    expect(wordsOf(look).detail.length).toBeGreaterThan(20);
  });

  it.each(["2026-09-21T10:00:00.125Z", "2026-09-21T12:00:00+02:00", "2024-02-29T23:59:59Z"])(
    "is none for a time in any form of GitHub's, which is kept as written: %s",
    async (updated_at) => {
      const hub = await Hub.start();
      hub.github.inject({ match: ROUTES.thread, fault: given([{ ...COMMENT, updated_at }]) });
      expect(valueOf(await pagesOf(hub)).comments).toMatchObject([{ updatedAt: updated_at }]);
    },
  );

  it("is none for one comment that is said twice alike", async () => {
    const hub = await Hub.start();
    hub.github.inject({ match: ROUTES.thread, fault: given([COMMENT, COMMENT]) });
    expect(ids(valueOf(await pagesOf(hub)))).toEqual([22]);
  });

  it("may be UTF-8 that is broken", async () => {
    const hub = await Hub.start();
    const body = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')]);
    const headers = { "content-type": "application/json" };
    hub.github.inject({ match: ROUTES.thread, fault: faults.answer({ status: 200, headers, body }) });
    expect(short(await pagesOf(hub))).toBe("failed malformed");
  });
});

describe("one comment", () => {
  it("is read, is unchanged without cost, and is absent when it is gone", async () => {
    const hub = await Hub.start();
    const [id = 0] = hub.thread(1);
    const { comment, validator } = valueOf(await hub.source.comment(hub.name, id, null));
    expect(comment).toMatchObject({ id, issue: 45, body: "comment 0" });
    hub.github.reset();
    expect(short(await hub.source.comment(hub.name, id, validator))).toBe("unchanged");
    expect(hub.github.points).toBe(0);
    hub.repository.editComment(id, "edited");
    expect(valueOf(await hub.source.comment(hub.name, id, validator)).comment.body).toBe("edited");
    hub.repository.deleteComment(id);
    expect(short(await hub.source.comment(hub.name, id, validator))).toBe("absent comment");
  });

  it.each([[], null, {}, { ...COMMENT, id: null }].map((body) => [JSON.stringify(body), body] as const))(
    "that is %s is a failed look",
    async (_text, body) => {
      const hub = await Hub.start();
      hub.github.inject({ match: ROUTES.comment, fault: given(body) });
      expect(short(await hub.source.comment(hub.name, 22, null))).toBe("failed malformed");
    },
  );
});

describe("the feed", () => {
  const feed = (hub: Hub, number = 1, known: FeedPage["validator"] = null) => hub.source.feed(hub.name, number, known);

  it("shows the repository's comments by their last change, a hundred at a time, with their issues", async () => {
    const hub = await Hub.start();
    const made = hub.thread(150);
    hub.tick();
    hub.thread(1, 46);
    hub.tick();
    hub.repository.editComment(made[0] ?? 0, "edited");
    const first = valueOf(await feed(hub));
    expect(first.more).toBe(true);
    expect(first.comments).toHaveLength(100);
    expect(first.comments.slice(0, 2)).toMatchObject([{ id: made[0], issue: 45, body: "edited" }, { issue: 46 }]);
    const second = valueOf(await feed(hub, 2));
    expect([second.more, second.comments.length]).toEqual([false, 51]);
    expect(hub.github.log[0]?.query).toEqual({ sort: "updated", direction: "desc", per_page: "100", page: "1" });
  });

  it("is unchanged without cost", async () => {
    const hub = await Hub.start();
    hub.thread(3);
    const { validator } = valueOf(await feed(hub));
    hub.github.reset();
    expect(short(await feed(hub, 1, validator))).toBe("unchanged");
    expect(hub.github.points).toBe(0);
  });

  it("that is not in the order that was asked for is a failed look: a change could be missed behind an old one", async () => {
    const hub = await Hub.start();
    const [older, newer] = [COMMENT, { ...COMMENT, id: 23, updated_at: "2026-09-21T10:00:01Z" }];
    for (const [body, answer] of [
      [[older, newer], "failed malformed"],
      [[newer, older, { ...older, id: 24 }], "value"],
      // An hour later by its digits, an hour earlier by its zone.
      [[older, { ...newer, updated_at: "2026-09-21T11:00:00+02:00" }], "value"],
      [[newer, { ...newer, body: "another text" }], "failed malformed"],
    ] as const) {
      hub.github.inject({ match: ROUTES.feed, fault: given(body) });
      expect(short(await feed(hub))).toBe(answer);
    }
  });

  it("tells GitHub's own clock, or that it did not say", async () => {
    const hub = await Hub.start();
    hub.github.skew(-90_000);
    expect(valueOf(await feed(hub)).date).toBe(hub.now - 90_000);
    for (const date of ["soon", ""]) {
      const fault = faults.changed((answer) => ({ ...answer, headers: { ...answer.headers, date } }));
      hub.github.inject({ match: ROUTES.feed, fault });
      expect(valueOf(await feed(hub)).date).toBeNull();
    }
  });

  it("of another repository is refused", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const name: RepositoryName = { ...hub.name, fullName: "owner/other" };
    expect(short(await hub.source.feed(name, 1, null))).toBe("failed moved");
  });

  it("of a repository whose issues are switched off says so, and is never an empty feed", async () => {
    const hub = await Hub.start();
    hub.repository.setIssues(false);
    const look = await feed(hub);
    expect(short(look)).toBe("absent issue");
  });
});

describe("a validator", () => {
  it("is sent back byte for byte, weak or strong, whatever is in it", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    for (const etag of ['W/"a"', '"b"', "unquoted", 'W/"with , and \\"']) {
      const fault = faults.changed((answer) => ({ ...answer, headers: { ...answer.headers, etag } }));
      hub.github.inject({ match: ROUTES.feed, fault });
      const { validator } = valueOf(await hub.source.feed(hub.name, 1, null));
      await hub.source.feed(hub.name, 1, validator);
      expect(hub.github.log.at(-1)?.ifNoneMatch).toBe(etag);
    }
  });

  it("of another token is not sent", async () => {
    const hub = await Hub.start();
    const [id = 0] = hub.thread(1);
    const thread = valueOf(await pagesOf(hub));
    const feed = valueOf(await hub.source.feed(hub.name, 1, null));
    const comment = valueOf(await hub.source.comment(hub.name, id, null));
    hub.token = OTHER_TOKEN;
    hub.github.reset();
    expect(short(await pagesOf(hub, 0, thread))).toBe("value");
    expect(short(await hub.source.feed(hub.name, 1, feed.validator))).toBe("value");
    expect(short(await hub.source.comment(hub.name, id, comment.validator))).toBe("value");
    expect(hub.github.log.map(({ ifNoneMatch, status }) => [ifNoneMatch, status])).toEqual(Array(3).fill([null, 200]));
  });

  it("goes with the token that it was given to, also where the token changes in the middle of a thread", async () => {
    const hub = await Hub.start();
    hub.thread(201);
    const known = valueOf(await pagesOf(hub, 201));
    const [token] = hub.github.log.map((entry) => entry.token);
    hub.github.reset();
    hub.github.before(page(3), () => void (hub.token = OTHER_TOKEN));
    await pagesOf(hub, 201, known);
    expect(hub.github.log.map((entry) => [entry.token, entry.status])).toEqual(Array(3).fill([token, 304]));
    hub.github.reset();
    await pagesOf(hub, 201, known);
    expect(hub.github.log.map((entry) => [entry.ifNoneMatch, entry.status])).toEqual(Array(3).fill([null, 200]));
  });

  it("is left out once in a while, so that a server which says “unchanged” for ever is found out", async () => {
    const hub = await Hub.start();
    const [id = 0] = hub.thread(1);
    const known = valueOf(await pagesOf(hub));
    hub.repository.editComment(id, "edited");
    const lie = (entry: Entry) => entry.ifNoneMatch !== null;
    hub.github.inject({ match: lie, fault: faults.notModified(), times: Infinity });
    hub.tick(PLAIN_EVERY - 1_000);
    expect(valueOf(await pagesOf(hub, 0, known)).comments[0]?.body).toBe("comment 0");
    hub.tick(1_000);
    expect(valueOf(await pagesOf(hub, 0, known)).comments[0]?.body).toBe("edited");
  });

  it("that is missing in an answer leaves the next question plain", async () => {
    const hub = await Hub.start();
    hub.thread(1);
    const bare = (headers: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "etag"));
    const fault = faults.changed((answer) => ({ ...answer, headers: bare(answer.headers) }));
    hub.github.inject({ match: ROUTES.thread, fault });
    const known = valueOf(await pagesOf(hub));
    expect(known.pages[0]?.validator).toBeNull();
    expect(short(await pagesOf(hub, 0, known))).toBe("value");
    expect(hub.github.log.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, null]);
  });

  it("that was not sent cannot be met: a 304 is then no empty answer", async () => {
    const hub = await Hub.start();
    const [id = 0] = hub.thread(1);
    hub.github.inject({ match: () => true, fault: faults.notModified(), times: 6 });
    const looks = [
      await pagesOf(hub),
      await hub.source.feed(hub.name, 1, null),
      await hub.source.comment(hub.name, id, null),
    ];
    for (const look of looks) expect(short(look)).toBe("failed malformed");
    // Each was asked again, once.
    expect(hub.github.log.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual(Array(6).fill(null));
    expect(answerOf(await pagesOf(hub)).answer).toBe("value");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, faults, type Fault, type Permission } from "../../../e2e/github";
import { isFailing } from "./testing/failing";
import { artifact, GitHubSquad, ROWS, type GitHubSquadOptions } from "./testing/github-squad";
import { asking, kindOf, KINDS, type Kind } from "./testing/kinds";
import { record, type TestRow } from "./test-squad";

const HOUR = 3_600_000;
const RESOLVED = { "#101": "runtime-engineer", "#102": "docs-writer" };
const AGENTS = { "runtime-engineer": record("Kepler"), "docs-writer": record("Vesta") };
const OTHER: readonly TestRow[] = [{ task: "1.1", issue: 101, agent: "docs-writer" }];
const OTHER_RESOLVED = { "#101": "docs-writer" };

async function withSquad(work: (squad: GitHubSquad) => Promise<void>, options: GitHubSquadOptions = {}): Promise<void> {
  const squad = await GitHubSquad.start(options);
  try {
    await work(squad);
    expect(squad.github.unexpected).toEqual([]);
  } finally {
    await squad.stop();
  }
}

type Target = Exclude<Kind, "other">;
const TARGETS = KINDS.filter((kind) => kind !== "other");
/** What is asked at the first look, and what again after it. */
const AT_FIRST = TARGETS.filter((kind) => kind !== "comment");
const LATER = TARGETS.filter((kind) => kind !== "search");
const REGISTRY: readonly Kind[] = ["head", "listing", "blob"];

/** What there is to see at GitHub. */
interface Truth {
  readonly name: string;
  readonly resolved: Readonly<Record<string, string>>;
  readonly title: string;
}
const USUAL: Truth = { name: "Vesta", resolved: RESOLVED, title: "First task" };
let changes = 0;

/** Changes something at GitHub so that the next look asks this, and is answered whole. */
async function stir(squad: GitHubSquad, kind: Target, truth: Truth): Promise<Truth> {
  squad.tick(11 * 60_000);
  changes += 1;
  const text = `Name ${changes}`;
  switch (kind) {
    case "head":
    case "listing":
    case "blob":
      await squad.registry({ ...AGENTS, "docs-writer": record(text) }, { revision: 4 + changes });
      return { ...truth, name: text };
    case "feed":
      squad.repository.addComment(101, "I work on it");
      return truth;
    case "thread":
      squad.repository.addComment(45, "Good");
      return truth;
    case "accounts": {
      const other = truth.resolved === RESOLVED;
      squad.activate(45, other ? OTHER : ROWS);
      return { ...truth, resolved: other ? OTHER_RESOLVED : RESOLVED };
    }
    case "titles":
      squad.repository.editIssue(101, { title: text });
      return { ...truth, title: text };
    case "search":
    case "comment":
      return truth;
  }
}

/** What is right once nothing is broken any more. */
async function expectWhole(squad: GitHubSquad, truth: Truth): Promise<void> {
  squad.github.heal();
  squad.tick(70 * 60_000);
  await squad.later();
  await squad.later();
  const { squad: seen, standings } = squad.state;
  expect(seen.outcome).toBe("complete");
  expect(seen.roster?.agents.get("docs-writer")?.displayName).toBe(truth.name);
  expect(squad.goals()).toEqual({ "#45": "bound" });
  expect(squad.resolved()).toEqual(truth.resolved);
  expect(seen.titles.cards.get(101)?.title).toBe(truth.title);
  expect(seen.threadsFault).toBeNull();
  expect(seen.discovering).toBe(false);
  expect(isFailing(standings)).toBe(false);
}

/** One squad for many tests: each begins with a new start of Muster, and GitHub goes on as the last one left it. */
function shared() {
  let squad: GitHubSquad;
  let truth = USUAL;
  beforeAll(async () => {
    squad = await GitHubSquad.start();
    truth = USUAL;
    await squad.usual();
  });
  afterAll(async () => {
    expect(squad.github.unexpected).toEqual([]);
    await squad.stop();
  });
  /** At a first look, where nothing was read before. */
  const atFirst = async (kind: Target, fault: Fault): Promise<readonly [GitHubSquad, Truth]> => {
    squad.github.heal();
    squad.restart();
    squad.tick(70 * 60_000);
    squad.github.inject({ match: asking(kind), fault, times: Infinity });
    await squad.look();
    return [squad, truth];
  };
  /** At a look that asks `kind` after a good one; what was shown before, and what there is to see by now. */
  const later = async (kind: Target, fault: Fault): Promise<readonly [GitHubSquad, Truth, Truth]> => {
    squad.github.heal();
    squad.restart();
    squad.tick(70 * 60_000);
    await squad.look();
    const before = truth;
    truth = await stir(squad, kind, truth);
    squad.github.inject({ match: asking(kind), fault, times: Infinity });
    await squad.later(10_000, { titles: true });
    return [squad, before, truth];
  };
  return { atFirst, later };
}

/** The standing that a kind of question decides. */
function standingOf({ state }: GitHubSquad, kind: Target) {
  const { registry, origins, cards, threads } = state.standings;
  if (REGISTRY.includes(kind)) return registry;
  if (kind === "feed") return origins;
  return kind === "titles" ? cards : threads.get(45);
}

const itself: Fault = {
  name: "redirect to itself",
  deliver: ({ entry, common }) => {
    const query = new URLSearchParams(entry.query).toString();
    const location = `${entry.path}${query === "" ? "" : `?${query}`}`;
    return { answer: { status: 302, headers: { ...common(), location }, body: Buffer.alloc(0) } };
  },
};

type Failure = [name: string, fault: () => Fault, cause: string, is?: "limit"];
const FAILURES: readonly Failure[] = [
  ["a 403 that is a limit, without a header", () => faults.secondaryLimit(), "secondary-limit", "limit"],
  ["a 403 that is a limit, with a time", () => faults.secondaryLimit({ retryAfter: 90 }), "secondary-limit", "limit"],
  ["a 429 of a proxy", () => faults.tooManyRequests(), "secondary-limit", "limit"],
  ["spent points", () => faults.primaryLimit({ resetIn: 1_800 }), "rate-limit", "limit"],
  ["spent points as a 429", () => faults.primaryLimit({ status: 429 }), "rate-limit", "limit"],
  ["a 500 in JSON", () => faults.serverError(500, "json"), "server"],
  ["a 502 as a page", () => faults.serverError(502, "html"), "server"],
  ["a cut connection", () => faults.cut(), "network"],
  ["an answer that breaks off", () => faults.truncated(), "network"],
  ["a page for people in place of JSON", () => faults.html(), "malformed"],
  ["an empty body", () => faults.empty(), "malformed"],
  ["a redirect that leads nowhere", () => itself, "moved"],
  ["a redirect to another host", () => faults.redirect("https://example.org/"), "moved"],
];
const over = <Row extends readonly unknown[]>(rows: readonly Row[], kinds: readonly Target[]) =>
  rows.flatMap((row) => kinds.map((kind): [Target, ...Row] => [kind, ...row]));

/** A failure at the first look: what it hits is still being read, and everything else is as it is. */
function expectReading(squad: GitHubSquad, kind: Target, cause: RegExp, truth: Truth, limited = false): void {
  const { squad: seen, standings } = squad.state;
  expect(seen.outcome).toBe(REGISTRY.includes(kind) ? "reading" : "complete");
  if (kind !== "search") {
    expect(standingOf(squad, kind)?.answered).toBeNull();
    expect(standingOf(squad, kind)?.failing?.cause).toMatch(cause);
    expect(standingOf(squad, kind)?.failing?.detail).not.toBe("");
  }
  if (kind === "head" || kind === "listing") expect([standings.live, squad.goals()]).toEqual([null, {}]);
  // The search finds what the feed cannot show, and the other way round; a limit stops them both.
  const stands = kind === "titles" || ((kind === "feed" || kind === "search") && !limited);
  expect(squad.resolved()).toEqual(stands ? truth.resolved : {});
}

/** A failure after a good look: the last answer stands as it was, and is marked. */
function expectStale(squad: GitHubSquad, kind: Target, cause: RegExp, before: Truth): void {
  const { squad: seen } = squad.state;
  expect(standingOf(squad, kind)?.failing?.cause).toMatch(cause);
  expect(seen.outcome).toBe("complete");
  expect(seen.roster?.agents.get("docs-writer")?.displayName).toBe(before.name);
  expect(squad.goals()).toEqual({ "#45": "bound" });
  expect(squad.resolved()).toEqual(before.resolved);
  // Titles are blanked instead: they decide nothing.
  if (kind === "titles") expect([seen.titles.cards.size, seen.titles.fault !== null]).toEqual([0, true]);
  else expect(standingOf(squad, kind)?.answered?.result).toHaveProperty("value");
}

describe("a failure at the first look leaves what it hits being read, and loses nothing", () => {
  const { atFirst } = shared();

  it.each(over(FAILURES, AT_FIRST))("%s: %s", async (kind, _, fault, cause, is) => {
    const [squad, truth] = await atFirst(kind, fault());
    expectReading(squad, kind, new RegExp(cause), truth, is === "limit");
    await squad.later();
    expectReading(squad, kind, new RegExp(cause), truth, is === "limit");
    await expectWhole(squad, truth);
  });
});

describe("a failure after a good look leaves the last answer, marked, and loses nothing", () => {
  const { later } = shared();

  it.each(over(FAILURES, LATER))("%s: %s", async (kind, _, fault, cause) => {
    const [squad, before, truth] = await later(kind, fault());
    expectStale(squad, kind, new RegExp(cause), before);
    const since = standingOf(squad, kind)?.failing?.since;
    await squad.later();
    expectStale(squad, kind, new RegExp(cause), before);
    if (kind !== "titles") expect(standingOf(squad, kind)?.failing?.since).toBe(since);
    await expectWhole(squad, truth);
  });
});

describe("an answer that does not come to its end", () => {
  const slow: Failure[] = [
    ["drips", () => faults.drip(300), "too-slow"],
    ["has no end", () => faults.endless(), "too-(?:slow|large)"],
    ["never begins", () => faults.silence(), "too-slow"],
  ];
  const options = { patience: { totalMs: 2_000, idleMs: 1_500 } };

  it.each(slow)("%s: leaves everything being read at the first look, and is got over", async (_, fault, cause) => {
    const each = AT_FIRST.map((kind) =>
      withSquad(async (squad) => {
        await squad.usual();
        squad.github.inject({ match: asking(kind), fault: fault() });
        await squad.look();
        expectReading(squad, kind, new RegExp(cause), USUAL);
        await expectWhole(squad, USUAL);
      }, options),
    );
    await Promise.all(each);
  });

  it.each(slow)("%s: leaves the last answer after a good look, and is got over", async (_, fault, cause) => {
    const each = LATER.map((kind) =>
      withSquad(async (squad) => {
        await squad.usual();
        await squad.look();
        const truth = await stir(squad, kind, USUAL);
        squad.github.inject({ match: asking(kind), fault: fault() });
        await squad.later(10_000, { titles: true });
        expectStale(squad, kind, new RegExp(cause), USUAL);
        await expectWhole(squad, truth);
      }, options),
    );
    await Promise.all(each);
  });
});

describe("what is not JSON by its name", () => {
  const { later } = shared();
  const json = LATER.filter((kind) => kind !== "head" && kind !== "blob");

  it.each(json)("is not read for the %s", async (kind) => {
    const [squad, before, truth] = await later(kind, faults.contentType("text/plain"));
    expectStale(squad, kind, /malformed/, before);
    await expectWhole(squad, truth);
  });
});

describe("errors inside a GraphQL answer", () => {
  const { later } = shared();
  const questions = LATER.filter((kind) => ["listing", "accounts", "titles"].includes(kind));
  const forbidden = { type: "FORBIDDEN", message: "Resource not accessible by personal access token" };

  it.each(questions)("of GitHub's own are a failure: %s", async (kind) => {
    const [squad, before, truth] = await later(kind, faults.graphqlErrors());
    expectStale(squad, kind, /server/, before);
    await expectWhole(squad, truth);
  });

  it.each(questions)("about permission are no access: %s", async (kind) => {
    const [squad, before, truth] = await later(kind, faults.graphqlErrors([forbidden]));
    expectNothing(squad, kind, 403, before);
    await expectWhole(squad, truth);
  });
});

const sso = { "x-github-sso": "required; url=https://github.com/orgs/o/sso?authorization_request=A" };
const REFUSALS: readonly [name: string, fault: () => Fault, status: number][] = [
  ["401", () => faults.status(401), 401],
  ["403", () => faults.status(403, "Resource not accessible by personal access token"), 403],
  ["403 for single sign-on", () => faults.answer({ status: 403, headers: sso, body: { message: "SAML" } }), 403],
  ["404", () => faults.status(404), 404],
  ["410", () => faults.status(410), 410],
  ["451", () => faults.status(451), 451],
];

/** Where access is denied nothing of the old copy is shown; what does not hang on it stands. */
function expectNothing(squad: GitHubSquad, kind: Target, status: number, before = USUAL): void {
  const { squad: seen, standings } = squad.state;
  const gone = status === 404 || status === 410;
  const result = standingOf(squad, kind)?.answered?.result;
  // A thread still shows a comment that is said to be gone: then it is not gone.
  const stands = kind === "search" || kind === "titles" || (kind === "comment" && gone);
  expect(squad.resolved()).toEqual(stands ? before.resolved : {});
  const off = kind === "feed" && status === 410;
  if ((kind === "thread" && gone) || off) expect(result).toEqual({ because: "absent", what: "issue" });
  else if (!stands || kind === "titles") expect(result).toMatchObject({ because: "denied", status });
  if (REGISTRY.includes(kind)) {
    expect([seen.outcome, seen.denied, seen.roster, seen.file]).toEqual(["no-access", status, null, null]);
  } else expect([seen.outcome, seen.roster?.agents.size]).toEqual(["complete", 2]);
  if (kind === "head" || kind === "listing") {
    expect([squad.goals(), standings.threads.size, standings.live]).toEqual([{}, 0, null]);
  }
  if (kind === "feed")
    expect([seen.threadsFault?.code, seen.issuesOff]).toEqual([off ? undefined : "comments-no-access", off]);
  const threads = ["feed", "thread", "accounts"];
  if (threads.includes(kind) || (kind === "comment" && !gone))
    for (const standing of standings.threads.values()) expect(standing.answered?.result).not.toHaveProperty("value");
  if (["head", "listing", "feed", "titles"].includes(kind)) expect(seen.titles.cards.size).toBe(0);
}

describe("a refusal at the first look shows nothing, and all comes once it is lifted", () => {
  const { atFirst } = shared();

  it.each(over(REFUSALS, AT_FIRST))("%s: %s", async (kind, _, fault, status) => {
    const [squad, truth] = await atFirst(kind, fault());
    expectNothing(squad, kind, status, truth);
    await squad.later();
    expectNothing(squad, kind, status, truth);
    await expectWhole(squad, truth);
  });
});

describe("a refusal after a good look leaves nothing of the old copy, and all comes back once it is lifted", () => {
  const { later } = shared();

  it.each(over(REFUSALS, LATER))("%s: %s", async (kind, _, fault, status) => {
    const [squad, before, truth] = await later(kind, fault());
    expectNothing(squad, kind, status, before);
    // A comment that is refused while its thread is not, is read there.
    if (kind !== "comment") {
      await squad.later(10_000, { titles: true });
      expectNothing(squad, kind, status, before);
    }
    await expectWhole(squad, truth);
  });

  it.each(["head", "feed"] as const)("and a failure after it brings nothing of it back: %s", (kind) =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      squad.github.inject({ match: asking(kind), fault: faults.status(404) });
      await squad.later(10_000, { titles: true });
      expectNothing(squad, kind, 404);
      squad.github.inject({ match: () => true, fault: faults.cut(), times: Infinity });
      await squad.later(10_000, { titles: true });
      expect(squad.state.squad.outcome).toBe(kind === "head" ? "no-access" : "complete");
      expect([squad.resolved(), squad.state.squad.titles.cards.size]).toEqual([{}, 0]);
      await expectWhole(squad, USUAL);
    }),
  );
});

describe("permissions of the token", () => {
  const grant = (squad: GitHubSquad, permissions: readonly Permission[]) =>
    squad.github.addToken("token-one", { repositories: { "owner/repository": permissions } });
  const hosted = { hosted: { private: true } };

  it("for contents alone: Identity stands, Work is no access, and comes when it is granted", () =>
    withSquad(async (squad) => {
      await squad.usual();
      grant(squad, ["contents", "metadata"]);
      await squad.look({ titles: true });
      expectNothing(squad, "feed", 403);
      grant(squad, ["contents", "metadata", "issues"]);
      await expectWhole(squad, USUAL);
      grant(squad, ["contents", "metadata"]);
      await squad.later(11 * 60_000, { titles: true });
      expectNothing(squad, "feed", 403);
      grant(squad, ["contents", "metadata", "issues"]);
      await expectWhole(squad, USUAL);
    }, hosted));

  it("for issues alone: no access to anything, since nobody says who this is", () =>
    withSquad(async (squad) => {
      await squad.usual();
      grant(squad, ["issues", "metadata"]);
      await squad.look({ titles: true });
      expectNothing(squad, "head", 403);
      grant(squad, ["contents", "metadata", "issues"]);
      await expectWhole(squad, USUAL);
      grant(squad, ["issues", "metadata"]);
      await squad.later(11 * 60_000, { titles: true });
      expectNothing(squad, "head", 403);
      grant(squad, ["contents", "metadata", "issues"]);
      await expectWhole(squad, USUAL);
    }, hosted));

  it("for nothing at all: no access, as if there were no such repository", () =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      squad.github.addToken("token-one", { repositories: {} });
      await squad.later();
      expectNothing(squad, "head", 404);
      squad.github.removeToken("token-one");
      await squad.later();
      expectNothing(squad, "head", 401);
      squad.github.addToken("token-one", { repositories: "all" });
      await expectWhole(squad, USUAL);
    }, hosted));

  it("without the single sign-on that is asked for: no access, and where to sign in", () =>
    withSquad(async (squad) => {
      const sign = { "owner/repository": "https://github.com/orgs/owner/sso?authorization_request=A" };
      await squad.usual();
      await squad.look();
      squad.github.addToken("token-one", { repositories: "all", sso: sign });
      await squad.later();
      expectNothing(squad, "head", 403);
      squad.github.addToken("token-one", { repositories: "all" });
      await expectWhole(squad, USUAL);
    }));

  it("and issues that are switched off: Identity stands, and there are no goals until they are on again", () =>
    withSquad(async (squad) => {
      await squad.usual();
      squad.repository.setIssues(false);
      await squad.look({ titles: true });
      expectNothing(squad, "feed", 410);
      squad.repository.setIssues(true);
      await expectWhole(squad, USUAL);
      squad.repository.setIssues(false);
      await squad.later(11 * 60_000, { titles: true });
      expectNothing(squad, "feed", 410);
      squad.repository.setIssues(true);
      await expectWhole(squad, USUAL);
    }));
});

describe("a repository", () => {
  it("without a commit has no registry and no work, and both come with the first push", () =>
    withSquad(async (squad) => {
      await squad.look();
      expect(squad.state.squad.outcome).toBe("missing");
      await squad.usual();
      await expectWhole(squad, USUAL);
    }));

  it("without the file has no identity; its goals are read, and nothing resolves until it is there", () =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      await squad.repository.push({ ".squad/casting/registry.json": null, "README.md": "Gone" });
      await squad.later();
      expect([squad.state.squad.outcome, squad.state.squad.roster]).toEqual(["missing", null]);
      expect([squad.goals(), squad.resolved()]).toEqual([{ "#45": "bound" }, {}]);
      await squad.registry(AGENTS);
      await expectWhole(squad, USUAL);
    }));

  it.each([
    ["partial", JSON.stringify({ agents: {} }), /legacy|refused/],
    ["not JSON", "{", /refused/],
    ["a link", { link: "../../elsewhere.json" }, /unfit/],
  ])("whose registry is %s resolves nothing, and does again with the next good one", (_, content, outcome) =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      await squad.repository.push({ ".squad/casting/registry.json": content });
      await squad.later();
      expect(squad.state.squad.outcome).toMatch(outcome);
      expect(squad.resolved()).toEqual({});
      squad.github.inject({ match: () => true, fault: faults.serverError(), times: Infinity });
      await squad.later();
      expect(squad.state.squad.outcome).toMatch(outcome);
      expect(squad.resolved()).toEqual({});
      squad.github.heal();
      await squad.registry(AGENTS);
      await expectWhole(squad, USUAL);
    }),
  );
});

describe("a stale answer", () => {
  const lasting: readonly Target[] = ["head", "listing", "blob", "feed", "thread", "comment", "accounts"];

  it.each(lasting)("counts up to 24 hours after it was last confirmed, and not a moment longer: %s", (kind) =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      const { now } = squad;
      const truth = await stir(squad, kind, USUAL);
      squad.github.inject({ match: asking(kind), fault: faults.serverError(), times: Infinity });
      await squad.later();
      squad.tick(now + 24 * HOUR - squad.now);
      await squad.look();
      expect(squad.resolved()).toEqual(RESOLVED);
      await squad.later(1_000);
      expect(squad.resolved()).toEqual({});
      const { squad: seen } = squad.state;
      if (REGISTRY.includes(kind)) expect([seen.outcome, seen.roster]).toEqual(["expired", null]);
      else expect([seen.outcome, squad.goals()]).toEqual(["complete", { "#45": "unread" }]);
      await expectWhole(squad, truth);
    }),
  );

  it("is as old as the older of the two: a fresh registry makes no old thread younger", () =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      squad.github.inject({ match: asking("feed"), fault: faults.serverError(), times: Infinity });
      await squad.later(20 * HOUR);
      await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 5 });
      await squad.later(HOUR);
      expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Pallas");
      expect(squad.resolved()).toEqual(RESOLVED);
      await squad.later(4 * HOUR);
      expect(squad.state.squad.outcome).toBe("complete");
      expect(squad.resolved()).toEqual({});
    }));
});

describe("a limit", () => {
  it.each([
    ["secondary, with a time", () => faults.secondaryLimit({ retryAfter: 300 }), 300_000],
    ["secondary, without a time", () => faults.secondaryLimit(), 60_000],
    ["primary", () => faults.primaryLimit({ resetIn: 1_200 }), 1_200_000],
  ])("that is %s is not tested before it is over, and then all goes on", (_, fault, millis) =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      squad.tick(10_000);
      squad.github.inject({ match: asking("head"), fault: fault() });
      squad.github.reset();
      await squad.look();
      expect(squad.github.log.map(kindOf)).toEqual(["head"]);
      const retryAt = standingOf(squad, "head")?.failing?.retryAt ?? 0;
      expect(retryAt).toBe(squad.now + millis);
      expect(squad.resolved()).toEqual(RESOLVED);
      squad.tick(millis - 1_000);
      await squad.look();
      expect(squad.github.requests).toBe(1);
      squad.tick(1_000);
      await squad.look();
      expect(isFailing(squad.state.standings)).toBe(false);
      expect(squad.resolved()).toEqual(RESOLVED);
    }),
  );

  it("of one kind stops its own kind alone: the points of GraphQL are not those of REST", () =>
    withSquad(async (squad) => {
      await squad.usual();
      await squad.look();
      squad.github.setLimit({ graphql: { limit: 5_000, remaining: 0 } });
      await squad.registry({ ...AGENTS, "docs-writer": record("Pallas") }, { revision: 5 });
      await squad.later();
      expect(standingOf(squad, "head")?.failing?.cause).toBe("rate-limit");
      expect(standingOf(squad, "comment")?.failing).toBeNull();
      expect(squad.resolved()).toEqual(RESOLVED);
      squad.tick(2 * HOUR);
      await squad.later();
      expect(squad.state.squad.roster?.agents.get("docs-writer")?.displayName).toBe("Pallas");
    }));
});

describe("one thread that cannot be read", () => {
  it("takes no other along", () =>
    withSquad(async (squad) => {
      await squad.usual();
      squad.repository.addIssue({ number: 46, title: "Another goal" });
      const rows = [{ task: "1.1", issue: 103, agent: "docs-writer" }];
      const other = squad.repository.addComment(46, artifact(46, rows), { author: ACTIONS });
      await squad.look();
      squad.github.inject({
        match: ({ path }) => path.endsWith(`/comments/${other}`),
        fault: faults.status(403, "No"),
        times: Infinity,
      });
      await squad.later();
      expect(squad.goals()).toEqual({ "#45": "bound", "#46": "unread" });
      expect(squad.resolved()).toEqual(RESOLVED);
      squad.github.heal();
      await squad.later();
      expect(squad.resolved()).toEqual({ ...RESOLVED, "#103": "docs-writer" });
    }));
});

it("the rows of a goal are those that are asserted here", () => {
  expect(ROWS.map(({ issue, agent }) => [`#${issue}`, agent])).toEqual(Object.entries(RESOLVED));
});

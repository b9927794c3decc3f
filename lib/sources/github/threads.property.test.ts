import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES, startGitHub, type GitHub, type Repository } from "../../../e2e/github";
import type { ThreadPages } from "../source";
import { personal } from "./credential";
import { openGitHubHost, openGitHubSource } from "./open";
import { valueOf } from "./testing/github";

const RUNS = 60;
let github: GitHub;
let repository: Repository;
let now = Date.parse("2026-10-01T00:00:00Z");
let issue = 0;

beforeAll(async () => {
  github = await startGitHub();
  github.addToken("token", { repositories: "all" });
  repository = github.addRepository("owner/repository");
});
afterAll(async () => {
  expect(github.unexpected).toEqual([]);
  await github.stop();
});

/** A source that has not asked anything yet, so that no run waits for the turns of another. */
function source() {
  const { apiUrl, webUrl } = github;
  const host = openGitHubHost({ apiUrl, webUrl, credential: () => personal("token"), now: () => (now += 500) });
  return openGitHubSource(host, { repository: "owner/repository", ref: null });
}

interface Step {
  /** Places in the thread, as parts of its length. */
  readonly deleted: readonly number[];
  readonly edited: readonly number[];
  readonly added: number;
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const step: fc.Arbitrary<Step> = fc.record({
  deleted: fc.array(part, { maxLength: 130 }),
  edited: fc.array(part, { maxLength: 5 }),
  added: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 150 })),
});
const count = fc.oneof(fc.constantFrom(0, 1, 99, 100, 101, 199, 200, 201, 300), fc.integer({ min: 0, max: 450 }));
const about = fc.oneof(fc.constant(0), count);

function make(comments: number): void {
  for (let made = 0; made < comments; made += 1) repository.addComment(issue, "as it was made");
}

function live(): number[] {
  return [...(repository.issues.get(issue)?.comments.keys() ?? [])];
}

function apply({ deleted, edited, added }: Step): void {
  const pick = (place: number) => live()[Math.floor(place * live().length)];
  for (const place of deleted) {
    const id = pick(place);
    if (id !== undefined) repository.deleteComment(id);
  }
  for (const place of edited) {
    const id = pick(place);
    if (id !== undefined) repository.editComment(id, "edited");
  }
  make(added);
}

/** Reads the thread while the steps happen, each just before a page is answered; gives what was there all the while, and what was read. */
async function read(steps: readonly Step[], said: number, known: ThreadPages | null) {
  github.heal();
  const began = new Map([...(repository.issues.get(issue)?.comments ?? [])].map(([id, { body }]) => [id, body]));
  const seen = new Set(began.keys());
  const left = [...steps];
  github.before(
    ROUTES.thread,
    () => {
      const next = left.shift();
      if (next !== undefined) apply(next);
      for (const id of live()) seen.add(id);
    },
    { times: Infinity },
  );
  const thread = valueOf(await source().pages({ id: repository.id, fullName: "owner/repository" }, issue, known, said));
  github.heal();
  const ended = new Set(live());
  return { thread, seen, stayed: [...began.keys()].filter((id) => ended.has(id)) };
}

describe("a thread that changes while it is read", () => {
  it("is never read without a comment that was there all the while, nor with one that never was, nor with one twice", async () => {
    await fc.assert(
      fc.asyncProperty(count, about, fc.array(step, { maxLength: 7 }), async (comments, said, steps) => {
        issue = repository.addIssue({ title: "A thread" });
        make(comments);
        const { thread, seen, stayed } = await read(steps, said, null);
        const got = thread.comments.map(({ id }) => id);
        expect(got).toEqual([...new Set(got)].sort((a, b) => a - b));
        expect(got).toEqual(expect.arrayContaining(stayed));
        expect(got.filter((id) => !seen.has(id))).toEqual([]);
        repository.deleteIssue(issue);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it("is read as it is by the first look at which nothing happens, whatever was known before", async () => {
    await fc.assert(
      fc.asyncProperty(count, about, fc.array(step, { maxLength: 5 }), step, async (comments, said, steps, then) => {
        issue = repository.addIssue({ title: "A thread" });
        make(comments);
        const first = await read(steps, said, null);
        apply(then);
        const second = await read([], said, first.thread);
        const bodies = second.thread.comments.map(({ id, body }) => [id, body]);
        expect(bodies).toEqual(live().map((id) => [id, repository.comment(id)?.body]));
        expect(second.thread.comments.every((comment) => comment.issue === issue)).toBe(true);
        repository.deleteIssue(issue);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});

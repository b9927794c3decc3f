import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../../e2e/github";
import { DEFAULT_TRUST } from "@/lib/contracts/squad/activation-types";
import { lookAtGitHub } from "@/lib/systems/squad/looks-github";
import { UNREAD, type Standings } from "@/lib/systems/squad/standings";
import { record, registryOf } from "@/lib/systems/squad/test-squad";
import { artifact } from "@/lib/systems/squad/testing/github-squad";
import type { GitHubSource } from "./open";
import { AppHub } from "./testing/app";
import { REGISTRY } from "./testing/github";

const GOALS = [45, 46, 47];
const COMMENTS = 250;

/** A squad with three goals in long threads, read until nothing is left to read. */
class Read {
  standings: Standings = UNREAD;

  private readonly source: GitHubSource;

  constructor(readonly hub: AppHub) {
    this.source = hub.open();
  }

  static async start(looks = 40): Promise<Read> {
    const hub = await AppHub.start();
    const { repository } = hub;
    await repository.push({ [REGISTRY]: JSON.stringify(registryOf({ "docs-writer": record("Vesta") })) });
    for (const [index, issue] of GOALS.entries()) {
      repository.addIssue({ number: issue, title: "Goal" });
      for (let n = 0; n < COMMENTS; n += 1)
        repository.addComment(issue, `Talk ${n}`, { at: new Date(hub.now - (COMMENTS - n) * 60_000) });
      const rows = [{ task: "1.1", issue: 600 + index, agent: "docs-writer" }];
      repository.addComment(issue, artifact(issue, rows), { author: ACTIONS });
    }
    const read = new Read(hub);
    for (let n = 0; n < looks; n += 1) await read.look();
    return read;
  }

  async look(): Promise<void> {
    this.hub.tick(10_000);
    this.standings = await lookAtGitHub({ source: this.source, goals: [], trust: DEFAULT_TRUST }, this.standings, {});
  }

  /** What one look asks, and the points that it costs. */
  async cost(): Promise<{ asked: string[]; points: number }> {
    this.hub.github.reset();
    await this.look();
    const { points } = this.hub.github;
    return { asked: this.hub.asked(), points };
  }

  /** What was read, by what it says and since when. */
  get kept() {
    const { registry, threads, live } = this.standings;
    const since = [...threads].map(([issue, { answered }]) => [issue, answered?.since, answered?.result]);
    return {
      registry: registry.answered?.result,
      since,
      pages: [...(live?.threads ?? [])].map(([, one]) => one.pages),
    };
  }
}

const IDLE = ["head 304", "feed 304", "comment 304", "comment 304", "comment 304"];
const AFTER = ["head 304", "feed 200", "comment 200", "comment 200", "comment 200"];

describe("a rotated token of an installation", () => {
  it("costs one point for the list of comments and one a goal, once, and nothing is read again", async () => {
    const read = await Read.start();
    expect(read.standings.live?.feed.discovery.state).toBe("done");
    expect(await read.cost()).toEqual({ asked: IDLE, points: 0 });
    const before = read.kept;
    read.hub.tick(3_600_000);
    expect(await read.cost()).toEqual({ asked: ["token 201", ...AFTER], points: 1 + GOALS.length });
    expect(read.standings.live?.feed.discovery.state).toBe("done");
    expect(read.kept).toEqual(before);
    expect(await read.cost()).toEqual({ asked: IDLE, points: 0 });
  });

  it("costs the same where GitHub revoked it in between", async () => {
    const read = await Read.start();
    const before = read.kept;
    read.hub.github.apps.revoke(read.hub.installation);
    const { asked, points } = await read.cost();
    expect(asked).toEqual(["head 401", "token 201", ...AFTER]);
    expect(points).toBe(1 + GOALS.length);
    expect(read.kept).toEqual(before);
    expect(await read.cost()).toEqual({ asked: IDLE, points: 0 });
  });

  it("lets the reading of older comments go on where it was", async () => {
    const read = await Read.start(1);
    const { page, read: comments, state } = read.standings.live?.feed.discovery ?? {};
    read.hub.tick(3_600_000);
    await read.look();
    const after = read.standings.live?.feed.discovery;
    expect([state, comments ?? 0]).not.toEqual(["done", 0]);
    expect(after?.read).toBeGreaterThanOrEqual(comments ?? Infinity);
    expect(after?.state === "reading" ? after.page : Infinity).toBeGreaterThanOrEqual(page ?? Infinity);
  });

  it("has a moved commit's files read by what changed alone", async () => {
    const read = await Read.start();
    read.hub.tick(3_600_000);
    await read.hub.repository.push({ "README.md": "text" });
    const { asked, points } = await read.cost();
    // The listing tells that the registry is the same content, so it is not fetched.
    expect(asked).toEqual(["token 201", "head 200", "graphql 200", ...AFTER.slice(1)]);
    expect(points).toBe(2 + 1 + GOALS.length);
  });
});

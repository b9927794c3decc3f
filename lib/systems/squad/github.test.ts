import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GitHubSquad } from "./testing/github-squad";

let squad: GitHubSquad;

beforeEach(async () => {
  squad = await GitHubSquad.start();
});
afterEach(async () => {
  expect(squad.github.unexpected).toEqual([]);
  await squad.stop();
});

const asked = () => squad.github.log.map(({ route, status }) => `${route} ${status}`);

describe("a squad on GitHub", () => {
  it("is read with its registry, its goals and its titles", async () => {
    await squad.usual();
    const { squad: seen } = await squad.look({ titles: true });
    expect(seen.outcome).toBe("complete");
    expect(squad.goals()).toEqual({ "#45": "bound" });
    expect(squad.resolved()).toEqual({ "#101": "runtime-engineer", "#102": "docs-writer" });
    expect(seen.titles.cards.get(101)?.title).toBe("First task");
    expect(asked()).toHaveLength(8);
  });

  it("costs two requests and one a goal, and no points, when nothing changes", async () => {
    await squad.usual();
    await squad.look();
    await squad.look();
    squad.github.reset();
    await squad.look();
    expect(squad.github.log.map(({ status }) => status)).toEqual([304, 304, 304]);
    expect(squad.github.points).toBe(0);
    expect(squad.resolved()).toEqual({ "#101": "runtime-engineer", "#102": "docs-writer" });
  });

  it("that nobody has open is not read for the first time while few points are left, and is when somebody opens it", async () => {
    await squad.usual();
    squad.github.setLimit({ core: { limit: 5_000, remaining: 900 } });
    // Whoever shares the token finds out.
    await squad.plan.source.head(null);
    squad.github.reset();
    const { standings } = await squad.look();
    expect(squad.github.requests).toBe(0);
    expect(squad.state.squad.outcome).toBe("reading");
    expect(standings.registry.failing?.detail).toContain("Few points are left for this hour");
    await squad.look({ pictures: true });
    expect(squad.resolved()).toEqual({ "#101": "runtime-engineer", "#102": "docs-writer" });
    await squad.look();
    expect(squad.state.standings.registry.failing).toBeNull();
  });

  it("keeps since when bytes are what they are, also over commits that leave them alone and after failures", async () => {
    await squad.usual();
    await squad.look();
    const since = squad.state.standings.registry.answered?.since;
    squad.tick(60_000);
    await squad.repository.push({ "README.md": "another file" });
    await squad.look();
    expect(squad.state.standings.registry.answered).toMatchObject({ since, at: squad.now });
  });
});

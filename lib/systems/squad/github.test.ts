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
});

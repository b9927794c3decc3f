import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEMO_REPOSITORIES } from "../../demo/repositories.mjs";
import { configFor, DEMO_TOKEN, demoGitHub, type DemoGitHub } from "./index";
import { ask, get } from "./testing/ask";

let demo: DemoGitHub;
beforeAll(async () => {
  demo = await demoGitHub();
});
afterAll(() => demo.github.stop());

it("has every repository of the demo, with the files of its folder", async () => {
  for (const { repository } of DEMO_REPOSITORIES) {
    const [owner, name] = repository.split("/");
    const query = `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
      nameWithOwner object(expression: "HEAD:") { ... on Tree { entries { name } } } } }`;
    const { data } = await ask(demo.github, query, { owner, name }, DEMO_TOKEN);
    const folder = fileURLToPath(new URL(`../../demo/${repository}`, import.meta.url));
    const entries = readdirSync(folder)
      .sort()
      .map((entry) => ({ name: entry }));
    expect(data).toEqual({ repository: { nameWithOwner: repository, object: { entries } } });
  }
});

it("has the exported threads, with the ids, authors and times of the files", async () => {
  const { text } = await get(demo.github, "/repos/harbor/lighthouse/issues/45/comments", {}, DEMO_TOKEN);
  const comments = JSON.parse(text) as { id: number; created_at: string; user: { login: string } }[];
  expect(comments.find(({ id }) => id === 2_235_114)).toMatchObject({
    created_at: "2026-11-09T10:00:40Z",
    user: { login: "github-actions[bot]" },
  });
  const titles = [...(demo.repositories.get("harbor/lighthouse")?.issues.values() ?? [])].map(({ title }) => title);
  expect(titles).toContain("Replay one watch");
});

it("is a copy: a push reaches neither the demo nor another server", async () => {
  const other = await demoGitHub();
  try {
    const repository = other.repositories.get("harbor/lighthouse");
    const before = await demo.repositories.get("harbor/lighthouse")?.sha();
    expect(await repository?.sha()).toBe(before);
    const sha = await repository?.push({ "new.txt": "text" });
    expect([await repository?.sha(), await demo.repositories.get("harbor/lighthouse")?.sha()]).toEqual([sha, before]);
    const third = await demoGitHub();
    expect(await third.repositories.get("harbor/lighthouse")?.sha()).toBe(before);
    await third.github.stop();
  } finally {
    await other.github.stop();
  }
});

it("says how Muster is pointed at it", () => {
  const { github } = configFor(demo.github, ["harbor/lighthouse"]);
  expect(github).toEqual({ apiUrl: demo.github.apiUrl, webUrl: demo.github.webUrl, tokenVariable: "GITHUB_TOKEN" });
});

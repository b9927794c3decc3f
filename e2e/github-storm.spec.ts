import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, watched } from "./fixtures";
import { startGitHub, type GitHub, type Repository } from "./github";
import { activate, publish, SECRET, startGitHubMuster, type GitHubMuster } from "./github-squads";
import { record } from "./squad";

const test = watched;

const NAME = "storm/squad";
const CLIENTS = 100;
const GOALS = [45, 46, 47];
/** The head, the newest comments, and the comment of each goal. */
const A_LOOK = 2 + GOALS.length;
const PICTURES = "demo/harbor/lighthouse/.squad/agents";
const ids = ["runtime-engineer", "build-rigger"] as const;
const paths = { "runtime-engineer": "runtime-engineer/avatar.png", "build-rigger": "build-rigger/avatar.jpg" };
const AGENTS = Object.fromEntries(
  ids.map((id) => [
    id,
    record(`Name of ${id}`, { avatar: { kind: "repository-path", path: `.squad/agents/${paths[id]}` } }),
  ]),
);

let hub: GitHub;
let muster: GitHubMuster;
let repository: Repository;

test.describe.configure({ mode: "default", timeout: 120_000 });
test.beforeAll(async () => {
  hub = await startGitHub();
  hub.addToken(SECRET, { repositories: "all" });
  repository = hub.addRepository(NAME);
  for (const goal of GOALS) activate(repository, goal, { [goal + 100]: ids[0], [goal + 200]: ids[1] });
  const files = Object.fromEntries(
    ids.map((id) => [`.squad/agents/${paths[id]}`, readFileSync(`${PICTURES}/${paths[id]}`)]),
  );
  await publish(repository, AGENTS, {}, files);
  muster = await startGitHubMuster(hub, [NAME]);
  // The first who opens it has its pictures read.
  const registry = async () => (await fetch(`${muster.url}/api/repos/${NAME}/registry`)).text();
  await expect.poll(registry, { intervals: [100] }).not.toContain('"unread"');
});
test.afterAll(async () => {
  await muster.stop();
  await hub.stop();
});

/** A tab without a browser: it loads the page, then polls the status and asks for the documents and pictures that it holds already. */
class Tab {
  readonly statuses = new Map<string, Set<number>>();
  readonly etags = new Map<string, string>();
  snapshot = "";

  async ask(path: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    const answer = await fetch(`${muster.url}${path}`, { headers, ...(signal === undefined ? {} : { signal }) });
    const kind = path.replace(/\?.*$/, "");
    this.statuses.set(kind, (this.statuses.get(kind) ?? new Set()).add(answer.status));
    return answer;
  }

  /** One round of what a tab with Work open does. `signal` ends a wait for a change. */
  async round(signal: AbortSignal): Promise<void> {
    const after = `?after=${this.snapshot}&wait=8000&view=work`;
    const status = await this.ask(`/api/repos/${NAME}/status${this.snapshot === "" ? "" : after}`, {}, signal);
    this.snapshot = ((await status.json()) as { snapshot: string }).snapshot;
    const held = ["registry", "work", "evidence", ...ids.map((id) => `agents/${id}/avatar`)];
    for (const path of held.map((rest) => `/api/repos/${NAME}/${rest}`)) {
      const known = this.etags.get(path);
      const answer = await this.ask(path, known === undefined ? {} : { "if-none-match": known });
      this.etags.set(path, answer.headers.get("etag") ?? "none");
      await answer.arrayBuffer();
    }
  }

  /** Goes on until it is called off. */
  async live(signal: AbortSignal): Promise<void> {
    await (await this.ask(`/repos/${NAME}/work`)).text();
    while (!signal.aborted) {
      try {
        await this.round(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}

const revalidate = async () => {
  const headers = { origin: muster.url };
  return (await fetch(`${muster.url}/api/repos/${NAME}/revalidate`, { method: "POST", headers })).status;
};

test("100 tabs on one repository cost GitHub one look at a time, and each gets the same answer", async ({
  context,
}) => {
  const pages: Page[] = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
  await Promise.all(pages.map((page) => page.goto(`${muster.url}/repos/${NAME}/work`)));
  const tabs = Array.from({ length: CLIENTS }, () => new Tab());
  hub.reset();
  const end = new AbortController();
  const living = Promise.all(tabs.map((tab) => tab.live(end.signal)));
  const all = (text: string) => expect.poll(() => tabs.filter(({ snapshot }) => snapshot === text).length);

  await test.step("nothing changed: everybody asks for a look, and one is made, without a point", async () => {
    const answers = await Promise.all(tabs.map(revalidate));
    expect([answers.filter((one) => one === 202).length, answers.filter((one) => one === 429).length]).toEqual([
      1,
      CLIENTS - 1,
    ]);
    await expect.poll(() => hub.log.filter(({ status }) => status !== 0).length).toBe(A_LOOK);
    const { snapshot } = await muster.status(NAME);
    await all(snapshot).toBe(CLIENTS);
    expect(hub.log.map(({ status }) => status)).toEqual(Array.from({ length: A_LOOK }, () => 304));
    expect(hub.points).toBe(0);
    expect(hub.mostAtOnce).toBeLessThanOrEqual(GOALS.length);
  });

  await test.step("a push: one of everybody's looks finds it, and every tab has it", async () => {
    const before = (await muster.status(NAME)).snapshot;
    await publish(repository, { ...AGENTS, newcomer: record("Ceres") }, { revision: 5 });
    hub.reset();
    // A look by request is made at most once in 10 s.
    await expect
      .poll(async () => (await Promise.all(tabs.map(revalidate))).includes(202), { intervals: [500] })
      .toBe(true);
    await expect.poll(async () => (await muster.status(NAME)).snapshot).not.toBe(before);
    await all((await muster.status(NAME)).snapshot).toBe(CLIENTS);
    for (const page of pages) await expect(page.getByRole("contentinfo")).toContainText("registry r5");
    const asked = hub.log.map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(new Set(asked).size, asked.join("\n")).toBe(asked.length);
    // The head, who it is with what stands at it, and the registry; then the comments as ever.
    expect(hub.log.filter(({ status }) => status === 304)).toHaveLength(A_LOOK - 1);
    expect(asked.length).toBeLessThanOrEqual(A_LOOK + 2);
    expect(hub.mostAtOnce).toBeLessThanOrEqual(GOALS.length);
  });

  end.abort();
  await living;
  await test.step("no tab met a fault, and all hold the same documents", async () => {
    for (const { statuses, etags } of tabs) {
      for (const [path, seen] of statuses) expect([200, 304], path).toEqual(expect.arrayContaining([...seen]));
      expect(new Set(statuses.keys()).size).toBe(7);
      expect([...etags.values()]).not.toContain("none");
    }
    // Each asks once more for what it may have been about to fetch.
    const once = new AbortController().signal;
    await Promise.all(tabs.map((tab) => Object.assign(tab, { snapshot: "" }).round(once)));
    expect(new Set(tabs.map(({ etags }) => JSON.stringify([...etags]))).size).toBe(1);
    expect(muster.logs()).not.toContain('"level":50');
    expect(hub.unexpected).toEqual([]);
  });
});

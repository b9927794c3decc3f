import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { allRead } from "./fixtures";
import { ACTIONS, configFor, type Entry, type GitHub, type Match, type PushOptions, type Repository } from "./github";
import { startMuster, type Muster } from "./serve";
import { activation, row } from "./thread";

/** Looks like a token, and like nothing else that a page, a document or a log could hold. */
export const SECRET = "github_pat_11SECRET0e2eNEVERshown_7hQ2vXk9";

export interface GitHubMuster extends Muster {
  /** Lets Muster look at a repository now, and gives its status as soon as the look has answered or failed. */
  lookAgain(repository: string): Promise<Status>;
  status(repository: string): Promise<Status>;
}

/** Of a status what tests wait for. */
export interface Status {
  readonly snapshot: string;
  readonly data: {
    readonly now: string;
    readonly registry: { readonly answeredAt: string | null; readonly failing: { readonly last: string } | null };
    readonly bands: readonly { readonly code: string; readonly title: string; readonly text: string }[];
  };
}

export interface GitHubMusterOptions {
  readonly token?: string;
  /** Members of the configuration's entries, by repository. */
  readonly entries?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Where people read; the emulator's own address by default. */
  readonly webUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts Muster over repositories of an emulated GitHub and waits until each was answered or failed once. */
export async function startGitHubMuster(
  github: GitHub,
  repositories: Iterable<string>,
  { token = SECRET, entries = {}, webUrl, env = {} }: GitHubMusterOptions = {},
): Promise<GitHubMuster> {
  const root = mkdtempSync(join(tmpdir(), "muster-e2e-"));
  const file = join(root, "muster.config.json");
  const config = configFor(github, repositories);
  const whole = {
    repositories: config.repositories.map((entry) => ({ ...entry, ...entries[entry.repository] })),
    github: { ...config.github, ...(webUrl === undefined ? {} : { webUrl }) },
  };
  writeFileSync(file, JSON.stringify(whole));
  const muster = await startMuster({ config: file, env: { GITHUB_TOKEN: token, ...env } });
  const api = (repository: string, rest: string) => `${muster.url}/api/repos/${repository}/${rest}`;
  const status = async (repository: string) => (await (await fetch(api(repository, "status"))).json()) as Status;
  const lookAgain = async (repository: string) => {
    const before = asked(await status(repository));
    const headers = { origin: muster.url };
    const answer = await fetch(api(repository, "revalidate"), { method: "POST", headers });
    expect(answer.status, await answer.text()).toBe(202);
    let now = await status(repository);
    const done = async () => asked((now = await status(repository)));
    await expect.poll(done, { timeout: 20_000, intervals: [50] }).not.toBe(before);
    return now;
  };
  const stop = async () => {
    await muster.stop();
    rmSync(root, { recursive: true, force: true });
  };
  await allRead(muster.url);
  return { ...muster, stop, status, lookAgain };
}

/** Is another one after every look, whatever it said. */
function asked({ snapshot, data: { registry } }: Status): string {
  return `${snapshot} ${registry.answeredAt} ${registry.failing?.last}`;
}

/** Pushes a registry with these records. */
export function publish(
  repository: Repository,
  agents: Readonly<Record<string, unknown>>,
  { revision = 4, ...options }: PushOptions & { readonly revision?: number } = {},
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const registry = {
    schema: "squad-agent-provenance/v1",
    schema_version: 1,
    revision,
    generated_at: `2026-09-21T20:00:0${revision % 10}.000Z`,
    agents,
  };
  return repository.push(
    { ...files, ".squad/casting/registry.json": `${JSON.stringify(registry, null, 2)}\n` },
    options,
  );
}

/** Opens a goal with its tasks as issues, and posts the activation artifact that binds each to an agent; gives the comment. */
export function activate(repository: Repository, goal: number, bound: Readonly<Record<number, string>>): number {
  repository.addIssue({ number: goal, title: `Goal ${goal}` });
  for (const issue of Object.keys(bound)) repository.addIssue({ number: Number(issue), title: `Title of ${issue}` });
  const together = [...new Set(Object.values(bound))].sort();
  const rows = Object.entries(bound).map(([issue, agent_id], index) =>
    row(goal, {
      ...{ repository: repository.fullName, task: `1.${index + 1}`, issue: `#${issue}` },
      ...{ agent_id, epic_agent_ids: together },
    }),
  );
  return repository.addComment(goal, activation(goal, rows), { author: ACTIONS });
}

/** Requests of a route that name this repository. GraphQL names it in its variables. */
export function on(repository: string, match: Exclude<Match, string> = () => true): (entry: Entry) => boolean {
  return (entry) => {
    const { owner, name } = entry.body?.variables ?? {};
    return (entry.repository === repository || `${owner}/${name}` === repository) && match(entry);
  };
}

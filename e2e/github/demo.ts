import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { materializeDemo } from "../../demo/materialize.mjs";
import { startGitHub, type GitHub, type GitHubOptions } from "./server";
import type { Account } from "./world/accounts";
import type { Repository } from "./world/repository";

/** The one token of the demo's server; it reads everything. */
export const DEMO_TOKEN = "demo-token";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAID_OUT = join(ROOT, ".muster", "e2e", "demo");

export interface DemoGitHub {
  readonly github: GitHub;
  readonly repositories: ReadonlyMap<string, Repository>;
}

interface Place {
  readonly repository: string;
  readonly directory: string;
  readonly threads?: string;
}

/** A comment of an exported thread, and an issue of an exported list: the members that matter here. */
interface Exported {
  readonly id: number;
  readonly user: Account | null;
  readonly body: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly editor?: Account | null;
  readonly issue_url?: string;
}

interface ExportedIssue extends Pick<Exported, "user" | "created_at"> {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly assignees?: readonly Account[];
  readonly pull_request?: unknown;
}

/**
 * A server with the demo's repositories as the folders hold them, and their exported threads as issues. Everything is a copy: what a test
 * does to it does not reach the demo. The ids of the comments are those of the files, which are not above 2^31.
 */
export async function demoGitHub(options: GitHubOptions = {}): Promise<DemoGitHub> {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: LAID_OUT });
  if (!ok) throw new Error(detail);
  const { repositories: places } = JSON.parse(readFileSync(config, "utf8")) as { repositories: readonly Place[] };
  const github = await startGitHub(options);
  github.addToken(DEMO_TOKEN, { repositories: "all" });
  const repositories = new Map<string, Repository>();
  for (const place of places) {
    const directory = resolve(dirname(config), place.directory);
    const bare = isGit(directory);
    const repository = github.addRepository(place.repository, bare ? { copyOf: directory } : {});
    if (!bare) await repository.push(filesBelow(directory));
    if (place.threads !== undefined) addThreads(repository, resolve(dirname(config), place.threads));
    repositories.set(place.repository, repository);
  }
  return { github, repositories };
}

function isGit(directory: string): boolean {
  return statSync(join(directory, "HEAD"), { throwIfNoEntry: false })?.isFile() ?? false;
}

function filesBelow(directory: string): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const path of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const name = path.replaceAll("\\", "/");
    if (!name.startsWith(".git/") && statSync(join(directory, path)).isFile())
      files[name] = readFileSync(join(directory, path));
  }
  return files;
}

function addThreads(repository: Repository, folder: string): void {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown;
  const names = readdirSync(folder);
  const issues = names.includes("issues.json") ? (read("issues.json") as readonly ExportedIssue[]) : [];
  for (const { number, title, state, assignees, pull_request, user, created_at } of issues)
    repository.addIssue({
      number,
      title,
      state,
      assignees,
      pullRequest: pull_request !== undefined,
      author: user,
      at: new Date(created_at),
    });
  for (const name of names) {
    const number = Number(/^([1-9]\d*)\.json$/.exec(name)?.[1] ?? 0);
    if (number === 0) continue;
    if (!repository.issues.has(number)) repository.addIssue({ number, title: `Issue ${number}` });
    for (const comment of read(name) as readonly Exported[]) addComment(repository, number, comment);
  }
}

function addComment(repository: Repository, number: number, comment: Exported): void {
  const { id, user, created_at, updated_at } = comment;
  const body = comment.body ?? "";
  repository.addComment(number, body, { id, author: user && account(user), at: new Date(created_at) });
  const edited = updated_at !== created_at || comment.editor !== undefined;
  if (!edited) return;
  const editor = comment.editor === undefined ? user : comment.editor;
  repository.editComment(id, body, { editor: editor && account(editor), at: new Date(updated_at) });
}

function account({ id, login, type }: Account): Account {
  return { id, login, type };
}

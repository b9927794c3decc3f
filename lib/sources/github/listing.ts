import { z } from "zod";
import type { Answer, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { RepositoryName } from "../source";
import type { Call, Refusal } from "../shared/call";
import { failed } from "../shared/call";
import type { Found } from "../shared/way";
import type { GitHubClient } from "./client";
import { ask } from "./graphql";
import { list } from "./list";

const MAX_BYTES = 16 * 1_048_576;
/** Names of one folder. No squad comes near it, and a list as long as the bytes allow would fill the memory. */
export const MAX_ENTRIES = 50_000;
/** `owner/name` as GitHub makes them; the underscore stands in owners that an enterprise manages. */
const FULL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Where a squad keeps its files; listed together, since one question costs what one of them would. */
const CASTING = ".squad/casting";
const AGENTS = ".squad/agents";

const QUERY = `query Files($owner: String!, $name: String!, $commit: GitObjectID!, $casting: String!, $agents: String!) {
  repository(owner: $owner, name: $name) {
    databaseId
    nameWithOwner
    commit: object(oid: $commit) {
      oid
      ... on Commit {
        squad: file(path: ".squad") { ...way }
        casting: file(path: "${CASTING}") { ...way }
        agents: file(path: "${AGENTS}") { ...way }
      }
    }
    casting: object(expression: $casting) { ... on Tree { entries { ...row } } }
    agents: object(expression: $agents) {
      ... on Tree { entries { ...row object { ... on Tree { entries { ...row } } } } }
    }
  }
}
fragment way on TreeEntry { mode type oid size }
fragment row on TreeEntry { name mode type oid size }`;

const row = z.object({ mode: z.int(), type: z.string(), oid: z.string().regex(/^[0-9a-f]{40}$/), size: z.number() });
const named = row.extend({ name: z.string() });
const tree = z.object({ entries: list(named, MAX_ENTRIES).nullish() }).nullish();
const nested = z.object({ entries: list(named.extend({ object: tree }), MAX_ENTRIES).nullish() }).nullish();
const data = z.object({
  repository: z.object({
    databaseId: z.int().positive(),
    nameWithOwner: z.string().regex(FULL_NAME),
    commit: z
      .object({ oid: z.string(), squad: row.nullish(), casting: row.nullish(), agents: row.nullish() })
      .nullable(),
    casting: tree,
    agents: nested,
  }),
});

/** What stands in a commit, as far as it was asked. A folder's oid is kept, so that its own folder can be asked for by it. */
export type Row = Exclude<Found, { kind: "folder" }> | { readonly kind: "folder"; readonly oid: Sha };

export interface Listing {
  readonly name: RepositoryName;
  readonly rows: Map<RepoPath, Row>;
  /** Folders whose every entry is in `rows`; "" is the root. */
  readonly whole: Set<RepoPath>;
}

/** Lists the squad's folders at a commit, with modes, in one question. Modes say what is a link or a submodule; nothing is followed. */
export async function readListing(
  client: GitHubClient,
  repository: string,
  commit: Sha,
  call: Call,
): Promise<Answer<Listing>> {
  const [owner = "", name = ""] = repository.split("/");
  const variables = { owner, name, commit, casting: `${commit}:${CASTING}`, agents: `${commit}:${AGENTS}` };
  const asked = await ask(client, { query: QUERY, variables, schema: data, maxBytes: MAX_BYTES }, call);
  if (!asked.ok) return asked.refusal;
  const { databaseId, nameWithOwner, commit: at, ...folders } = asked.data.repository;
  if (at === null || at.oid !== commit) return GONE;
  const rows = new Map<RepoPath, Row>();
  const whole = new Set<RepoPath>();
  for (const [path, entry] of [
    [".squad", at.squad],
    [CASTING, at.casting],
    [AGENTS, at.agents],
  ] as const)
    if (entry != null) rows.set(path, rowOf(entry.mode, entry.type, entry.oid, entry.size));
  note(rows, whole, CASTING, folders.casting?.entries);
  note(rows, whole, AGENTS, folders.agents?.entries);
  for (const entry of folders.agents?.entries ?? [])
    note(rows, whole, `${AGENTS}/${entry.name}`, entry.object?.entries);
  return { answer: "value", value: { name: { id: databaseId, fullName: nameWithOwner }, rows, whole } };
}

const GONE: Refusal = failed(
  "server",
  "The commit that GitHub named a moment ago cannot be found there. It may have been replaced.",
);

type Named = z.infer<typeof named>;

/** A list that was not given was cut short; its folder is then asked for by its own name. */
function note(
  rows: Map<RepoPath, Row>,
  whole: Set<RepoPath>,
  folder: RepoPath,
  entries: readonly Named[] | null | undefined,
): void {
  if (entries == null) return;
  whole.add(folder);
  for (const { name, mode, type, oid, size } of entries) {
    // A name that is no UTF-8 comes with replacement characters, and could then be taken for another one.
    if (!name.includes("\uFFFD")) rows.set(`${folder}/${name}`, rowOf(mode, type, oid, size));
  }
}

/** @param mode as git counts it: 0o100644 a file, 0o120000 a link, 0o040000 a folder, 0o160000 a submodule */
export function rowOf(mode: number, type: string, oid: Sha, size: number): Row {
  if (mode === 0o120000) return { kind: "link" };
  if (mode === 0o160000 || type === "commit") return { kind: "submodule" };
  if (mode === 0o040000 || type === "tree") return { kind: "folder", oid };
  const isFile = type === "blob" && mode >= 0o100000 && mode <= 0o100777 && Number.isSafeInteger(size) && size >= 0;
  return isFile ? { kind: "file", oid, size } : { kind: "other" };
}

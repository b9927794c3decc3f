import { z } from "zod";
import type { Answer, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { Entry } from "../source";
import { failed, type Call, type Refusal } from "../shared/call";
import { wayTo } from "../shared/repo-path";
import { judgeWay } from "../shared/way";
import { JSON_TYPE, type GitHubClient } from "./client";
import { parseJson } from "./json";
import { list } from "./list";
import { MAX_ENTRIES, rowOf, type Listing } from "./listing";

const MAX_BYTES = 16 * 1_048_576;

const folder = z.object({
  truncated: z.boolean(),
  tree: list(
    z.object({
      path: z.string(),
      mode: z.string().regex(/^[0-7]{6}$/),
      type: z.string(),
      sha: z.string().regex(/^[0-9a-f]{40}$/),
      size: z.number().optional(),
    }),
    MAX_ENTRIES,
  ),
});

/**
 * The entry at a path of a listing, every part of the way judged by its mode. What the listing leaves open is asked for folder by
 * folder, by the folder's own name, and added to it: what hangs on a name never changes.
 */
export async function findEntry(
  client: GitHubClient,
  repository: string,
  commit: Sha,
  listing: Listing,
  segments: readonly string[],
  call: Call,
): Promise<Answer<Entry>> {
  for (const [index, path] of wayTo(segments).entries()) {
    if (!listing.rows.has(path)) {
      const parent = segments.slice(0, index).join("/");
      if (!listing.whole.has(parent)) {
        const refusal = await readFolder(client, repository, commit, listing, parent, call);
        if (refusal !== null) return refusal;
      }
    }
    if (listing.rows.get(path)?.kind !== "folder") break;
  }
  return judgeWay(segments, (path) => listing.rows.get(path));
}

async function readFolder(
  client: GitHubClient,
  repository: string,
  commit: Sha,
  { rows, whole }: Listing,
  parent: RepoPath,
  call: Call,
): Promise<Refusal | null> {
  const row = rows.get(parent);
  const name = parent === "" ? commit : row?.kind === "folder" ? row.oid : null;
  if (name === null) return failed("malformed", "GitHub's list of files contradicts itself.");
  const path = `/repos/${repository}/git/trees/${name}`;
  const reply = await client.get({ path, accept: JSON_TYPE, subject: "content", maxBytes: MAX_BYTES }, call);
  if (!reply.ok) return reply.refusal;
  const parsed = parseJson(reply.wire, folder, "a folder");
  if (!parsed.ok) return parsed.refusal;
  if (parsed.value.truncated)
    return failed("too-large", `${parent || "The repository"} holds more names than GitHub lists at once.`);
  whole.add(parent);
  for (const { path: own, mode, type, sha, size } of parsed.value.tree) {
    if (own.includes("\uFFFD")) continue;
    rows.set(parent === "" ? own : `${parent}/${own}`, rowOf(parseInt(mode, 8), type, sha, size ?? 0));
  }
  return null;
}

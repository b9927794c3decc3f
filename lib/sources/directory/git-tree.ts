import type { Answer, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { Entry } from "@/lib/sources/source";
import { failed, type Call, type Refusal } from "../shared/call";
import { gitFailure } from "./git-failure";
import { runGit, type GitPlace } from "./git-run";
import { wayTo } from "../shared/repo-path";
import { judgeWay, type Found } from "../shared/way";

type Row = Exclude<Found, { kind: "folder" }> | { readonly kind: "folder"; readonly oid: Sha };
type Rows = ReadonlyMap<RepoPath, Row>;
type Listing = { readonly rows: Rows } | { readonly refusal: Refusal };

/** A listing names only the parts of one path. */
const LISTING_CAP = 262_144;
const ROW = /^(\d{6}) (\w+) ([0-9a-f]{40}|[0-9a-f]{64}) +(\d+|-|BAD)\t([^]+)$/;

/**
 * The entry at a path of a commit, every part of the way judged by the mode its tree gives it. Costs two child processes:
 * one that lists the way, and one that checks its folders against their names, or asks for what blocks it. Names are compared byte by byte, whatever the file system does.
 */
export async function readTreeEntry(
  place: GitPlace,
  commit: Sha,
  segments: readonly string[],
  call: Call,
): Promise<Answer<Entry>> {
  const path = segments.join("/");
  const first = await list(place, commit, path, call);
  if ("refusal" in first) return first.refusal;
  // git lists what is inside folders only: what blocks the way must be asked for by its own name.
  const gap = wayTo(segments).find((part) => !first.rows.has(part));
  if (gap === undefined) {
    const damage = await refuseDamaged(place, segments, first.rows, call);
    return damage ?? judgeWay(segments, (part) => first.rows.get(part));
  }
  if (gap === path) return judgeWay(segments, (part) => first.rows.get(part));
  const second = await list(place, commit, gap, call);
  if ("refusal" in second) return second.refusal;
  return judgeWay(segments, (part) => second.rows.get(part));
}

/**
 * git lists a folder without looking whether its content is what its name says, so another content put in its place would be taken for
 * the commit's. Naming an object as a tree makes git read and check it.
 */
async function refuseDamaged(
  place: GitPlace,
  segments: readonly string[],
  rows: ReadonlyMap<RepoPath, Row>,
  call: Call,
): Promise<Refusal | null> {
  const folders = wayTo(segments).flatMap((part) => {
    const row = rows.get(part);
    return row?.kind === "folder" ? [row.oid] : [];
  });
  if (folders.length === 0) return null;
  const outcome = await runGit(place, ["rev-parse", ...folders.map((oid) => `${oid}^{tree}`)], LISTING_CAP, call);
  const named = outcome.ended === "exit" && outcome.code === 0 ? outcome.stdout.toString("latin1").split("\n") : [];
  if (folders.every((oid, index) => named[index] === oid)) return null;
  if (outcome.ended !== "exit") return gitFailure(outcome, segments.join("/"));
  const detail = `A folder on the way to ${segments.join("/")} is damaged in this copy of the repository. "git fsck" says more.`;
  return failed("git", detail);
}

async function list(place: GitPlace, commit: Sha, path: RepoPath, call: Call): Promise<Listing> {
  const args = ["ls-tree", "-z", "-l", "-t", "--full-tree", commit, "--", path];
  const outcome = await runGit(place, args, LISTING_CAP, call);
  if (outcome.ended !== "exit" || outcome.code !== 0) return { refusal: gitFailure(outcome, path) };
  return parseListing(outcome.stdout, path);
}

/** Reads what `ls-tree -z -l` wrote. A name that stands twice is a damaged tree: git itself would not choose either. */
export function parseListing(bytes: Buffer, path: RepoPath): Listing {
  const rows = new Map<RepoPath, Row>();
  // latin1 keeps every byte apart, so that a name that is not UTF-8 never becomes another one.
  for (const row of bytes.toString("latin1").split("\0").slice(0, -1)) {
    const [, mode, type, oid, size, name] = ROW.exec(row) ?? [];
    if (mode === undefined || type === undefined || oid === undefined || size === undefined || name === undefined) {
      return { refusal: failed("git", "The installed git lists files in a form that is not known.") };
    }
    const part = Buffer.from(name, "latin1").toString("utf8");
    if (rows.has(part))
      return { refusal: failed("git", `${part} stands twice in one folder of the commit, which is damage.`) };
    if (size === "BAD") return { refusal: failed("git", `${path} is missing from this copy of the repository.`) };
    rows.set(part, found(mode, type, oid, Number(size)));
  }
  return { rows };
}

function found(mode: string, type: string, oid: Sha, size: number): Row {
  if (mode === "120000") return { kind: "link" };
  if (type === "tree") return { kind: "folder", oid };
  if (type === "commit") return { kind: "submodule" };
  return type === "blob" && Number.isSafeInteger(size) ? { kind: "file", oid, size } : { kind: "other" };
}

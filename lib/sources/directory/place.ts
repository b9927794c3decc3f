import { constants } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { failed, type Refusal } from "../shared/call";
import { codeOf } from "./folder";
import { folderRefusal, sayFault } from "./folder-failure";

/** `ref` that stands for the working directory, whatever branches there are. */
export const WORKTREE = "worktree";
/** What is read of a git repository where no ref is configured. */
export const DEFAULT_REF = "HEAD";

/** What a directory is read as. */
export type Reads =
  | { readonly reads: "commit"; readonly ref: string; readonly gitDir: string }
  | { readonly reads: "worktree" }
  | { readonly reads: "nothing"; readonly refusal: Refusal };

const NAME = "The configured directory";

/**
 * Tells what a directory is read as: commits of `ref` (HEAD by default) where it is a git repository, bare or not, and the
 * working directory where it is none or `ref` is "worktree". A repository that is broken is never read as plain files.
 * Looks at this directory only, never at its parents. Never throws.
 */
export async function describeDirectory(directory: string, ref?: string): Promise<Reads> {
  try {
    if (!(await stat(directory)).isDirectory())
      return nothing({ answer: "denied", status: 404, detail: `${NAME} is not a folder.` });
    if (ref === WORKTREE) return { reads: "worktree" };
    const gitDir = await findGitDir(directory);
    if (gitDir !== null) return { reads: "commit", ref: ref ?? DEFAULT_REF, gitDir };
    if (ref === undefined) return { reads: "worktree" };
    return nothing(failed("git", `${NAME} is not a git repository, so it has no ${ref}.`));
  } catch (error) {
    return nothing(folderRefusal(error, NAME) ?? failed("io", `${NAME} could not be read: ${sayFault(error)}.`));
  }
}

/** The `.git` of a directory, or the directory itself where it is a bare repository, or null. Throws what the system says. */
export async function findGitDir(directory: string): Promise<string | null> {
  const inside = join(directory, ".git");
  if ((await orNull(lstat(inside))) !== null) {
    await orNull(access(inside, constants.R_OK));
    return inside;
  }
  // HEAD may be a link to a branch that has no commit yet, so it is not followed.
  if ((await orNull(lstat(join(directory, "HEAD")))) === null) return null;
  const [objects, refs] = await Promise.all(["objects", "refs"].map((name) => orNull(stat(join(directory, name)))));
  return objects?.isDirectory() && refs?.isDirectory() ? directory : null;
}

async function orNull<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function nothing(refusal: Refusal): Reads {
  return { reads: "nothing", refusal };
}

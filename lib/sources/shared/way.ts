import type { Answer, RepoPath, Sha } from "@/lib/contracts/core/look";
import type { Entry } from "@/lib/sources/source";
import { failed, type Refusal } from "./call";
import { wayTo } from "./repo-path";

/** What stands at one path of a commit or a working directory. */
export type Found =
  | { readonly kind: "folder" }
  | { readonly kind: "link" | "submodule" | "other" }
  | { readonly kind: "file"; readonly oid: Sha; readonly size: number }
  /** A file beyond every limit; its content is not looked at. */
  | { readonly kind: "large"; readonly size: number }
  | { readonly kind: "unreadable"; readonly detail: string };

export const NOTHING_THERE: Refusal = { answer: "absent", what: "path" };

/**
 * Judges the way to a path: every part of it must be a real folder and its end a regular file. Otherwise the first part
 * that is not answers, with why ("Links, folders, submodules … answer as unfit with why").
 */
export function judgeWay(segments: readonly string[], find: (path: RepoPath) => Found | undefined): Answer<Entry> {
  const way = wayTo(segments);
  for (const [index, path] of way.entries()) {
    const found = find(path);
    const last = index === way.length - 1;
    if (found === undefined) return NOTHING_THERE;
    if (found.kind === "folder") {
      if (last) return { answer: "unfit", why: "folder", detail: `${path} is a folder, not a file.` };
      continue;
    }
    if (last && found.kind === "file") return { answer: "value", value: { path, ...found } };
    return obstacle(path, found, last);
  }
  return NOTHING_THERE;
}

function obstacle(path: RepoPath, found: Exclude<Found, { kind: "folder" }>, last: boolean): Refusal {
  switch (found.kind) {
    case "link":
      return { answer: "unfit", why: "link", detail: `${path} is a symbolic link; links are never followed.` };
    case "submodule":
      return { answer: "unfit", why: "submodule", detail: `${path} is a submodule: another repository's content.` };
    case "unreadable":
      return failed("io", `${path} could not be read: ${found.detail}.`);
    case "large":
      if (last) return tooLarge(path, found.size);
      break;
    case "file":
    case "other":
      break;
  }
  const what = found.kind === "other" ? "is neither a file nor a folder" : "is a file, where a folder is expected";
  return { answer: "unfit", why: "not-regular", detail: `${path} ${what}.` };
}

/** @param limit bytes; left out where the file is beyond every limit */
export function tooLarge(path: RepoPath, size: number, limit?: number): Refusal {
  const most = limit === undefined ? "" : `; at most ${limit} are read`;
  return { answer: "unfit", why: "too-large", detail: `${path} has ${size} bytes${most}. Nothing of it was read.` };
}

import type { LineSpan } from "@/lib/contracts/core/lines";
import type { RepoPath } from "@/lib/contracts/core/look";
import type { PieceData } from "../document-types";
import type { Squad } from "../judge";

/** Where people read a file of the snapshot on GitHub, at its commit and lines; null for a directory. */
export function fileLink(squad: Squad, path: RepoPath, lines?: LineSpan): string | null {
  const { pin, settings } = squad;
  // Half a character can stand in a path, and in no address.
  if (settings.webUrl === null || pin?.kind !== "commit" || !path.isWellFormed()) return null;
  const way = path.split("/").map(encodeURIComponent).join("/");
  const place = lines === undefined ? "" : `#L${lines.first}${lines.last > lines.first ? `-L${lines.last}` : ""}`;
  return `${home(squad)}/blob/${pin.sha}/${way}${place}`;
}

/** Where people read a comment on GitHub; null for an exported one. */
export function commentLink(squad: Squad, issue: number, id: number): string | null {
  return squad.settings.webUrl === null ? null : `${home(squad)}/issues/${issue}#issuecomment-${id}`;
}

/** Where people read issues on GitHub: a number follows; null for exported threads. */
export function issuesUrl(squad: Squad): string | null {
  return squad.settings.webUrl === null ? null : `${home(squad)}/issues/`;
}

/** Where people read an issue on GitHub, and what it is here; none for exported threads. */
export function issueLinks(
  squad: Squad,
  issues: readonly { readonly what: "goal" | "epic" | "task"; readonly number: number }[],
): PieceData["source"]["issues"] {
  if (squad.settings.webUrl === null) return [];
  return issues.map((issue) => ({ ...issue, url: `${home(squad)}/issues/${issue.number}` }));
}

function home({ settings, name }: Squad): string {
  return `${settings.webUrl ?? ""}/${name.split("/").map(encodeURIComponent).join("/")}`;
}

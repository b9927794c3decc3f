import { reach } from "../access";
import type { Issue } from "../world/conversation";
import type { Repository } from "../world/repository";
import type { Context } from "./context";

interface Hit {
  readonly issue: Issue;
  readonly repository: Repository;
}

const TERM = /(?:(-?[a-z]+):)?(?:"([^"]*)"|(\S+))/gi;

/**
 * Issues that a search finds: those of the named repositories of which every word or quoted phrase is in the title, the text or a comment,
 * or only where `in:` says. `is:`, `type:` and `state:` narrow; `sort:` changes nothing here. A qualifier beyond these is noted as
 * something that nobody should ask.
 */
export function searchIssues(query: string, context: Context): readonly Hit[] {
  const repositories: Repository[] = [];
  const places = new Set<string>();
  const words: string[] = [];
  const filters: ((issue: Issue) => boolean)[] = [];
  for (const [whole, qualifier = "", phrase, plain] of query.matchAll(TERM)) {
    const value = phrase ?? plain ?? "";
    const known = /^(?:repo|in|is|type|state|sort)$/.test(qualifier);
    if (qualifier === "") words.push(value.toLowerCase());
    else if (qualifier === "repo") repositories.push(...visible(value, context));
    else if (qualifier === "in") value.split(",").forEach((place) => places.add(place));
    else if (known && qualifier !== "sort") filters.push(filter(value));
    else if (!known) context.unexpected(`search for ${whole}`);
  }
  if (context.switches.searchLag) return [];
  return repositories.flatMap((repository) =>
    [...repository.issues.values()]
      .filter((issue) => filters.every((wanted) => wanted(issue)) && words.every((word) => holds(issue, word, places)))
      .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || b.number - a.number)
      .map((issue) => ({ issue, repository })),
  );
}

function visible(name: string, context: Context): readonly Repository[] {
  const repository = context.world.find(name)?.repository;
  if (repository === undefined || !repository.issuesEnabled) return [];
  return reach(context.token, context.world, repository, "issues") === "granted" ? [repository] : [];
}

function filter(value: string): (issue: Issue) => boolean {
  if (value === "issue") return ({ pullRequest }) => !pullRequest;
  if (value === "pr") return ({ pullRequest }) => pullRequest;
  return ({ state }) => state === value || (value !== "open" && value !== "closed");
}

function holds(issue: Issue, word: string, places: ReadonlySet<string>): boolean {
  const anywhere = places.size === 0;
  const texts = [
    ...(anywhere || places.has("title") ? [issue.title] : []),
    ...(anywhere || places.has("comments") ? [...issue.comments.values()].map(({ body }) => body) : []),
  ];
  return texts.some((text) => text.toLowerCase().includes(word));
}

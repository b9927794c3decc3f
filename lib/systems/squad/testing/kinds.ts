import { ROUTES, type Entry, type Match } from "../../../../e2e/github";

/** What a look asks of GitHub, finer than routes: all GraphQL questions have one. */
export const KINDS = [
  "head",
  "listing",
  "blob",
  "feed",
  "search",
  "thread",
  "accounts",
  "comment",
  "titles",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

const QUESTIONS: Readonly<Record<string, Kind>> = {
  Files: "listing",
  Origins: "search",
  Accounts: "accounts",
  Titles: "titles",
};

export function kindOf({ route, body }: Entry): Kind {
  switch (route) {
    case ROUTES.commit:
      return "head";
    case ROUTES.blob:
      return "blob";
    case ROUTES.feed:
      return "feed";
    case ROUTES.thread:
      return "thread";
    case ROUTES.comment:
      return "comment";
    case ROUTES.graphql:
      return QUESTIONS[/^query (\w+)/.exec(body?.query ?? "")?.[1] ?? ""] ?? "other";
    default:
      return "other";
  }
}

/** Requests of one kind, for faults and actions. */
export function asking(kind: Kind): Match {
  return (entry) => kindOf(entry) === kind;
}

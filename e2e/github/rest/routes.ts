import { reach, type Permission } from "../access";
import { json, refusal, type Reply } from "../answer";
import type { Call, RepositoryCall } from "../call";
import { ROUTES, type Route } from "../log";
import type { Repository } from "../world/repository";
import { feed, single, thread } from "./comments";
import { blob, commitSha, tree } from "./contents";
import { fullRepository } from "./render";

interface Rule {
  readonly route: Route;
  /** What follows the repository; "*" is one variable part and "**" the rest of the path. */
  readonly below: readonly string[];
  readonly need: Permission;
  readonly answer: (call: RepositoryCall) => Reply | Promise<Reply>;
}

const RULES: readonly Rule[] = [
  {
    route: ROUTES.repository,
    below: [],
    need: "metadata",
    answer: async (call) => json(await fullRepository(call.repository, call)),
  },
  { route: ROUTES.commit, below: ["commits", "**"], need: "contents", answer: commitSha },
  { route: ROUTES.blob, below: ["git", "blobs", "*"], need: "contents", answer: blob },
  { route: ROUTES.tree, below: ["git", "trees", "**"], need: "contents", answer: tree },
  { route: ROUTES.feed, below: ["issues", "comments"], need: "issues", answer: feed },
  { route: ROUTES.comment, below: ["issues", "comments", "*"], need: "issues", answer: single },
  { route: ROUTES.thread, below: ["issues", "*", "comments"], need: "issues", answer: thread },
];

/** Where a path leads. */
export interface Way {
  readonly route: Route;
  /** `owner/name`, or the repository's number; null for what belongs to none. */
  readonly repository: string | null;
  readonly parts: readonly string[];
  /** The path below the repository, as it was sent. */
  readonly rest: string;
}

export function wayOf(method: string, path: string): Way | null {
  if (method === "POST" && /^\/app\/installations\/\d{1,15}\/access_tokens$/.test(path))
    return { route: ROUTES.accessToken, repository: null, parts: [], rest: "" };
  if (method !== "GET") return null;
  const segments = path.split("/").slice(1);
  if (path === "/rate_limit") return { route: ROUTES.rateLimit, repository: null, parts: [], rest: "" };
  const length = segments[0] === "repos" ? 3 : segments[0] === "repositories" ? 2 : 0;
  if (length === 0 || segments.length < length) return null;
  const rest = segments.slice(length);
  const repository = decoded(segments.slice(1, length).join("/"));
  if (rest.length === 1 && rest[0] === "installation")
    return { route: ROUTES.installation, repository, parts: [], rest: "/installation" };
  for (const rule of RULES) {
    const parts = fit(rule.below, rest);
    if (parts !== null) return { route: rule.route, repository, parts, rest: rest.map((part) => `/${part}`).join("") };
  }
  return null;
}

function fit(below: readonly string[], rest: readonly string[]): readonly string[] | null {
  const open = below.at(-1) === "**";
  if (open ? rest.length < below.length : rest.length !== below.length) return null;
  const parts: string[] = [];
  for (const [index, wanted] of below.entries()) {
    if (wanted === "**") parts.push(decoded(rest.slice(index).join("/")));
    else if (wanted === "*") parts.push(decoded(rest[index] ?? ""));
    else if (wanted !== rest[index]) return null;
  }
  return parts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Answers a REST call in GitHub's order: whether there is such a repository for this token comes before everything else. */
export async function answerRest(way: Way | null, call: Call): Promise<Reply> {
  if (way === null) {
    call.unexpected(`${call.entry.method} ${call.entry.path}`);
    return refusal(404, "Not Found");
  }
  if (way.route === ROUTES.rateLimit) return rateLimit(call);
  const rule = RULES.find(({ route }) => route === way.route);
  const found = repositoryOf(way, call);
  if (rule === undefined || found === null) return refusal(404, "Not Found");
  const access = reach(call.token, call.world, found.repository, rule.need);
  if (access === "hidden") return refusal(404, "Not Found");
  if (typeof access === "object") return singleSignOn(access.sso);
  if (found.moved) return moved(found.repository, way, call);
  if (access === "forbidden")
    return refusal(403, `Resource not accessible by ${call.token.refused ? "integration" : "personal access token"}`, {
      headers: { "x-accepted-github-permissions": `${rule.need}=read` },
    });
  if (rule.need === "issues" && !found.repository.issuesEnabled)
    return refusal(410, "Issues are disabled for this repo");
  return rule.answer({ ...call, repository: found.repository, parts: way.parts });
}

function repositoryOf(way: Way, call: Call): { repository: Repository; moved: boolean } | null {
  const name = way.repository ?? "";
  if (name.includes("/")) return call.world.find(name);
  const repository = /^\d{1,15}$/.test(name) ? call.world.byId(Number(name)) : null;
  return repository === null ? null : { repository, moved: false };
}

function singleSignOn(url: string): Reply {
  const message =
    "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.";
  return refusal(403, message, { headers: { "x-github-sso": `required; url=${url}` } });
}

/** Asked by a name that it no longer has: GitHub leads to the number, which stays. */
function moved(repository: Repository, way: Way, call: Call): Reply {
  const query = call.query.toString();
  const url = `${call.apiUrl}/repositories/${repository.id}${way.rest}${query === "" ? "" : `?${query}`}`;
  const body = { message: "Moved Permanently", url, documentation_url: "https://docs.github.com/rest" };
  return json(body, { status: 301, headers: { location: url } });
}

function rateLimit(call: Call): Reply {
  if (!call.limits.enabled) return refusal(404, "Rate limiting is not enabled.");
  const standing = (resource: "core" | "graphql" | "search") => call.limits.standing(resource, call.token.purse);
  const core = standing("core");
  const resources = { core, graphql: standing("graphql"), search: standing("search") };
  return json({ resources, rate: core }, { counts: false });
}

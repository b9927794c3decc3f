import "server-only";

/** What a look should be hastened for. */
export type Hastened = "registry" | "work" | "all";

/** What an event is good for here. `installation`: which repositories can be read may have changed, for all of them. */
export type Meaning = Hastened | "installation" | "ping" | "unknown";

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ["push", "registry"],
  ["issue_comment", "work"],
  ["issues", "work"],
  ["repository", "all"],
  ["installation", "installation"],
  ["installation_repositories", "installation"],
  ["ping", "ping"],
]);

/** What the event of this name hastens; GitHub has many more, which mean nothing here. */
export function meaningOf(event: string): Meaning {
  return MEANINGS.get(event) ?? "unknown";
}

/** `owner/name` as GitHub makes them. */
const FULL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/[A-Za-z0-9._-]{1,100}$/;

export type Named =
  | { readonly ok: true; readonly repository: string | null }
  /** The payload is no JSON object, or names a repository in a form that GitHub does not. */
  | { readonly ok: false };

/** The one thing that is taken from a payload: which repository it is about. It decides where to look, and nothing else. Never throws. */
export function repositoryIn(text: string): Named {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { ok: false };
  const repository = own(value, "repository");
  if (repository === undefined || repository === null) return { ok: true, repository: null };
  if (typeof repository !== "object") return { ok: false };
  const name = own(repository, "full_name");
  return typeof name === "string" && FULL_NAME.test(name) ? { ok: true, repository: name } : { ok: false };
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

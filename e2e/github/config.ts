import type { GitHub } from "./server";

export interface MusterConfig {
  readonly repositories: readonly { readonly repository: string }[];
  readonly github: { readonly apiUrl: string; readonly webUrl: string; readonly tokenVariable: string };
}

/** What muster.config.json has to say so that these repositories are read from this server, with the token in a variable of that name. */
export function configFor(
  github: GitHub,
  repositories: Iterable<string>,
  tokenVariable = "GITHUB_TOKEN",
): MusterConfig {
  const { apiUrl, webUrl } = github;
  return {
    repositories: [...repositories].map((repository) => ({ repository })),
    github: { apiUrl, webUrl, tokenVariable },
  };
}

import { segment } from "@/lib/api/urls";

export interface RepositoryParams {
  readonly owner: string;
  readonly repo: string;
}

/** `owner/name` as the address means it. */
export function repositoryOf(params: RepositoryParams): string {
  return `${segment(params.owner)}/${segment(params.repo)}`;
}

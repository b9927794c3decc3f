import "server-only";
import { guard, type Handler } from "./guard";
import { problem } from "./problem";
import type { Attention } from "./attentions";
import type { Repository } from "./repository";
import { runtime } from "./runtime";

export type RepositoryParams = { owner: string; repo: string };

/** The repository of a request, looked at if its last look is old; null when the configuration has none of that name. */
export async function attended(
  { owner, repo }: RepositoryParams,
  open: Attention = "repository",
): Promise<Repository | null> {
  const repository = runtime().find(`${owner}/${repo}`);
  const overdue = repository?.attend(open);
  if (overdue != null) await overdue;
  return repository;
}

type RepositoryHandler<P extends RepositoryParams> = (
  request: Request,
  repository: Repository,
  params: P,
) => Promise<Response> | Response;

/** A handler that is given the repository it names, or answers that there is none. */
export function forRepository<P extends RepositoryParams = RepositoryParams>(handle: RepositoryHandler<P>): Handler<P> {
  return async (request, params) => {
    const repository = await attended(params);
    return repository === null ? problem("unknown-repository") : handle(request, repository, params);
  };
}

export { guard };

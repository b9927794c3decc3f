import { serveAvatar } from "@/lib/server/avatar";
import { forRepository, guard, type RepositoryParams } from "@/lib/server/routes";

type Params = RepositoryParams & { id: string };

export const { GET, POST, PUT, PATCH, DELETE } = guard<Params>({
  GET: forRepository<Params>((request, repository, { id }) => serveAvatar(request, repository, id)),
});

import { agentFor } from "@/lib/server/documents";
import { serve, Serialized } from "@/lib/server/respond";
import { forRepository, guard, type RepositoryParams } from "@/lib/server/routes";

type Params = RepositoryParams & { id: string };

export const { GET, POST, PUT, PATCH, DELETE } = guard<Params>({
  GET: forRepository<Params>((request, repository, { id }) => {
    const document = agentFor(repository, id);
    // An excluded or unknown ID has a document too: it says why there is nobody to show.
    return serve(
      request,
      new Serialized(`${document.snapshot.slice(0, 32)}-agent-${encodeURIComponent(id)}`, document),
    );
  }),
});

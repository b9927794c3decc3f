import { agentFor } from "@/lib/server/documents";
import { problem } from "@/lib/server/problem";
import { serve, Serialized } from "@/lib/server/respond";
import { forRepository, guard, type RepositoryParams } from "@/lib/server/routes";

type Params = RepositoryParams & { id: string };

export const { GET, POST, PUT, PATCH, DELETE } = guard<Params>({
  GET: forRepository<Params>((request, repository, { id }) => {
    const document = agentFor(repository, id);
    if (document.data.found === "unknown") return problem("unknown-agent");
    // An excluded ID has a document too: it says why there is nobody to show.
    return serve(
      request,
      new Serialized(`${document.snapshot.slice(0, 32)}-agent-${encodeURIComponent(id)}`, document),
    );
  }),
});

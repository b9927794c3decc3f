import { serveBaseline, serveDecision } from "@/lib/server/baseline";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({
  GET: forRepository((_request, repository) => serveBaseline(repository)),
  POST: forRepository((request, repository) => serveDecision(request, repository)),
});

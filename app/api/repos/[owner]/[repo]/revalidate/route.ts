import { serveRevalidation } from "@/lib/server/revalidate";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({
  POST: forRepository((_request, repository) => serveRevalidation(repository)),
});

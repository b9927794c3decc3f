import { serializedFor } from "@/lib/server/documents";
import { serve } from "@/lib/server/respond";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({
  GET: forRepository((request, repository) => serve(request, serializedFor(repository, "work"))),
});

import { serializedFor } from "@/lib/server/documents";
import { servePiece } from "@/lib/server/pieces";
import { serve } from "@/lib/server/respond";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({
  GET: forRepository((request, repository) => {
    const query = new URL(request.url).searchParams;
    const address = query.get("address");
    return address === null
      ? serve(request, serializedFor(repository, "evidence"))
      : servePiece(request, repository, address, query.has("download"));
  }),
});

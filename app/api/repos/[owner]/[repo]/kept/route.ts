import { serveKept } from "@/lib/server/kept";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: forRepository(serveKept) });

import { serveStatus } from "@/lib/server/status";
import { forRepository, guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: forRepository(serveStatus) });

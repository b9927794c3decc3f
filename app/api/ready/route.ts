import { serveReady } from "@/lib/server/ready";
import { guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: serveReady }, { waits: false });

import { serveEvents } from "@/lib/server/events/serve";
import { guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: serveEvents });

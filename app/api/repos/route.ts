import { repos } from "@/lib/server/overview";
import { serveNow } from "@/lib/server/respond";
import { guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: async () => serveNow(await repos()) });

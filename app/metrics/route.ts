import { serveMetrics } from "@/lib/server/metrics/serve";
import { guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: serveMetrics }, { waits: false });

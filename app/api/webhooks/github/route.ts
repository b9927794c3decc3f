import { guard } from "@/lib/server/routes";
import { serveWebhook } from "@/lib/server/webhooks/serve";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ POST: serveWebhook }, { signed: true });

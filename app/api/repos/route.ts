import { serveRepos } from "@/lib/server/overview";
import { guard } from "@/lib/server/routes";

export const { GET, POST, PUT, PATCH, DELETE } = guard({ GET: serveRepos });

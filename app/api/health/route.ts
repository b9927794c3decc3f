import { serveNow } from "@/lib/server/respond";
import { guard } from "@/lib/server/routes";
import { runtime } from "@/lib/server/runtime";

export const { GET, POST, PUT, PATCH, DELETE } = guard(
  { GET: () => serveNow({ status: "ok", repositories: runtime().repositories.size }) },
  { waits: false },
);

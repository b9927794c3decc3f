import { problem } from "@/lib/server/problem";
import { guard } from "@/lib/server/routes";

const nothing = () => problem("not-found");

export const { GET, POST, PUT, PATCH, DELETE } = guard({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});

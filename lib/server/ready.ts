import "server-only";
import { API_HEADERS } from "./headers";
import { runtime, type Runtime } from "./runtime";

/**
 * Whether this process should be sent requests: the store can be reached and its tables are of this version, and a first look at every
 * repository was tried, by whichever process leads it. 503 names what is missing.
 */
export function serveReady(): Response {
  const { store, looked, repositories } = readiness(runtime());
  const ready = store === "open" && looked === repositories;
  const headers = { ...API_HEADERS, "cache-control": "no-store" };
  const body = { status: ready ? "ready" : "not ready", store, repositories, looked };
  return Response.json(body, { status: ready ? 200 : 503, headers });
}

function readiness({ keeper, repositories }: Runtime) {
  const all = [...repositories.values()];
  const tried = all.filter(({ facts: { standings } }) => {
    const { answered, failing } = standings.registry;
    return answered !== null || (failing !== null && failing.cause !== "store");
  });
  const store = keeper.fault?.code ?? (keeper.isOpen ? "open" : "opening");
  return { store, repositories: all.length, looked: tried.length };
}

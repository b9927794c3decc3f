import "server-only";
import type { KeptDocument } from "@/lib/systems/squad/document-types";
import { keptDocument } from "@/lib/systems/squad/documents/kept";
import type { Repository } from "./repository";
import { serveNow } from "./respond";
import { runtime } from "./runtime";

/** What is kept of a repository, whether it can be, and what was found altered: "told in the evidence view". */
export async function keptFor(repository: Repository): Promise<KeptDocument> {
  const { keeper, home } = runtime();
  const aside = await repository.archive.setAside();
  const { fault } = keeper;
  return keptDocument(repository.state.squad, {
    store: home.store?.kind ?? null,
    fault: fault === null ? null : { code: fault.code, text: fault.message },
    setAside: aside?.map(({ kind, name, at, why }) => ({ kind, name, at: new Date(at).toISOString(), why })) ?? null,
  });
}

export async function serveKept(_: Request, repository: Repository): Promise<Response> {
  return serveNow(await keptFor(repository));
}

import type { PieceDocument } from "@/lib/api/documents";
import { readPiecePage } from "@/lib/server/pages";

export type Search = Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;

/** The piece of evidence that the address asks for, so that a shared link shows its drawer in the server's HTML. */
export async function pieceOf(repository: string, search: Search): Promise<PieceDocument | null> {
  const { evidence } = await search;
  return typeof evidence === "string" && evidence !== "" ? readPiecePage(repository, evidence) : null;
}

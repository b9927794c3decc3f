import "server-only";
import { readPicture, type PictureReading } from "@/lib/systems/squad/pictures";
import type { Repository } from "./repository";

const TIMEOUT = 10_000;

/**
 * An agent's picture with its bytes, or why there is none; null: there is no such agent. What was judged and kept is taken from the store,
 * whichever process judged it, so that showing it costs the source nothing.
 */
export async function pictureOf(repository: Repository, id: string): Promise<PictureReading | null> {
  const { file, roster, pictures } = repository.state.squad;
  const agent = roster?.agents.get(id);
  if (file === null || agent === undefined) return null;
  const known = pictures.get(id);
  if (known !== undefined && known !== "unread" && known.shown) {
    const bytes = await repository.archive.blob(known.picture.oid);
    if (bytes !== null) return { ...known, bytes };
  }
  return readPicture(repository.plan.source, file.pin, agent, { signal: AbortSignal.timeout(TIMEOUT) });
}

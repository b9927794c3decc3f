import "server-only";
import { readPicture } from "@/lib/systems/squad/pictures";
import { RULES } from "@/lib/systems/squad/rules";
import { API_HEADERS } from "./headers";
import { problem } from "./problem";
import type { Repository } from "./repository";
import { matches } from "./respond";

const TIMEOUT = 10_000;
const RETRY_SECONDS = 5;

/** Codes of reasons that say there is no file to judge; the others say that its bytes are no usable picture. */
const NO_FILE = new Set([
  "avatar-file-missing",
  "avatar-file-unfit",
  "avatar-not-requested",
  "avatar-retired",
  "avatar-unread",
]);

/**
 * Serves the picture of a valid, non-retired record, read at the snapshot's own pin.
 * Contract: "type by content …, size and pixel caps from the header, served from Muster's own origin with nosniff, a sandboxing CSP
 * and an ETag of the blob SHA". Anything else is 404 (there is none) or 415 (the file is no usable picture).
 */
export async function serveAvatar(request: Request, repository: Repository, id: string): Promise<Response> {
  const { file, roster } = repository.state.squad;
  const agent = roster?.agents.get(id);
  if (file === null || agent === undefined) return problem("unknown-agent");
  if (agent.avatar === null) return problem("no-avatar");
  const reading = await readPicture(repository.source, file.pin, agent, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!reading.shown) {
    if (reading.reason.code === RULES.avatarUnread.code) return problem("avatar-unread", { retryAfter: RETRY_SECONDS });
    return problem(NO_FILE.has(reading.reason.code) ? "no-avatar" : "unsupported-avatar", {
      detail: reading.reason.message,
    });
  }
  const { oid, type } = reading.picture;
  const etag = `"${oid}"`;
  const headers = { ...API_HEADERS, "cache-control": "private, no-cache", etag, "content-disposition": "inline" };
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(reading.bytes as BodyInit, {
    headers: { ...headers, "content-type": type, "content-length": String(reading.bytes.byteLength) },
  });
}

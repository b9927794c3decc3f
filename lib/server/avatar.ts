import "server-only";
import type { Picture } from "@/lib/systems/squad/pictures";
import { RULES } from "@/lib/systems/squad/rules";
import { API_HEADERS } from "./headers";
import { pictureOf } from "./picture";
import { problem } from "./problem";
import type { Repository } from "./repository";
import { matches } from "./respond";

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
  const { roster, pictures } = repository.state.squad;
  const agent = roster?.agents.get(id);
  if (agent === undefined) return problem("unknown-agent");
  if (agent.avatar === null) return problem("no-avatar");
  const known = pictures.get(id);
  const wanted = request.headers.get("if-none-match");
  if (known !== undefined && known !== "unread" && known.shown && matches(wanted, `"${known.picture.oid}"`))
    return unchanged(known.picture.oid);
  const reading = await pictureOf(repository, id);
  if (reading === null) return problem("unknown-agent");
  if (!reading.shown) {
    if (reading.reason.code === RULES.avatarUnread.code) return problem("avatar-unread", { retryAfter: RETRY_SECONDS });
    return problem(NO_FILE.has(reading.reason.code) ? "no-avatar" : "unsupported-avatar", {
      detail: reading.reason.message,
    });
  }
  if (matches(wanted, `"${reading.picture.oid}"`)) return unchanged(reading.picture.oid);
  return picture(reading.picture, reading.bytes);
}

function headersOf(oid: string): Record<string, string> {
  const own = { "cache-control": "private, no-cache", etag: `"${oid}"`, "content-disposition": "inline" };
  return { ...API_HEADERS, ...own };
}

function unchanged(oid: string): Response {
  return new Response(null, { status: 304, headers: headersOf(oid) });
}

function picture({ oid, type }: Picture, bytes: Uint8Array): Response {
  const headers = { ...headersOf(oid), "content-type": type, "content-length": String(bytes.byteLength) };
  return new Response(bytes as BodyInit, { headers });
}

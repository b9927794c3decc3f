import "server-only";
import { createHash } from "node:crypto";
import type { PieceData, PieceDocument } from "@/lib/systems/squad/document-types";
import { avatarPiece } from "@/lib/systems/squad/documents/piece-avatar";
import { commentPiece, findComment } from "@/lib/systems/squad/documents/piece-comment";
import { foundPiece } from "@/lib/systems/squad/documents/piece-found";
import { registryPiece } from "@/lib/systems/squad/documents/piece-registry";
import { documentOf } from "@/lib/systems/squad/documents/base";
import { API_HEADERS } from "./headers";
import { pictureOf } from "./picture";
import { problem } from "./problem";
import type { Repository } from "./repository";
import { serve, Serialized } from "./respond";

/** Longest address that is looked at, in UTF-16 code units. */
const MAX_ADDRESS = 2_000;

type Address =
  | { readonly kind: "registry"; readonly pointer: string }
  | { readonly kind: "found"; readonly pointer: string }
  | { readonly kind: "comment"; readonly id: number; readonly pointer: string }
  | { readonly kind: "avatar"; readonly id: string };

/** Reads `registry:<pointer>`, `found:<pointer>`, `comment:<id>:<pointer>` or `avatar:<id>`; null for anything else. */
export function parseAddress(address: string): Address | null {
  if (address.length > MAX_ADDRESS) return null;
  if (address.startsWith("registry:")) return { kind: "registry", pointer: address.slice("registry:".length) };
  if (address.startsWith("found:")) return { kind: "found", pointer: address.slice("found:".length) };
  if (address.startsWith("avatar:")) return { kind: "avatar", id: address.slice("avatar:".length) };
  const comment = /^comment:([1-9]\d{0,15}):(.*)$/s.exec(address);
  return comment === null ? null : { kind: "comment", id: Number(comment[1]), pointer: comment[2] ?? "" };
}

/** Everything that stands behind one fact; null when the address names nothing that was read. */
export async function pieceFor(repository: Repository, address: string): Promise<PieceDocument | null> {
  const { squad } = repository.state;
  const parsed = parseAddress(address);
  const data = await pieceData(repository, parsed);
  // What is held stands at a commit of its own.
  const pin = parsed?.kind === "found" ? (squad.held?.file?.pin ?? null) : squad.pin;
  return data === null ? null : { ...documentOf(squad, "piece", data), pin };
}

async function pieceData(repository: Repository, address: Address | null): Promise<PieceData | null> {
  const { squad } = repository.state;
  if (address === null) return null;
  if (address.kind === "registry") return registryPiece(squad, address.pointer);
  if (address.kind === "found") return foundPiece(squad, address.pointer);
  if (address.kind === "comment") return commentPiece(squad, address.id, address.pointer);
  const agent = squad.roster?.agents.get(address.id);
  if (agent?.avatar == null) return null;
  const reading = await pictureOf(repository, address.id);
  return reading === null ? null : avatarPiece(squad, agent, reading);
}

/** Answers one piece of evidence, or with `download` the raw bytes it stands on, as an attachment that nothing runs. */
export async function servePiece(
  request: Request,
  repository: Repository,
  address: string,
  download: boolean,
): Promise<Response> {
  const parsed = parseAddress(address);
  if (parsed === null) return problem("bad-address");
  if (download) return serveBytes(repository, parsed);
  const piece = await pieceFor(repository, address);
  if (piece === null) return problem("unknown-evidence");
  // A picture is read anew each time, so the snapshot does not name what is said of it: the content does.
  const hash = createHash("sha256").update(JSON.stringify(piece)).digest("hex");
  return serve(request, new Serialized(`${hash.slice(0, 32)}-piece`, piece));
}

async function serveBytes(repository: Repository, address: Address): Promise<Response> {
  const found = await rawBytes(repository, address);
  if (found === null) return problem("unknown-evidence");
  const headers = {
    ...API_HEADERS,
    "cache-control": "private, no-cache",
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${found.name}"`,
  };
  return new Response(found.bytes as BodyInit, { headers });
}

async function rawBytes(repository: Repository, address: Address): Promise<{ name: string; bytes: Uint8Array } | null> {
  const { squad } = repository.state;
  if (address.kind === "registry")
    return squad.file === null ? null : { name: "registry.json", bytes: squad.file.bytes };
  if (address.kind === "found")
    return squad.held?.file == null ? null : { name: "registry-found.json", bytes: squad.held.file.bytes };
  if (address.kind === "comment") {
    const found = findComment(squad, address.id);
    return found === null
      ? null
      : { name: `comment-${address.id}.md`, bytes: new TextEncoder().encode(found.comment.body) };
  }
  const reading = await pictureOf(repository, address.id);
  if (reading === null) return null;
  // A canonical ID is letters, digits and hyphens, so it can stand in a header as it is.
  if (reading.shown)
    return { name: `${address.id}.${reading.picture.type.split("/")[1] ?? "bin"}`, bytes: reading.bytes };
  // What is no picture gets no name that a program would open it by.
  return reading.file === undefined ? null : { name: `${address.id}.bin`, bytes: reading.file.bytes };
}

import "server-only";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { API_HEADERS } from "./headers";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Below this many bytes compression costs more than it saves. */
const WORTH_COMPRESSING = 1_024;

type Coding = "br" | "gzip" | "identity";

/** A document serialised once; each coding of it is made once, when it is first asked for. */
export class Serialized {
  private readonly coded = new Map<Coding, Promise<Uint8Array>>();
  readonly bytes: Uint8Array;

  /** @param tag names the document and its snapshot; a strong ETag is made of it and the coding */
  constructor(
    readonly tag: string,
    value: unknown,
  ) {
    this.bytes = new TextEncoder().encode(JSON.stringify(value));
  }

  etag(coding: Coding): string {
    return `"${this.tag}-${coding}"`;
  }

  as(coding: Coding): Promise<Uint8Array> {
    let made = this.coded.get(coding);
    if (made === undefined) this.coded.set(coding, (made = this.encode(coding)));
    return made;
  }

  private async encode(coding: Coding): Promise<Uint8Array> {
    if (coding === "br")
      return toBrotli(this.bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.byteLength },
      });
    return coding === "gzip" ? toGzip(this.bytes, { level: 6 }) : this.bytes;
  }
}

const CACHE = "private, no-cache";

/** Answers a document: 304 where the browser has it in the coding it asks for, else the bytes in the best coding it takes. */
export async function serve(request: Request, document: Serialized): Promise<Response> {
  const coding =
    document.bytes.byteLength < WORTH_COMPRESSING ? "identity" : codingFor(request.headers.get("accept-encoding"));
  const etag = document.etag(coding);
  const headers: Record<string, string> = { "cache-control": CACHE, etag, vary: "accept-encoding" };
  // A 304 carries what a cache needs to go on (RFC 9110 15.4.5); the answer that it confirms has the other headers.
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  Object.assign(headers, API_HEADERS, { "content-type": "application/json; charset=utf-8" });
  if (coding !== "identity") headers["content-encoding"] = coding;
  // Whoever takes nothing but deflate would be given it by Next, under a validator that names no coding.
  else if (/deflate/i.test(request.headers.get("accept-encoding") ?? ""))
    headers["cache-control"] = `${CACHE}, no-transform`;
  return keepCoding(new Response((await document.as(coding)) as BodyInit, { headers }));
}

/**
 * Next drops `content-encoding` from a route's answer, since one that was passed on from `fetch` is decoded already, and then compresses
 * the body again. Ours is encoded: the header keeps its name under the spelling that is not dropped. Held end to end by e2e/api.spec.ts.
 */
function keepCoding(response: Response): Response {
  const { headers } = response;
  const forEach = headers.forEach.bind(headers);
  headers.forEach = (call) =>
    forEach((value, name) => call(value, name === "content-encoding" ? "Content-Encoding" : name, headers));
  return response;
}

/** Answers something that changes with time and has no validator. */
export function serveNow(value: unknown): Response {
  return new Response(JSON.stringify(value), {
    headers: { ...API_HEADERS, "cache-control": CACHE, "content-type": "application/json; charset=utf-8" },
  });
}

/** The best coding that Accept-Encoding allows (RFC 9110 12.5.3): brotli, then gzip, else none; `q=0` forbids. */
export function codingFor(accept: string | null): Coding {
  if (accept === null) return "identity";
  const weights = new Map(accept.split(",").map((part) => weightOf(part)));
  const takes = (name: string) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

function weightOf(part: string): [string, number] {
  const [name = "", ...params] = part.split(";").map((text) => text.trim().toLowerCase());
  const weight = params.find((param) => param.startsWith("q="));
  const q = weight === undefined ? 1 : Number(weight.slice(2));
  return [name, Number.isNaN(q) ? 0 : q];
}

/** If-None-Match compares weakly (RFC 9110 13.1.2). */
export function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((tag) => {
    const written = tag.trim();
    return written === "*" || written.replace(/^W\//, "") === etag;
  });
}

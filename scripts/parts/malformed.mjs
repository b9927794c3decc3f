/**
 * Loaded into the server with leash.mjs: answers addresses whose path is not percent-encoded UTF-8 (`/repos/%zz`) before Next sees
 * them, since it fails on them with a bare 500 before any route, page or proxy of ours is asked.
 */
import { Server } from "node:http";

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
const TITLE = "Not a well-formed address";
const DETAIL =
  "In the path of an address, % is followed by two hexadecimal digits, and together they spell UTF-8. This one's do not.";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const { emit } = Server.prototype;
Server.prototype.emit = function emitWellFormed(event, ...args) {
  const [request, response] = args;
  if (event !== "request") return emit.call(this, event, ...args);
  if (!METHODS.has(request.method) || !request.url?.startsWith("/")) return refuse(request, response);
  if (isWellFormed(request.url)) return emit.call(this, event, ...args);
  request.resume();
  const api = request.url.startsWith("/api/");
  const [type, body] = api
    ? ["application/problem+json", problem()]
    : ["text/plain; charset=utf-8", `${TITLE}. ${DETAIL}\n`];
  response.writeHead(400, { ...HEADERS, "content-type": type });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
};

/** TRACE and the like, and requests for no path (`OPTIONS *`): Next answers them with a bare 500 too. */
function refuse(request, response) {
  request.resume();
  response.writeHead(405, { ...HEADERS, "content-type": "text/plain; charset=utf-8", allow: "GET, HEAD, POST" });
  response.end("Muster does not take that method.\n");
  return true;
}

function problem() {
  const code = "malformed-address";
  return JSON.stringify({ type: `urn:muster:problem:${code}`, title: TITLE, status: 400, detail: DETAIL, code });
}

function isWellFormed(url) {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split("?", 1)[0]);
    return true;
  } catch {
    return false;
  }
}

import { NextResponse, type NextRequest } from "next/server";
import { isAllowedHost, namedHosts } from "@/lib/server/hosts";

/**
 * Every page gets a nonce of its own; Next puts it on its scripts when it finds it in the request's policy. The API is left out: it
 * serves no markup, has headers of its own, and must stay fast. A foreign Host is answered here already; the readers of pages and the
 * API's guard check it all the same, since no check may live here alone.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isAllowedHost(request.headers.get("host"), namedHosts(process.env["MUSTER_HOSTS"]))) return foreignHost();
  if (request.method !== "GET" && request.method !== "HEAD") return readOnly();
  const policy = contentSecurityPolicy(crypto.randomUUID().replaceAll("-", ""));
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function foreignHost(): NextResponse {
  const text = "Muster does not answer under this host name. Name it in MUSTER_HOSTS if it should.\n";
  return new NextResponse(text, { status: 421, headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** Pages are read; whatever is asked of Muster besides goes to the API. */
function readOnly(): NextResponse {
  const headers = { "content-type": "text/plain; charset=utf-8", allow: "GET, HEAD" };
  return new NextResponse("Pages can only be read.\n", { status: 405, headers });
}

function contentSecurityPolicy(nonce: string): string {
  // The development server evaluates its modules; nothing that is built does.
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  matcher: [{ source: "/((?!api/|metrics$|_next/static/|icon\\.svg$).*)" }],
};

import { NextResponse, type NextRequest } from "next/server";

/**
 * Every page gets a nonce of its own; Next puts it on its scripts when it finds it in the request's policy. The API is left out: it
 * serves no markup, has headers of its own, and must stay fast. The Host is checked by the readers of pages and by the API's guard.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(crypto.randomUUID().replaceAll("-", ""));
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
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
  matcher: [{ source: "/((?!api/|_next/static/|icon.svg).*)" }],
};

const ETAG = '"bare"';

export const dynamic = "force-dynamic";

/** The least that a route can do to answer an unchanged document, at the address of ours. */
export function GET(request) {
  if (request.headers.get("if-none-match") === ETAG)
    return new Response(null, { status: 304, headers: { etag: ETAG } });
  return Response.json({}, { headers: { etag: ETAG } });
}

import "server-only";
import type { Attributes } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { SCOPE } from "./span";

/**
 * What a span may say outside of this machine. Next.js writes whole addresses into its spans, and with them the names of repositories, agents
 * and what stands in a query. So this is a list of what goes out and not of what stays: a new attribute of a newer Next.js stays here.
 */
const KEPT = new Set([
  "http.method",
  "http.request.method",
  "http.status_code",
  "http.response.status_code",
  "next.rsc",
  "next.span_type",
  "error.type",
]);

/** Mostly the pattern of a page, but Next.js writes the address that was asked for into the second one too. */
const ROUTES = new Set(["http.route", "next.route"]);
const METHOD = /^[A-Z]{3,7}$/;

/**
 * The same span with nothing in it that could name a repository, an agent, an address or a secret. Its events keep their name and time.
 * `routes`: the patterns that the application has, such as `/repos/[owner]/[repo]`. A route that is none of them is an address and stays.
 */
export function cleaned(span: ReadableSpan, routes: ReadonlySet<string>): ReadableSpan {
  const own = span.instrumentationScope.name === SCOPE;
  return {
    name: own ? span.name : nameOf(span.attributes, routes),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: keptOf(span.attributes, own, routes),
    links: span.links.map(({ context }) => ({ context })),
    events: span.events.map(({ name, time }) => ({ name, time })),
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}

function keptOf(attributes: Attributes, own: boolean, routes: ReadonlySet<string>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => {
      if (own && key.startsWith("muster.")) return true;
      if (ROUTES.has(key)) return typeof value === "string" && routes.has(value);
      return KEPT.has(key);
    }),
  );
}

/** Next's own names hold addresses here and there (`fetch GET https://…`), so a name is made of what may go out. */
function nameOf(attributes: Attributes, routes: ReadonlySet<string>): string {
  const method = attributes["http.method"] ?? attributes["http.request.method"];
  const parts = [
    attributes["next.span_type"],
    typeof method === "string" && METHOD.test(method) ? method : null,
    [...ROUTES].map((key) => attributes[key]).find((route) => typeof route === "string" && routes.has(route)),
  ];
  return parts.filter((part) => typeof part === "string").join(" ") || "span";
}

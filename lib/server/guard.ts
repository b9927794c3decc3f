import "server-only";
import { isAllowedHost, isOwnOrigin } from "./hosts";
import { log } from "./log";
import { problem } from "./problem";
import { openedRuntime, runtime, SettingsError } from "./runtime";

type Params = Record<string, string | string[]>;
export type Handler<P extends Params> = (request: Request, params: P) => Promise<Response> | Response;
type Route<P extends Params> = (request: Request, context: { params: Promise<P> }) => Promise<Response>;

const SAFE = new Set(["GET", "HEAD"]);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

export interface GuardOptions {
  /** What changes something comes from another program, which signs it: no page of ours sends it, so its origin says nothing. */
  readonly signed?: boolean;
  /** false: it is answered before what was kept has been read. */
  readonly waits?: boolean;
}

/**
 * Makes the handlers of one route. Every request is checked first: its Host must be one that this server answers to (or a page
 * elsewhere could read through a name that points here), and a request that changes something must come from our own pages.
 * Methods that the route does not have answer 405. A throw is a fault of Muster: it is logged and answered without its text.
 */
export function guard<P extends Params = Params>(
  handlers: Partial<Record<Method, Handler<P>>>,
  { signed = false, waits = true }: GuardOptions = {},
): Record<Method, Route<P>> {
  const allow = METHODS.filter((method) => handlers[method] !== undefined).join(", ");
  const route = (method: Method): Route<P> => {
    const handler = handlers[method];
    return async (request, context) => {
      try {
        const { settings } = waits ? await openedRuntime() : runtime();
        if (!isAllowedHost(request.headers.get("host"), settings.hosts)) return problem("wrong-host");
        if (handler === undefined) return problem("method-not-allowed", { allow });
        if (!SAFE.has(method) && !signed && !isOwnOrigin(request.headers)) return problem("wrong-origin");
        return await handler(request, await context.params);
      } catch (error) {
        if (error instanceof SettingsError) return problem("faulty-configuration");
        log.error({ error: error instanceof Error ? error.message : "unknown", method }, "A request broke off");
        return problem("internal");
      }
    };
  };
  return { GET: route("GET"), POST: route("POST"), PUT: route("PUT"), PATCH: route("PATCH"), DELETE: route("DELETE") };
}

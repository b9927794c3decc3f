import "server-only";

/** The host names of MUSTER_HOSTS, a list with commas; lower case. */
export function namedHosts(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
}

/** Loopback by every name a browser uses for it. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request's Host names this server: loopback, or a host that the operator named in MUSTER_HOSTS (lower case, with or
 * without a port). Anything else may be a name that somebody pointed here (DNS rebinding).
 */
export function isAllowedHost(host: string | null, named: readonly string[]): boolean {
  if (host === null) return false;
  const written = host.toLowerCase();
  const name = withoutPort(written);
  return LOOPBACK.has(name) || named.includes(written) || named.includes(name);
}

/**
 * Whether a request that changes something was made by a page of this server: its Origin is this host. Browsers send Origin with
 * every POST; a request without one comes from a program, which needs no protection from itself, unless it says it is cross-site.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  const host = headers.get("host");
  try {
    return host !== null && new URL(origin).host === new URL(`http://${host}`).host;
  } catch {
    return false;
  }
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, "");
}

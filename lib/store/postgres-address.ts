import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { Faulty, fault } from "./faults";

export interface Address {
  readonly connectionString: string;
  readonly ssl: false | ConnectionOptions;
}

/** These are read here, since pg gives some of them other meanings than PostgreSQL's own programs do. */
const OURS = ["sslmode", "sslrootcert", "sslcert", "sslkey", "ssl", "uselibpqcompat", "sslnegotiation"];

/**
 * Reads DATABASE_URL. `sslmode` means what it means to psql: disable (and nothing) no TLS; require TLS with whoever answers; verify-ca a
 * certificate that `sslrootcert` or the system trusts; verify-full also the right host name. `prefer` and `allow` would fall back to no TLS
 * unseen, so they are refused.
 * @throws Faulty `store-refused`, without a word of the address: it holds a password.
 */
export function readAddress(url: string): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new Faulty(
      fault(
        "store-refused",
        "DATABASE_URL cannot be read. It looks like this: postgres://name:password@host:5432/database.",
      ),
    );
  }
  if (parsed.protocol !== "postgres:" && parsed.protocol !== "postgresql:")
    throw new Faulty(fault("store-refused", "DATABASE_URL begins with postgres:// or postgresql://."));
  const ssl = readTls(parsed.searchParams);
  for (const name of OURS) parsed.searchParams.delete(name);
  return { connectionString: parsed.href, ssl };
}

function readTls(params: URLSearchParams): Address["ssl"] {
  const mode = params.get("sslmode") ?? "disable";
  switch (mode) {
    case "disable":
      return false;
    case "require":
      // With a root certificate at hand, PostgreSQL's own programs check it in this mode too.
      return params.has("sslrootcert") ? withoutName(files(params)) : { ...files(params), rejectUnauthorized: false };
    case "verify-ca":
      return withoutName(files(params));
    case "verify-full":
      return { ...files(params), rejectUnauthorized: true };
    default:
      throw new Faulty(
        fault("store-refused", "The sslmode in DATABASE_URL is one of disable, require, verify-ca and verify-full."),
      );
  }
}

function withoutName(options: ConnectionOptions): ConnectionOptions {
  return { ...options, rejectUnauthorized: true, checkServerIdentity: () => undefined };
}

function files(params: URLSearchParams): ConnectionOptions {
  const read = (name: string): Buffer | undefined => {
    const path = params.get(name);
    if (path === null || path === "" || path === "system") return undefined;
    try {
      return readFileSync(path);
    } catch {
      throw new Faulty(fault("store-refused", `The file that ${name} names in DATABASE_URL cannot be read.`));
    }
  };
  return { ca: read("sslrootcert"), cert: read("sslcert"), key: read("sslkey") };
}

import "server-only";
import { isIP } from "node:net";

/**
 * Who asks, as far as it can be known: the address that the proxy in front of Muster was asked from, or null. Anybody can write
 * X-Forwarded-For, and so spend the streams of another; so it counts only where the operator says that a proxy writes it, and of several
 * addresses only the last, which that proxy put there itself. Of an IPv6 address the network (/64) counts: one machine has all of it.
 */
export function clientAddress(headers: Headers, trustsProxy: boolean): string | null {
  if (!trustsProxy) return null;
  const written = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const address = written.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? address : networkOf(address);
}

function networkOf(address: string): string | null {
  const url = `http://[${address.replace(/%.*$/, "")}]/`;
  if (!URL.canParse(url)) return null;
  const [head = "", tail = ""] = new URL(url).hostname.slice(1, -1).split("::");
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => "0");
  const groups = [...(left ?? []), ...zeros, ...(right ?? [])];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

import { createServer, isIP } from "node:net";
import { PlainFailure } from "./plain.mjs";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;

/**
 * Where to listen: PORT, then the configuration's `listen`, then 127.0.0.1:3000. An address that others can reach is
 * refused unless MUSTER_HOSTS names the hosts and MUSTER_OPEN=1 says that whoever reaches the port reads everything.
 * @param {Record<string, string | undefined>} env @param {{ host?: string, port?: number } | undefined} listen
 * @returns {{ host: string, port: number, url: string, probe: { host: string, header: string }, hosts: string[], open: boolean }}
 *   `probe`: what to connect to, and the Host header to send, to find out whether the server answers; `hosts`: the names that
 *   requests may use
 */
export function chooseAddress(env, listen) {
  const port = env.PORT ? portFrom(env.PORT) : (listen?.port ?? DEFAULT_PORT);
  const host = listen?.host ?? DEFAULT_HOST;
  const hosts = (env.MUSTER_HOSTS ?? "").split(",").flatMap((name) => name.trim() || []);
  const loopback = isLoopback(host);
  if (!loopback && (hosts.length === 0 || env.MUSTER_OPEN !== "1")) {
    throw new PlainFailure(
      `Muster listens on this machine only. To listen on ${host}, name the hosts that people will use in MUSTER_HOSTS and set MUSTER_OPEN=1; whoever reaches the port then reads everything.`,
    );
  }
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const shown = loopback ? host : hosts[0];
  const header = loopback || near !== host ? near : hosts[0];
  return {
    host,
    port,
    url: `http://${authority(shown, port)}`,
    probe: { host: near, header: authority(header, port) },
    // The guard answers to the usual names of this machine by itself.
    hosts: loopback ? [...hosts, host] : hosts,
    open: !loopback,
  };
}

/** Fails with one line when nothing can listen at the address. */
export async function requireFreePort({ host, port }) {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (code === null) return;
  const where = authority(host, port);
  const other = port < 65_535 ? port + 1 : port - 1;
  if (code === "EADDRINUSE") {
    throw new PlainFailure(
      `Something else is listening on ${where}. Stop it, or choose another port: PORT=${other} npm start`,
    );
  }
  if (code === "EACCES")
    throw new PlainFailure(`This user may not listen on ${where}. Choose a port above 1023: PORT=3000 npm start`);
  throw new PlainFailure(`Muster cannot listen on ${where} (${code}).`);
}

function portFrom(text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`PORT must be a whole number from 1 to 65535; it is ${JSON.stringify(text)}.`);
}

function isLoopback(host) {
  const address = host.toLowerCase();
  return address === "localhost" || address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

function authority(host, port) {
  if (isIP(host) === 6) return `[${host}]:${port}`;
  return /:\d+$/.test(host) ? host : `${host}:${port}`;
}

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };

/**
 * Serves a few files by name on a free loopback port.
 * @param {URL} folder @param {readonly string[]} names of files in it; the first is also served at `/`
 * @param {Record<string, string>} made further files, by name
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function serveFiles(folder, names, made) {
  const files = new Map(names.map((name) => [`/${name}`, readFileSync(new URL(name, folder))]));
  for (const [name, text] of Object.entries(made)) files.set(`/${name}`, Buffer.from(text));
  const server = createServer((request, response) => {
    const path = request.url === "/" ? `/${names[0]}` : (request.url ?? "");
    const body = files.get(path);
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": `${TYPES[extname(path)]}; charset=utf-8` }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

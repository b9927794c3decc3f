import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { materializeDemo } from "../../demo/materialize.mjs";
import { ROOT, STATE } from "../../scripts/parts/root.mjs";
import { importBundled } from "../parts/bundle.mjs";
import { childrenOf, mostMemory, residentMemory } from "../parts/processes.mjs";
import { startServer } from "../parts/servers.mjs";

const EMBEDDED = 450;
const POSTGRES = 300;
const SECONDS = 20;
const CONNECTIONS = 4;
const VIEWS = ["", "/roster", "/work", "/tombstones", "/evidence"];
const DOCUMENTS = ["registry", "work", "evidence", "status"];

/** The memory of the whole server with the demo after its pages and documents were asked for again and again. */
export async function demoMemory() {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: join(STATE, "bench", "demo") });
  if (!ok) throw new Error(detail);
  const { startPostgres } = await importBundled("bench/store.entry.ts", "store");
  const folder = mkdtempSync(join(tmpdir(), "muster-bench-"));
  const postgres = await startPostgres();
  const own = { MUSTER_CONFIG: config, MUSTER_DEMO: "1", MUSTER_REPOSITORIES: "" };
  const embedded = { ...own, MUSTER_DATA: join(folder, "data"), DATABASE_URL: "" };
  try {
    return [
      ...(await ofStart("the very first start", embedded, EMBEDDED)),
      ...(await ofStart("a later start", embedded, EMBEDDED)),
      ...(await ofStart("with PostgreSQL", { ...own, DATABASE_URL: await postgres.createDatabase() }, POSTGRES)),
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ofStart(name, env, limit) {
  const children = { most: 0, timer: null };
  const started = (pid) => {
    const watch = () => {
      for (const child of childrenOf(pid)) children.most = Math.max(children.most, mostMemory(child) ?? 0);
    };
    children.timer = setInterval(watch, 20);
  };
  const server = await startServer({ name: "demo", path: "/api/ready", env, started });
  try {
    clearInterval(children.timer);
    const idle = residentMemory(server.pid);
    const { asked, after } = await load(server);
    // Where the system does not tell, there is no figure.
    if (idle === null) return [];
    const making = children.most > 100 ? `; a process that makes the database and ends held ${mb(children.most)}` : "";
    const detail = `${mb(idle)} when it was ready, ${mb(after)} at the end, after ${asked} answers${making}`;
    const value = mostMemory(server.pid);
    return [{ name: `demo, ${name}: the most memory`, value, unit: "MB", limit: { most: limit }, digits: 0, detail }];
  } finally {
    await server.end();
  }
}

const mb = (megabytes) => `${megabytes.toFixed(0)} MB`;

async function load({ url, pid }) {
  const { data } = await (await fetch(`${url}/api/repos`)).json();
  const paths = ["/", "/api/repos"];
  for (const { repository } of data.repositories) {
    paths.push(...VIEWS.map((view) => `/repos/${repository}${view}`));
    paths.push(...DOCUMENTS.map((document) => `/api/repos/${repository}/${document}`));
  }
  const until = performance.now() + SECONDS * 1_000;
  let asked = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const path = paths[(asked += 1) % paths.length];
      const answer = await fetch(`${url}${path}`);
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { asked, after: residentMemory(pid) };
}

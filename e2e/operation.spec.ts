import { createServer, request, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { createDatabase } from "./database";
import { startGitHub, type GitHub } from "./github";
import { SECRET } from "./github-squads";
import { Fleet, Gate, isReady, metric, OFTEN, ready, revise, statusOf } from "./replicas";
import { startMuster, type MusterProcess } from "./serve";
import { record, Squad } from "./squad";

const NAMES = ["operated/by-night", "operated/by-day"];
/** Where OpenTelemetry sends by itself when nobody says where. */
const DEFAULT_COLLECTOR = 4318;
const SOON = { OTEL_BSP_SCHEDULE_DELAY: "200" };

test.describe.configure({ mode: "default", timeout: 120_000 });

test.describe("a server at work", () => {
  test.describe.configure({ mode: "serial" });
  let hub: GitHub;
  let fleet: Fleet;
  let muster: MusterProcess;
  const gate = new Gate();

  test.beforeAll(async () => {
    hub = await startGitHub();
    hub.addToken(SECRET, { repositories: "all" });
    for (const name of NAMES) await revise(hub.addRepository(name), 1);
    hub.inject({ match: () => true, fault: gate, times: 1_000 });
    fleet = new Fleet(hub, NAMES, { DATABASE_URL: await createDatabase() });
    muster = await fleet.start();
  });
  test.afterAll(async () => {
    gate.letGo();
    await fleet.stop();
    await hub.stop();
  });

  test("health is 200 from the beginning, and ready is 503 until a first look at every repository was tried", async () => {
    await gate.met;
    expect(await (await fetch(`${muster.url}/api/health`)).json()).toEqual({
      status: "ok",
      repositories: NAMES.length,
    });
    await expect.poll(() => ready(muster), OFTEN).toEqual({ code: 503, store: "open", looked: 0 });
    gate.letGo();
    hub.heal();
    await isReady(muster);
    expect(await (await fetch(`${muster.url}/api/ready`)).json()).toEqual({
      ...{ status: "ready", store: "open", repositories: 2, looked: 2 },
    });
  });

  test("a scrape has looks by answer, points, confirmed answers, ages, states, leads and replicas, and names nobody", async () => {
    await isReady(muster);
    const answer = await fetch(`${muster.url}/metrics`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
    expect(await metric(muster, 'muster_looks_total{kind="github",answer="value"}')).toBe(2);
    expect(await metric(muster, 'muster_repositories{state="complete"}')).toBe(2);
    expect(await metric(muster, "muster_led_repositories")).toBe(2);
    expect(await metric(muster, "muster_replicas")).toBe(1);
    expect(await metric(muster, "muster_store_up")).toBe(1);
    for (const purse of ["core", "graphql"]) {
      const left = (await metric(muster, `muster_points_left{purse="${purse}"}`)) ?? -1;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan((await metric(muster, `muster_points_limit{purse="${purse}"}`)) ?? 0);
    }
    const age = (await metric(muster, 'muster_snapshot_age_seconds{statistic="max"}')) ?? -1;
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60);
    // A look at what did not change is answered "not modified".
    const confirmed = 'muster_upstream_answers_total{code="304"}';
    const before = (await metric(muster, confirmed)) ?? 0;
    const [first] = NAMES;
    await fetch(`${muster.url}/api/repos/${first}/revalidate`, { method: "POST" });
    await expect.poll(() => metric(muster, confirmed), OFTEN).toBeGreaterThan(before);
    const text = (await (await fetch(`${muster.url}/metrics`)).text()).toLowerCase();
    for (const word of ["operated", "by-night", "by-day", "kepler", SECRET.toLowerCase(), hub.webUrl])
      expect(text).not.toContain(word);
  });

  test("health, readiness and metrics answer under this server's own names alone", async () => {
    for (const path of ["/api/health", "/api/ready", "/metrics"]) {
      expect(await statusUnder("muster.example", path), path).toBe(421);
      expect(await statusUnder("localhost", path), path).toBe(200);
    }
  });

  function statusUnder(host: string, path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request(`${muster.url}${path}`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.once("error", reject);
      asked.end();
    });
  }
});

test.describe("traces", () => {
  const told: Record<"named" | "byDefault", string[]> = { named: [], byDefault: [] };
  let squad: Squad;
  let named: Server;
  let byDefault: Server;

  test.beforeAll(async () => {
    squad = new Squad();
    squad.registry({ "runtime-engineer": record("Kepler") });
    named = await collector(0, told.named);
    byDefault = await collector(DEFAULT_COLLECTOR, told.byDefault);
  });
  test.afterAll(async () => {
    for (const server of [named, byDefault]) await new Promise((resolve) => server.close(resolve));
    squad.remove();
  });

  /** What a server sends of its life, from its start to its end. */
  async function trace(env: Readonly<Record<string, string>>): Promise<void> {
    const traced = await startMuster({ config: squad.config, env: { ...SOON, ...env } });
    await isReady(traced);
    await fetch(`${traced.url}/repos/owner/repository/roster`);
    await statusOf(traced, "owner/repository");
    traced.signal("SIGTERM");
    expect(await traced.ended).toBe(0);
    await traced.stop();
  }

  test("go to the collector that the operator named, without a name of a repository or an agent", async () => {
    const address = named.address();
    const port = typeof address === "object" ? address?.port : null;
    await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    const text = told.named.join("\n");
    expect(told.named.length).toBeGreaterThan(0);
    expect(text).toContain('"resourceSpans"');
    expect(text).toContain('"service.name"');
    expect(text).toContain("/repos/[owner]/[repo]");
    for (const word of ["owner/repository", "Kepler", "runtime-engineer", squad.root]) expect(text).not.toContain(word);
  });

  test("go nowhere unless a collector is named", async () => {
    await trace({});
    expect(told.byDefault).toEqual([]);
  });
});

function collector(port: number, told: string[]): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((asked, answer) => {
      let body = "";
      asked.setEncoding("utf8").on("data", (piece: string) => (body += piece));
      asked.on("end", () => {
        told.push(body);
        answer.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    });
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

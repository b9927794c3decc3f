import { request as ask, type ClientRequest, type IncomingMessage } from "node:http";
import { expect, test, type Page } from "@playwright/test";
import { freePort, startMuster, type Muster, type MusterOptions } from "./serve";
import { record, Squad } from "./squad";

const PATH = "/api/events";
const ROSTER = "/repos/owner/repository/roster";

let squad: Squad;
let muster: Muster;
let revision = 10;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  squad = new Squad();
  squad.registry(agents, { revision });
  muster = await startMuster({ config: squad.config });
});
test.afterAll(async () => {
  await muster.stop();
  // Listeners who left are nothing to tell an operator about.
  expect(muster.logs()).not.toMatch(/failed to pipe|"level":[56]0|Error/);
  squad.remove();
});

const agents: Record<string, unknown> = { "runtime-engineer": record("Kepler") };

/** Adds an agent of this name to the registry on disk, and gives its ID. */
function join(name: string, more: Record<string, unknown> = {}): string {
  revision += 1;
  const id = `agent-${revision}`;
  agents[id] = record(name, more);
  squad.registry(agents, { revision });
  return id;
}

interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A program that listens, as curl does. */
class Listener {
  text = "";
  ended = false;
  answer: IncomingMessage | null = null;
  private readonly request: ClientRequest;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.request = ask(url, { headers, agent: false }, (answer) => {
      this.answer = answer;
      answer.setEncoding("utf8").on("data", (piece: string) => (this.text += piece));
      answer.on("close", () => (this.ended = true));
      answer.on("error", () => (this.ended = true));
    });
    this.request.on("error", () => (this.ended = true));
    this.request.end();
  }

  get heard(): readonly Heard[] {
    return [...this.text.matchAll(/id: (.*)\nevent: (.*)\ndata: (.*)\n\n/g)].map(
      ([, id = "", event = "", data = ""]) => ({
        ...{ id, event },
        data: JSON.parse(data) as Heard["data"],
      }),
    );
  }

  async until(event: string, count = 1): Promise<Heard> {
    const these = () => this.heard.filter((one) => one.event === event);
    await expect.poll(() => these().length, { timeout: 15_000, intervals: [50] }).toBeGreaterThanOrEqual(count);
    return these()[count - 1] as Heard;
  }

  leave(): void {
    this.request.destroy();
  }
}

/** Keeps Muster looking often, as a page that is open does. */
const watch = () => fetch(`${muster.url}/api/repos/owner/repository/status`);

test("a program hears a greeting, and then of a change on disk with the snapshot that documents have now", async () => {
  const listener = new Listener(`${muster.url}${PATH}`);
  expect((await listener.until("hello")).data).toEqual({ heartbeat: 15_000 });
  expect(listener.text).toMatch(/^retry: 2000\n/);
  await watch();
  join("Vesta");
  const { data } = await listener.until("changed");
  expect(data).toMatchObject({ repository: "owner/repository" });
  const status = (await (await watch()).json()) as { snapshot: string; data: { repository: { state: string } } };
  await expect
    .poll(() => listener.heard.filter(({ event }) => event === "changed").at(-1)?.data)
    .toEqual({ repository: "owner/repository", snapshot: status.snapshot, state: status.data.repository.state });
  listener.leave();
});

test("the stream is neither kept nor compressed on its way, and has the API's headers", async () => {
  const listener = new Listener(`${muster.url}${PATH}`, { "accept-encoding": "gzip, br, deflate" });
  await listener.until("hello");
  expect(listener.answer?.statusCode).toBe(200);
  expect(listener.answer?.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(listener.answer?.headers["content-encoding"]).toBeUndefined();
  listener.leave();
});

test("who comes back with the last ID hears what was missed; who comes with another server's is told to ask anew", async () => {
  const first = new Listener(`${muster.url}${PATH}`);
  const { id } = await first.until("hello");
  await watch();
  join("Pallas");
  const missed = await first.until("changed");
  first.leave();
  const again = new Listener(`${muster.url}${PATH}`, { "last-event-id": id });
  expect(await again.until("changed")).toEqual(missed);
  expect(again.heard[0]?.id).toBe(id);
  again.leave();
  const byAddress = new Listener(`${muster.url}${PATH}?after=${id}`);
  expect(await byAddress.until("changed")).toEqual(missed);
  byAddress.leave();
  const foreign = new Listener(`${muster.url}${PATH}`, { "last-event-id": "another-1" });
  await foreign.until("reset");
  expect(foreign.heard.map(({ event }) => event)).toEqual(["hello", "reset"]);
  foreign.leave();
});

test("a listener may name repositories, and what it names must be there", async () => {
  const named = new Listener(`${muster.url}${PATH}?repository=OWNER/repository`);
  await named.until("hello");
  named.leave();
  const unknown = await fetch(`${muster.url}${PATH}?repository=owner/other`);
  expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([404, "unknown-repository"]);
});

test("pages elsewhere are refused, other methods too, and HEAD opens no stream", async () => {
  const elsewhere = await fetch(`${muster.url}${PATH}`, { headers: { "sec-fetch-site": "cross-site" } });
  expect([elsewhere.status, ((await elsewhere.json()) as { code: string }).code]).toEqual([403, "wrong-origin"]);
  expect((await fetch(`${muster.url}${PATH}`, { method: "POST" })).status).toBe(405);
  const head = await fetch(`${muster.url}${PATH}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
});

test("behind a trusted proxy one address has 20 streams, and one that ends makes room at once", async () => {
  const proxied = await startMuster({ config: squad.config, env: { MUSTER_TRUST_PROXY: "1" } });
  const from = (address: string) => new Listener(`${proxied.url}${PATH}`, { "x-forwarded-for": address });
  const listeners = Array.from({ length: 20 }, () => from("198.51.100.9, 192.0.2.1"));
  for (const listener of listeners) await listener.until("hello");
  const refused = await fetch(`${proxied.url}${PATH}`, { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(((await refused.json()) as { code: string }).code).toBe("too-many-listeners");
  const other = from("192.0.2.2");
  await other.until("hello");
  listeners[0]?.leave();
  await expect
    .poll(async () => {
      const answer = await fetch(`${proxied.url}${PATH}`, { headers: { "x-forwarded-for": "192.0.2.1" } });
      void answer.body?.cancel();
      return answer.status;
    })
    .toBe(200);
  for (const listener of [...listeners, other]) listener.leave();
  await proxied.stop();
});

test.describe("a page", () => {
  test("says that it is live, breaks no policy, and shows a change within 2 s without having asked in between", async ({
    page,
  }) => {
    const violations: string[] = [];
    page.on("console", (message) => message.type() === "error" && violations.push(message.text()));
    const streams: string[] = [];
    page.on("request", (request) => new URL(request.url()).pathname === PATH && streams.push(request.url()));
    await page.goto(`${muster.url}${ROSTER}`);
    await expect(liveness(page)).toHaveText("Live");
    const asked: { at: number; url: string }[] = [];
    page.on("request", (request) => asked.push({ at: Date.now(), url: request.url() }));
    for (const name of ["Juno", "Hebe"]) {
      // What is told is told at the end of a look; Muster looks every 2.5 s here, and the two seconds count from its word.
      const listener = new Listener(`${muster.url}${PATH}`);
      await listener.until("hello");
      const joined = Date.now();
      join(name);
      await listener.until("changed");
      await expect(page.getByText(name, { exact: true }).first()).toBeVisible({ timeout: 2_000 });
      expect(asked.some(({ at, url }) => new URL(url).pathname.endsWith("/status") && at >= joined)).toBe(true);
      listener.leave();
    }
    expect(asked.filter(({ url }) => url.includes("wait="))).toEqual([]);
    expect(streams).toHaveLength(1);
    expect(violations).toEqual([]);
  });

  test("that shows the overview follows a change of any repository", async ({ page }) => {
    await page.goto(`${muster.url}/`);
    await expect(liveness(page)).toHaveText("Live");
    const table = page.getByRole("table");
    await expect(table).toContainText("Complete");
    delete agents[join("Ceres", { status: "dormant" })];
    await expect(table).toContainText("Incomplete", { timeout: 8_000 });
    join("Iris");
    await expect(table).toContainText("Complete", { timeout: 8_000 });
  });

  test("lets its stream go while it is hidden, and asks anew when it is seen again", async ({ page }) => {
    await page.goto(`${muster.url}${ROSTER}`);
    await expect(liveness(page)).toHaveText("Live");
    const gone = page.waitForEvent("requestfailed", (request) => new URL(request.url()).pathname === PATH);
    await see(page, "hidden");
    await gone;
    const back = page.waitForRequest((request) => new URL(request.url()).pathname === PATH);
    await see(page, "visible");
    // It says where it was, so that nothing is missed.
    expect(new URL((await back).url()).searchParams.get("after")).toMatch(/^[0-9a-f]{8}-\d+$/);
    await expect(liveness(page)).toHaveText("Live");
  });

  test("polls and says so where no stream can be had", async ({ page }) => {
    await page.route(`**${PATH}*`, (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto(`${muster.url}${ROSTER}`);
    await expect(liveness(page)).toHaveText("Polling every 10 s");
    join("Metis");
    await expect(page.getByText("Metis", { exact: true }).first()).toBeVisible({ timeout: 10_000 });
    await page.goto(`${muster.url}/`);
    await expect(liveness(page)).toHaveText("Polling every 4 s");
  });

  test("says that it reconnects when the server is gone, and is live again with what changed once it is back", async ({
    page,
  }) => {
    const env = { MUSTER_DATA: `${squad.root}/data` };
    const options: MusterOptions = { config: squad.config, port: await freePort(), env };
    let other = await startMuster(options);
    await page.goto(`${other.url}${ROSTER}`);
    await expect(liveness(page)).toHaveText("Live");
    await other.stop();
    await expect(liveness(page)).toHaveText("Reconnecting", { timeout: 2_000 });
    await expect(page.getByRole("banner").getByRole("status")).toContainText("the connection to Muster is lost");
    join("Flora");
    other = await startMuster(options);
    await expect(liveness(page)).toHaveText("Live", { timeout: 20_000 });
    await expect(page.getByText("Flora", { exact: true }).first()).toBeVisible({ timeout: 15_000 });
    await other.stop();
  });
});

function liveness(page: Page) {
  return page.locator(".liveness");
}

/** Has the page believe that its tab is hidden, or seen again. */
function see(page: Page, state: "hidden" | "visible"): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

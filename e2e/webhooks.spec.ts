import { Agent, request } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import type { Page } from "@playwright/test";
import { createDatabase } from "./database";
import { expect, watched } from "./fixtures";
import { ROUTES, startGitHub, type GitHub, type Repository } from "./github";
import { SECRET } from "./github-squads";
import { sendDelivery, signed, tells, type DeliveryOptions, type SignedDelivery, type Told } from "./github/webhooks";
import { Fleet, isReady, metric, nameAt, OFTEN, revise, shows, statusOf, WEBHOOK_SECRET } from "./replicas";
import type { MusterProcess } from "./serve";

const test = watched;
const NAME = "hooks/squad";
const NEW_SECRET = "webhook-secret-of-tomorrow-9876543210";
const LARGEST = 25 * 1_048_576;
/** `MUSTER_FLOOD=10000` is what the promise says of a minute; the default spares time. */
const FLOOD = Number(process.env["MUSTER_FLOOD"] ?? "2000");
const CONNECTIONS = 8;
/** "within 2 s of the webhook"; a machine that has more to do than it can may take longer, and says so. */
const WITHIN = () => ((loadavg()[0] ?? 0) > availableParallelism() ? 6_000 : 2_000);

let hub: GitHub;
let repository: Repository;
let fleet: Fleet;
/** In the middle of a rotation: takes the new secret and the one before. */
let a: MusterProcess;
/** After it: takes the one that it has, and no other. */
let b: MusterProcess;
let revision = 1;

test.describe.configure({ mode: "default", timeout: 120_000 });
test.beforeAll(async () => {
  hub = await startGitHub();
  hub.addToken(SECRET, { repositories: "all" });
  repository = hub.addRepository(NAME);
  await revise(repository, revision);
  fleet = new Fleet(hub, [NAME], { DATABASE_URL: await createDatabase() });
  a = await fleet.start({ MUSTER_WEBHOOK_SECRET: NEW_SECRET, MUSTER_WEBHOOK_SECRET_PREVIOUS: WEBHOOK_SECRET });
  await isReady(a);
  b = await fleet.start({ MUSTER_WEBHOOK_SECRET: NEW_SECRET });
  await isReady(b);
});
test.afterAll(async () => {
  await fleet.stop();
  await hub.stop();
});

const address = (muster: MusterProcess) => `${muster.url}/api/webhooks/github`;
const push = async () => tells.push(repository, await repository.sha());
const heads = () => hub.log.filter(({ route }) => route === ROUTES.commit).length;

/** Sends a delivery and gives the status and the result or the code. */
async function answerTo(muster: MusterProcess, told: Told, options: DeliveryOptions) {
  const answer = await sendDelivery(address(muster), told, options);
  const { result, code } = (await answer.json()) as { result?: string; code?: string };
  return [answer.status, result ?? code];
}

test("a change is on the screen of a browser at another process within 2 s of the webhook", async ({ page }) => {
  await page.goto(`${b.url}/repos/${NAME}/roster`);
  await expect(page.locator(".liveness")).toHaveText("Live");
  const figures: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    await revise(repository, (revision += 1));
    const seen = await watchFor(page, nameAt(revision));
    const told = Date.now();
    expect(await answerTo(a, await push(), { secret: NEW_SECRET })).toEqual([202, "taken"]);
    figures.push(Math.round((await seen()) - told));
    await shows(a, NAME, revision);
    // A repository is looked at once a second at most, so the next change would be measured against that.
    await rested();
  }
  const sorted = figures.toSorted((one, two) => one - two);
  console.log(`webhook to changed pixel at another process: p50 ${sorted[2]} ms, slowest ${sorted[4]} ms`);
  expect(sorted[4]).toBeLessThan(WITHIN());
});

/** Has the page mark the frame in which a text is on the screen; both clocks are this machine's. Gives what waits for that instant. */
async function watchFor(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const look = () => {
      if (document.querySelector("main")?.textContent.includes(wanted)) performance.mark(`seen ${wanted}`);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
  const marked = () =>
    page.evaluate((wanted) => {
      const [mark] = performance.getEntriesByName(`seen ${wanted}`);
      return mark === undefined ? null : performance.timeOrigin + mark.startTime;
    }, text);
  return async () => {
    await expect.poll(marked, { intervals: [50] }).not.toBeNull();
    return (await marked()) ?? Number.NaN;
  };
}

/** A wish that comes now begins a look at once. */
async function rested(): Promise<void> {
  const from = Date.now();
  await expect.poll(() => Date.now() - from, { intervals: [100] }).toBeGreaterThan(1_100);
}

test("what nobody signed, or another secret did, is refused and asks GitHub nothing", async () => {
  const before = hub.requests;
  const told = await push();
  const forged = { secret: "somebody-elses-secret" };
  expect(await answerTo(a, told, forged)).toEqual([401, "webhook-signature"]);
  expect(await answerTo(a, told, { secret: WEBHOOK_SECRET, signature: null })).toEqual([401, "webhook-signature"]);
  expect(await answerTo(a, told, { secret: WEBHOOK_SECRET, signature: `sha256=${"0".repeat(64)}` })).toEqual([
    401,
    "webhook-signature",
  ]);
  await rested();
  expect(hub.requests).toBe(before);
});

test("a delivery that comes again, to any process, is known and begins no look", async () => {
  const options = { secret: NEW_SECRET, id: "72d3162e-cc78-11e3-81ab-4c9367dc0958" };
  const before = heads();
  expect(await answerTo(a, await push(), options)).toEqual([202, "taken"]);
  await expect.poll(heads).toBe(before + 1);
  await rested();
  expect(await answerTo(a, await push(), options)).toEqual([202, "seen"]);
  expect(await answerTo(b, await push(), options)).toEqual([202, "seen"]);
  await rested();
  expect(heads()).toBe(before + 1);
});

test("an event that means nothing here, and a repository that nobody configured, begin no look", async () => {
  const before = hub.requests;
  const star = { event: "star", payload: { action: "created" } };
  expect(await answerTo(a, star, { secret: NEW_SECRET })).toEqual([202, "ignored"]);
  const foreign = { event: "push", payload: { repository: { full_name: "somebody/else" } } };
  expect(await answerTo(a, foreign, { secret: NEW_SECRET })).toEqual([202, "ignored"]);
  await rested();
  expect(hub.requests).toBe(before);
});

test("25 MB are taken and a byte more is refused, however long it says to be", async () => {
  const told = await push();
  const text = JSON.stringify(told.payload);
  const sized = (bytes: number) => text.padEnd(bytes, " ");
  expect(await answerTo(a, told, { secret: NEW_SECRET, body: sized(LARGEST) })).toEqual([202, "taken"]);
  expect(await answerTo(a, told, { secret: NEW_SECRET, body: sized(LARGEST + 1) })).toEqual([413, "webhook-too-large"]);
  expect((await statusOf(a, NAME)).data.revision).toBe(revision);
});

test("a signed delivery is taken whatever its origin, and no other request that changes something is", async () => {
  const { headers, body } = signed(await push(), { secret: NEW_SECRET });
  const origin = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  const asked = (path: string, more: RequestInit) =>
    fetch(`${a.url}${path}`, { method: "POST", ...more, headers: { ...headers, ...origin } });
  expect((await asked("/api/webhooks/github", { body })).status).toBe(202);
  for (const path of ["revalidate", "baseline"])
    expect((await asked(`/api/repos/${NAME}/${path}`, {})).status, path).toBe(403);
});

test("while a secret is replaced both are taken, and afterwards the one before is refused", async () => {
  for (const secret of [NEW_SECRET, WEBHOOK_SECRET])
    expect(await answerTo(a, await push(), { secret })).toEqual([202, "taken"]);
  expect(await answerTo(b, await push(), { secret: NEW_SECRET })).toEqual([202, "taken"]);
  expect(await answerTo(b, await push(), { secret: WEBHOOK_SECRET })).toEqual([401, "webhook-signature"]);
});

test(`${FLOOD.toLocaleString("en-US")} deliveries at once are a look a second at most, and everybody is answered within 2 s meanwhile`, async () => {
  await revise(repository, (revision += 1));
  const told = await push();
  const before = heads();
  const began = Date.now();
  const waits: number[] = [];
  const state = { over: false };
  const asking = (async () => {
    while (!state.over) {
      const from = performance.now();
      await statusOf(b, NAME);
      await statusOf(a, NAME);
      waits.push(performance.now() - from);
    }
  })();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const send = async () => {
    const statuses = new Set<number>();
    while ((sent += 1) <= FLOOD) statuses.add(await deliver(agent, signed(told, { secret: NEW_SECRET })));
    return [...statuses];
  };
  const statuses = await Promise.all(Array.from({ length: CONNECTIONS }, send));
  state.over = true;
  await asking;
  agent.destroy();
  const seconds = (Date.now() - began) / 1_000;
  expect(new Set(statuses.flat())).toEqual(new Set([202]));
  for (const member of fleet.members) await shows(member, NAME, revision);
  await rested();
  const looks = heads() - before;
  console.log(
    `${FLOOD} deliveries in ${seconds.toFixed(1)} s: ${looks} looks, two statuses in ${Math.max(...waits).toFixed(0)} ms at most`,
  );
  // One at most for each second that it lasted, one before and one after.
  expect(looks).toBeLessThanOrEqual(Math.ceil(seconds) + 3);
  expect(Math.max(...waits)).toBeLessThan(WITHIN());
  const taken = 'muster_webhook_deliveries_total{event="push",result="taken"}';
  expect(await metric(a, taken)).toBeGreaterThanOrEqual(FLOOD);
  await expect.poll(() => metric(a, "muster_store_up"), OFTEN).toBe(1);
});

function deliver(agent: Agent, { headers, body }: SignedDelivery): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const asked = request(address(a), { method: "POST", agent, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

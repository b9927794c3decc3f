import { setTimeout as pause } from "node:timers/promises";
import { environment, layOut } from "../github/runtime.mjs";
import { TOKEN } from "../github/squad.mjs";
import { launchBrowser, SCREEN } from "../parts/browser.mjs";
import { importBundled } from "../parts/bundle.mjs";
import { startServer } from "../parts/servers.mjs";
import { median, quantile } from "../parts/statistics.mjs";

/** One for each process to lead. */
const NAMES = ["pixel/r0", "pixel/r1"];
const PUSHES = 20;
const AT_MOST = 2_000;
const SECRET = "bench-webhook-secret-0123456789";
/** A repository is looked at once a second at most, so a push that comes sooner would be measured against that. */
const REST = 1_100;
const PATIENCE = 20_000;

/** From a webhook to the frame that shows the change, in a browser at the process that was told and at another one, on one database. */
export async function pixel(_, emulator) {
  const { startPostgres, signed } = await importBundled("bench/store.entry.ts", "store");
  await emulator.ask("token", TOKEN);
  await emulator.ask(
    "lay",
    NAMES.map((name) => ({ name, goals: 1, comments: 1, rows: 2 })),
  );
  const postgres = await startPostgres();
  const closing = [() => postgres.stop()];
  try {
    const DATABASE_URL = await postgres.createDatabase();
    const env = {
      ...environment(layOut(emulator, NAMES)),
      DATABASE_URL,
      MUSTER_WEBHOOK_SECRET: SECRET,
      MUSTER_LOG: "info",
    };
    const servers = [];
    for (const name of ["pixel-told", "pixel-other"]) {
      servers.push(await startServer({ name, path: "/api/ready", env }));
      closing.push(servers.at(-1).stop);
    }
    for (const { url } of servers) await leadsOne(url);
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    const tell = (told) => deliver(`${servers[0].url}/api/webhooks/github`, signed(told, { secret: SECRET }));
    const same = await timesAt(browser, servers[0].url, emulator, tell);
    const other = await timesAt(browser, servers[1].url, emulator, tell);
    return [figure("the same process", same), figure("another process", other)];
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Each of the two leads one of the two repositories, so that both ways are measured: told by the leader, and telling it. */
async function leadsOne(url) {
  const until = performance.now() + PATIENCE * 3;
  while (performance.now() < until) {
    if (/^muster_led_repositories 1$/m.test(await (await fetch(`${url}/metrics`)).text())) return;
    await pause(200);
  }
  throw new Error(`${url} never led one of the two repositories.`);
}

async function timesAt(browser, url, emulator, tell) {
  const times = [];
  for (const name of NAMES) {
    const page = await (await browser.newContext({ viewport: SCREEN })).newPage();
    const seen = await watchFor(page);
    await page.goto(`${url}/repos/${name}/roster`, { waitUntil: "networkidle" });
    await page.locator(".liveness", { hasText: "Live" }).waitFor({ timeout: PATIENCE });
    for (let count = 0; count < PUSHES / NAMES.length; count += 1) {
      const agent = `Pixel ${new URL(url).port} ${count}`;
      const told = await emulator.ask("rename", name, agent);
      const shown = seen(agent);
      await page.evaluate((text) => globalThis.benchWatch(text), agent);
      const began = performance.now();
      await tell(told);
      times.push((await shown) - began);
      await pause(REST);
    }
    await page.context().close();
  }
  return times;
}

/**
 * The page tells this process of the frame in which a text is there, so that one clock measures both ends; the way of that message is in the
 * time. @returns {Promise<(text: string) => Promise<number>>} what gives the instant by `performance.now()`
 */
async function watchFor(page) {
  const waiting = new Map();
  await page.exposeFunction("benchSeen", (text) => waiting.get(text)?.(performance.now()));
  await page.addInitScript(() => {
    globalThis.benchWatch = (text) => {
      const look = () => {
        if (!document.querySelector("main")?.textContent.includes(text)) return;
        observer.disconnect();
        requestAnimationFrame(() => globalThis.benchSeen(text));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
    };
  });
  return (text) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${text} was never on the screen.`)), PATIENCE);
      waiting.set(text, (at) => {
        clearTimeout(late);
        resolve(at);
      });
    });
}

async function deliver(url, { headers, body }) {
  const answer = await fetch(url, { method: "POST", headers, body });
  if (answer.status !== 202) throw new Error(`The webhook was answered ${answer.status}: ${await answer.text()}`);
}

function figure(where, times) {
  const detail = `p50 ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms, ${times.length} pushes; half of them led by each of two processes`;
  return {
    ...{ name: `webhook to changed pixel at ${where}, p95`, value: quantile(times, 0.95), unit: "ms", digits: 0 },
    ...{ limit: { most: AT_MOST }, detail },
  };
}

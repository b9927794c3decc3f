/**
 * First-load JavaScript: everything that Chromium loads for a route before any input, each file compressed by gzip. A suite of
 * `npm test`, so it prints a line a route and ends with `N passed, N failed`.
 */
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { launchBrowser, SCREEN } from "./parts/browser.mjs";
import { startDemo } from "./parts/muster.mjs";
import { holds, line } from "./parts/report.mjs";

const ROSTER = 185;
const HEAVIEST = 195;
/** The level of zlib's own default, and of Next's server. */
const LEVEL = 6;
const LIGHTHOUSE = "/repos/harbor/lighthouse";
const AGENT = "runtime-engineer";

/** Every kind of page, those with the drawer open among them. */
const ROUTES = [
  { name: "overview", path: "/" },
  { name: "roster", path: `${LIGHTHOUSE}/roster`, most: ROSTER },
  { name: "roster with the drawer", path: `${LIGHTHOUSE}/roster?evidence=registry:/agents/${AGENT}`, most: ROSTER },
  { name: "incomplete roster", path: "/repos/harbor/tidewater/roster", most: ROSTER },
  { name: "legacy roster", path: "/repos/harbor/causeway/roster", most: ROSTER },
  { name: "work", path: `${LIGHTHOUSE}/work` },
  { name: "work by agent", path: `${LIGHTHOUSE}/work?by=agent` },
  { name: "tombstones", path: `${LIGHTHOUSE}/tombstones` },
  { name: "evidence", path: `${LIGHTHOUSE}/evidence` },
  { name: "evidence with the drawer", path: `${LIGHTHOUSE}/evidence?evidence=avatar:${AGENT}` },
  { name: "agent", path: `${LIGHTHOUSE}/agents/${AGENT}` },
  { name: "agent with the drawer", path: `${LIGHTHOUSE}/agents/${AGENT}?evidence=registry:/agents/${AGENT}/role` },
  { name: "nothing here", path: "/nothing-here", status: 404 },
];

/** @returns {Promise<import("./parts/report.mjs").Figure[]>} in kilobytes of 1,000 bytes */
export async function firstLoad() {
  const muster = await startDemo();
  try {
    const browser = await launchBrowser();
    try {
      const figures = [];
      for (const route of ROUTES) figures.push(await measure(browser, muster.url, route));
      return figures;
    } finally {
      await browser.close();
    }
  } finally {
    await muster.stop();
  }
}

/** In a fresh context, so that nothing comes from the cache of the route before. */
async function measure(browser, url, { name, path, most = HEAVIEST, status = 200 }) {
  const context = await browser.newContext({ viewport: SCREEN });
  try {
    const page = await context.newPage();
    const bodies = new Map();
    page.on("response", (response) => {
      // A body that cannot be had is an error, but only when it is asked for.
      if (isScript(response))
        bodies.set(
          response.url(),
          response.body().catch((error) => error),
        );
    });
    const answer = await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
    if (answer?.status() !== status) throw new Error(`${path} answered ${answer?.status()}.`);
    const sizes = (await Promise.all(bodies.values())).map(sizeOf);
    if (sizes.length === 0) throw new Error(`${path} loaded no script at all.`);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return {
      name,
      value: bytes / 1_000,
      unit: "kB gzip",
      digits: 1,
      limit: { most },
      detail: `${sizes.length} scripts`,
    };
  } finally {
    await context.close();
  }
}

function sizeOf(body) {
  if (body instanceof Error) throw body;
  return gzipSync(body, { level: LEVEL }).length;
}

function isScript(response) {
  return response.request().resourceType() === "script" || /javascript/.test(response.headers()["content-type"] ?? "");
}

async function main() {
  const figures = await firstLoad();
  for (const figure of figures) console.log(line(figure));
  const failed = figures.filter((figure) => !holds(figure)).length;
  console.log(`${figures.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();

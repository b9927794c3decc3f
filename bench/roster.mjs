import { layOutSquad } from "./data/squad.mjs";
import { launchBrowser, SCREEN } from "./parts/browser.mjs";
import { framesWhileScrolling, mostRows, paintedAfter } from "./parts/frames.mjs";
import { startMuster } from "./parts/muster.mjs";
import { serveFiles } from "./parts/static.mjs";
import { median, quantile } from "./parts/statistics.mjs";

const AGENTS = 10_000;
const MOST_ROWS = 80;
const MOST_FRAME = 1.5;
const MOST_MILLIS = 100;
const ROUNDS = 7;
const SCROLL = { frames: 150, step: 120 };
/** What is typed, letter by letter, and taken back again. */
const QUERIES = ["runtime-p", "writer-77", "kepler 4"];

/** A roster of many agents in Chromium: what stands in the document, how it scrolls, and how soon a letter shows. */
export async function roster() {
  const squad = await layOutSquad({ agents: AGENTS, goals: 8, read: "commit" });
  const closing = [() => squad.remove()];
  try {
    const muster = await startMuster(squad.config);
    closing.push(() => muster.stop());
    const agents = await agentsOf(muster.url, squad.repository);
    const bare = await serveFiles(new URL("list/", import.meta.url), ["index.html", "list.js"], {
      "rows.json": JSON.stringify(agents.map(cells)),
    });
    closing.push(() => bare.stop());
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    return await measure(browser, `${muster.url}/repos/${squad.repository}/roster`, bare.url, agents);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function agentsOf(url, repository) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { data } = await (await fetch(`${url}/api/repos/${repository}/registry`)).json();
    if (data.agents.length === AGENTS) return data.agents;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The squad made for the figure was not read.");
}

function cells({ name, id, role, universe, status, createdAt, tasks, lines }) {
  return [name, id, role, universe, status, createdAt, String(tasks), `${lines.first}–${lines.last}`];
}

async function measure(browser, rosterUrl, bareUrl, agents) {
  const ours = await openAt(browser, rosterUrl);
  const bare = await openAt(browser, bareUrl);
  return [
    {
      name: `roster of ${AGENTS}, row elements`,
      value: await mostRows(ours),
      unit: "at most",
      digits: 0,
      limit: { most: MOST_ROWS },
    },
    await frameFigure(ours, bare),
    await keyFigure(ours, agents),
  ];
}

/** Open, with every row there to be scrolled to. */
async function openAt(browser, url) {
  const page = await (await browser.newContext({ viewport: SCREEN })).newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction((height) => document.documentElement.scrollHeight > height, AGENTS * 30);
  return page;
}

async function frameFigure(ours, bare) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = round % 2 === 0 ? [ours, bare] : [bare, ours];
    const p95 = new Map();
    for (const page of pages) p95.set(page, quantile(await framesWhileScrolling(page, SCROLL), 0.95));
    rounds.push([p95.get(ours), p95.get(bare)]);
  }
  return {
    name: `roster of ${AGENTS}, p95 frame while scrolling`,
    value: median(rounds.map(([of, by]) => of / by)),
    unit: "× a bare virtual list",
    limit: { most: MOST_FRAME },
    detail: `${median(rounds.map(([of]) => of)).toFixed(1)} ms beside ${median(rounds.map(([, by]) => by)).toFixed(1)} ms, medians of ${ROUNDS} rounds of ${SCROLL.frames} frames`,
  };
}

async function keyFigure(page, agents) {
  await page.bringToFront();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("searchbox", { name: "Name or ID" }).focus();
  const times = [];
  for (const query of QUERIES) {
    const states = [...statesOf(query)];
    let before = AGENTS;
    for (const [key, text] of states) {
      const rows = matching(agents, text);
      // A letter that changes nothing has nothing to paint.
      if (rows === before || rows === 0) await page.keyboard.press(key);
      else times.push(await paintedAfter(page, key, rows));
      before = rows;
    }
  }
  return {
    name: `roster of ${AGENTS}, a letter in the filter painted`,
    value: median(times),
    unit: "ms",
    digits: 0,
    limit: { most: MOST_MILLIS },
    detail: `median of ${times.length} keys, slowest ${Math.max(...times).toFixed(0)} ms`,
  };
}

/** Each key with the text that the field then holds: the query letter by letter, and back to nothing. */
function* statesOf(query) {
  for (let length = 1; length <= query.length; length += 1)
    yield [query[length - 1] === " " ? "Space" : query[length - 1], query.slice(0, length)];
  for (let length = query.length - 1; length >= 0; length -= 1) yield ["Backspace", query.slice(0, length)];
}

/** How many agents the roster's search finds: names without letter case and accents, or IDs. */
function matching(agents, text) {
  const fold = (name) =>
    name
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase();
  const wanted = fold(text.trim());
  return agents.filter(({ id, name }) => id.includes(wanted) || fold(name).includes(wanted)).length;
}

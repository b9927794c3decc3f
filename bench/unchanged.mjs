import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "../scripts/parts/child.mjs";
import { digest } from "../scripts/parts/digest.mjs";
import { NEXT, ROOT, STATE } from "../scripts/parts/root.mjs";
import { rate } from "./parts/client.mjs";
import { settled, startDemo } from "./parts/muster.mjs";
import { processorTime } from "./parts/processes.mjs";
import { startServer } from "./parts/servers.mjs";
import { quantile } from "./parts/statistics.mjs";

const LEAST = 0.8;
const ROUNDS = 21;
const COUNT = 400;
const CONNECTIONS = 8;
const WARM = 2_000;
const REPOSITORY = "harbor/lighthouse";
const DOCUMENT = `/api/repos/${REPOSITORY}/registry`;
/** What a browser sends with every fetch; the bare handler is sent it too. */
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd", accept: "*/*", "sec-fetch-site": "same-origin" };

/**
 * How many unchanged documents a second are answered, beside a route handler of Next that does nothing else: one at the same
 * address, which is the figure, and one at an address without parameters, which is told.
 */
export async function unchanged() {
  await buildBare();
  const bare = await startServer({ name: "bare", path: "/api/plain", root: BARE });
  try {
    const muster = await startDemo();
    try {
      await settled(muster.url, REPOSITORY);
      const sides = [sideOf(muster, DOCUMENT), sideOf(bare, DOCUMENT), sideOf(bare, "/api/plain")];
      await measure(sides);
      return figures(...sides);
    } finally {
      await muster.stop();
    }
  } finally {
    await bare.stop();
  }
}

function sideOf(server, path) {
  return { url: `${server.url}${path}`, pid: server.pid, rates: [], answers: 0, millis: 0 };
}

async function measure(sides) {
  for (const side of sides) {
    const etag = (await fetch(side.url, { headers: BROWSER })).headers.get("etag");
    side.options = { connections: CONNECTIONS, headers: { ...BROWSER, "if-none-match": etag }, status: 304 };
    await rate(side.url, { ...side.options, count: WARM });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await oneRound(side);
  }
}

async function oneRound(side) {
  const before = processorTime(side.pid);
  side.rates.push(await rate(side.url, { ...side.options, count: COUNT }));
  const after = processorTime(side.pid);
  side.answers += COUNT;
  if (before !== null && after !== null) side.millis += after - before;
}

function figures(ours, same, plain) {
  return [
    {
      ...figure("unchanged document, 304s a second", ours, same),
      unit: "× a bare route handler",
      limit: { least: LEAST },
    },
    { ...figure("the same beside an address without parameters", ours, plain), unit: "× a bare route handler" },
    { ...figure("that bare handler beside the other", same, plain), unit: "×" },
  ];
}

/** Neighbours on a shared machine only ever slow a round down, so the faster quarter of the rounds is compared. */
function figure(name, subject, yardstick) {
  const [ours, theirs] = [subject, yardstick].map(({ rates }) => quantile(rates, 0.75));
  const detail = `${ours.toFixed(0)}/s beside ${theirs.toFixed(0)}/s, upper quartiles of ${ROUNDS} rounds${processorShare(subject, yardstick)}`;
  return { name, value: ours / theirs, detail };
}

/** The same in processor time of the two servers, looks at the repositories included. */
function processorShare(subject, yardstick) {
  if (subject.millis === 0 || yardstick.millis === 0) return "";
  const [ours, theirs] = [subject, yardstick].map(({ answers, millis }) => (millis * 1_000) / answers);
  return `; processor time ${ours.toFixed(0)} µs beside ${theirs.toFixed(0)} µs an answer, ${(theirs / ours).toFixed(2)}×`;
}

const BARE = join(STATE, "bench", "bare");
const BARE_STAMP = join(BARE, ".next", "stamp");

/** Builds the bare application once for its sources and this version of Next. */
async function buildBare() {
  const salt = `${process.version} ${readFileSync(join(ROOT, "node_modules", "next", "package.json"), "utf8")}`;
  const wanted = digest(ROOT, ["bench/bare"], { salt });
  if (existsSync(BARE_STAMP) && readFileSync(BARE_STAMP, "utf8") === wanted) return;
  rmSync(BARE, { recursive: true, force: true });
  mkdirSync(BARE, { recursive: true });
  cpSync(join(ROOT, "bench", "bare"), BARE, { recursive: true });
  const log = join(STATE, "log", "bench-bare-build.log");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code } = await run(process.execPath, [NEXT, "build"], { cwd: BARE, env, log, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(["The bare application could not be built:", ...lastLines(log, 30)].join("\n"));
  writeFileSync(BARE_STAMP, wanted);
}

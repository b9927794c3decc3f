import { layOutSquad } from "./data/squad.mjs";
import { ROWS_A_GOAL } from "./data/thread.mjs";
import { startMuster } from "./parts/muster.mjs";
import { residentMemory } from "./parts/processes.mjs";
import { startServer } from "./parts/servers.mjs";

const AGENTS = 10_000;
const GOALS = 20;
/** The configuration allows a first look so long. */
const PATIENCE = 60_000;

/** How long a large squad takes to appear, and what it weighs. Told, not judged: these are seconds of this machine, not ratios. */
export async function scale() {
  const squad = layOutSquad({ agents: AGENTS, goals: GOALS });
  try {
    const muster = await startMuster(squad.config);
    try {
      return await figures(muster, squad.repository);
    } finally {
      await muster.stop();
    }
  } finally {
    squad.remove();
  }
}

async function figures(muster, repository) {
  const of = `${AGENTS} agents, ${GOALS} goals of ${ROWS_A_GOAL} tasks`;
  const first = await answered(muster.url, repository);
  const page = await timed(`${muster.url}/repos/${repository}/roster`);
  const document = await timed(`${muster.url}/api/repos/${repository}/registry`);
  const memory = residentMemory(muster.pid);
  return [
    told("server ready", muster.readyMillis, "ms"),
    told(`first look at ${of}`, first, "ms", "from the first request to a status that is not reading"),
    told("first roster page", page.millis, "ms", `${(page.bytes / 1e3).toFixed(0)} kB of HTML`),
    told("first registry document", document.millis, "ms", `${(document.bytes / 1e6).toFixed(1)} MB of JSON, ${(document.sent / 1e3).toFixed(0)} kB sent`),
    ...(memory === null ? [] : [told("memory of the server then", memory, "MB resident")]),
  ];
}

function told(name, value, unit, detail) {
  return { name, value, unit, detail, digits: 0 };
}

async function answered(url, repository) {
  const began = performance.now();
  for (;;) {
    const status = await (await fetch(`${url}/api/repos/${repository}/status`)).json();
    const millis = performance.now() - began;
    if (status.data.identity.state !== "reading" && status.data.identity.state !== "unavailable") return millis;
    if (millis > PATIENCE) throw new Error(`The squad did not appear within ${PATIENCE / 1_000} s.`);
  }
}

async function timed(url) {
  const began = performance.now();
  const response = await fetch(url, { headers: { "accept-encoding": "br" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const bytes = (await response.arrayBuffer()).byteLength;
  return { millis: performance.now() - began, bytes, sent: Number(response.headers.get("content-length") ?? bytes) };
}

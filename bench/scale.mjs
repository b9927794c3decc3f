import { layOutSquad } from "./data/squad.mjs";
import { ROWS_A_GOAL } from "./data/thread.mjs";
import { settled, startMuster } from "./parts/muster.mjs";
import { residentMemory } from "./parts/processes.mjs";

const AGENTS = 10_000;
const GOALS = 20;

/** How long a large squad takes to appear, and what it weighs. Told, not judged: seconds of this machine, not ratios. */
export async function scale() {
  return [...(await ofSquad("commit")), ...(await ofSquad("worktree"))];
}

async function ofSquad(read) {
  const squad = await layOutSquad({ agents: AGENTS, goals: GOALS, read });
  try {
    const muster = await startMuster(squad.config);
    try {
      return await figures(muster, squad.repository, read === "commit" ? "git repository" : "working directory");
    } finally {
      await muster.stop();
    }
  } finally {
    squad.remove();
  }
}

async function figures(muster, repository, kind) {
  const first = await settled(muster.url, repository);
  const page = await timed(`${muster.url}/repos/${repository}/roster`);
  const document = await timed(`${muster.url}/api/repos/${repository}/registry`);
  const memory = residentMemory(muster.pid);
  const of = `${AGENTS} agents and ${GOALS} goals of ${ROWS_A_GOAL} tasks`;
  const sizes = `${kb(page.bytes)} of HTML, ${kb(document.bytes)} of JSON`;
  return [
    told(
      `${kind}: first answer about ${of}`,
      first,
      "ms",
      `after the server was ready in ${muster.readyMillis.toFixed(0)} ms`,
    ),
    told(`${kind}: first roster page`, page.millis, "ms"),
    told(`${kind}: first registry document`, document.millis, "ms", sizes),
    ...(memory === null ? [] : [told(`${kind}: memory of the server then`, memory, "MB resident")]),
  ];
}

function told(name, value, unit, detail) {
  return { name, value, unit, detail, digits: 0 };
}

function kb(bytes) {
  return `${(bytes / 1_000).toFixed(0)} kB`;
}

/** Uncompressed, so that the sizes are the documents' own. */
async function timed(url) {
  const began = performance.now();
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const bytes = (await response.arrayBuffer()).byteLength;
  return { millis: performance.now() - began, bytes };
}

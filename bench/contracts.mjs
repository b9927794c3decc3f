import { makeBindings } from "./data/bindings.mjs";
import { makeRegistry } from "./data/registry.mjs";
import { importBundled } from "./parts/bundle.mjs";
import { compare } from "./parts/rounds.mjs";

const AGENTS = 10_000;
const ROWS = 5_000;
const LIMIT = 5;
const TARGET = { repository: "harbor/lighthouse", origin: 45, revision: 4 };

/**
 * What the rules cost beside JSON.parse of the same text. The yardstick is given the text already decoded; the subject starts
 * from bytes and decodes them itself.
 */
export async function contracts() {
  const code = await importBundled("bench/contracts.entry.ts", "contracts");
  const mixed = makeRegistry(AGENTS);
  const registry = registryOf(code, mixed.text);
  return [
    registryFigure(code, `registry verdict, ${AGENTS} agents`, mixed.text),
    registryFigure(code, `registry verdict, ${AGENTS} agents, ASCII`, makeRegistry(AGENTS, { ascii: true }).text),
    ...bindingFigures(code, makeBindings(ROWS, mixed.ids, TARGET), registry),
  ];
}

function registryFigure(code, name, text) {
  const bytes = new TextEncoder().encode(text);
  registryOf(code, text);
  return figure(
    `${name} (${(bytes.length / 1e6).toFixed(1)} MB)`,
    compare(
      () => code.readRegistry(bytes),
      () => JSON.parse(text),
    ),
  );
}

function bindingFigures(code, rows, registry) {
  const text = JSON.stringify(rows, null, 2);
  const artifact = accept(code, text);
  if (!code.resolveBindings(artifact, registry).resolves)
    throw new Error("The rows made for the figure do not resolve.");
  return [
    figure(
      `bindings resolved, ${ROWS} rows`,
      compare(
        () => code.resolveBindings(artifact, registry),
        () => JSON.parse(text),
      ),
    ),
    figure(
      `bindings read, judged and resolved, ${ROWS} rows`,
      compare(
        () => code.resolveBindings(accept(code, text), registry),
        () => JSON.parse(text),
      ),
      null,
    ),
  ];
}

/** The artifact of a bindings array: what readActivation makes of a comment, whose size would hold far fewer rows. */
function accept(code, text) {
  const reading = code.readJsonText(text, { maxBytes: 2 * text.length });
  const target = { repository: TARGET.repository, issue: TARGET.origin, kind: "activated", phased: false };
  const verdict = code.judgeBindings(reading.value, target);
  if (verdict.verdict !== "holds") throw new Error("The rows made for the figure are refused.");
  return { revision: verdict.revision, epics: verdict.epics, tasks: verdict.tasks };
}

function registryOf(code, text) {
  const verdict = code.readRegistry(new TextEncoder().encode(text));
  if (verdict.verdict !== "complete") throw new Error("The registry made for the figure is not complete.");
  return verdict.registry;
}

function figure(name, { ratio, subject, yardstick, pairs }, most = LIMIT) {
  return {
    name,
    value: ratio,
    ...(most === null ? {} : { limit: { most } }),
    unit: "× JSON.parse",
    detail: `${subject.toFixed(1)} ms beside ${yardstick.toFixed(1)} ms, medians of ${pairs} pairs`,
  };
}

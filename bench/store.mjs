import { bundles } from "./github/bundle.mjs";
import { measuredApart } from "./parts/apart.mjs";
import { demoMemory } from "./store/demo-memory.mjs";

/**
 * What it costs to keep everything: an idle hour of a thousand repositories, a start upon what they left, the overview of them all; the
 * memory of the whole server with the demo; and how soon a change that a webhook tells of is on a screen.
 */
export async function store() {
  const built = await bundles();
  return [
    ...(await measuredApart("kept", built)),
    ...(await demoMemory(built)),
    ...(await measuredApart("pixel", built)),
  ];
}

/** A thousand repositories for ten minutes of change: what grows without end shows. */
export async function soak() {
  return measuredApart("soak", await bundles());
}

import { bundles } from "./github/bundle.mjs";
import { measuredApart } from "./parts/apart.mjs";

const PARTS = ["counted", "fleet", "time"];

/**
 * What reading many repositories from GitHub costs: requests and points, counted; the pace of hundreds of repositories with one token, and
 * what they hold in memory; and the time of one look. GitHub is the emulated one of the tests.
 */
export async function github() {
  const built = await bundles();
  const figures = [];
  for (const part of PARTS) figures.push(...(await measuredApart(part, built)));
  return figures;
}

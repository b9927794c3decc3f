import { steadily, weigh } from "../parts/client.mjs";
import { processorTime } from "../parts/processes.mjs";
import { median, quantile } from "../parts/statistics.mjs";
import { most, told } from "./thousand.mjs";

const BYTES = 300_000;
const AT_MOST = 50;
const A_SECOND = 50;
const SECONDS = 20;
const WARM = 3;
/** Pages beside them in the second round. */
const PAGES_A_SECOND = 1;
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd", accept: "*/*", "sec-fetch-site": "same-origin" };

/** What the overview of all weighs, and how soon it is answered while the server goes on looking. */
export async function overview({ url, pid }, emulator) {
  const document = `${url}/api/repos`;
  const sizes = [];
  for (const accepted of ["br", "gzip", "identity"]) sizes.push({ accepted, ...(await weigh(document, accepted)) });
  await steadily(document, { perSecond: A_SECOND, seconds: WARM, headers: BROWSER });
  await emulator.ask("reset");
  const [before, began] = [processorTime(pid), performance.now()];
  const alone = await steadily(document, { perSecond: A_SECOND, seconds: SECONDS, headers: BROWSER });
  const share = (processorTime(pid) - before) / (performance.now() - began);
  const { requests } = await emulator.ask("tally");
  const [beside, pages] = await Promise.all([
    steadily(document, { perSecond: A_SECOND, seconds: SECONDS, headers: BROWSER }),
    steadily(`${url}/`, { perSecond: PAGES_A_SECOND, seconds: SECONDS, headers: { accept: "text/html" } }),
  ]);
  const looking = `median ${median(alone).toFixed(0)} ms, slowest ${Math.max(...alone).toFixed(0)} ms; ${(100 * share).toFixed(0)} % of a processor; ${requests} requests to GitHub meanwhile`;
  return [
    ...sizes.slice(0, 2).map(({ accepted, bytes, coding }) => ({
      ...most(`overview, asked for ${accepted}`, bytes / 1e3, BYTES / 1e3, "kB"),
      detail: `coding ${coding}, ${(sizes[2].bytes / 1e3).toFixed(0)} kB uncompressed`,
    })),
    { ...most(`overview, p95 at ${A_SECOND} a second`, quantile(alone, 0.95), AT_MOST, "ms"), detail: looking },
    {
      ...told("the same with a page of it each second", quantile(beside, 0.95), "ms"),
      detail: `the page itself ${quantile(pages, 0.95).toFixed(0)} ms, its median ${median(pages).toFixed(0)} ms`,
    },
  ];
}

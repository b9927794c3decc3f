/**
 * `node bench/crash.mjs [rounds]`: kills a built Muster so often in the midst of its work, half of the rounds on each store, and checks after
 * each start what it had promised before (e2e/crash.ts). 200 rounds unless another number is given; the tests make 10. Exits 1 when a
 * promise was broken.
 */
import { join } from "node:path";
import { buildIfChanged } from "../scripts/parts/build.mjs";
import { endOnSignals, run } from "../scripts/parts/child.mjs";
import { runCommand, tell } from "../scripts/parts/plain.mjs";
import { ROOT } from "../scripts/parts/root.mjs";

const ROUNDS = 200;
const PLAYWRIGHT = join(ROOT, "node_modules", "@playwright", "test", "cli.js");

const rounds = Number(process.argv[2] ?? ROUNDS);

endOnSignals();
await runCommand(async () => {
  if (!Number.isSafeInteger(rounds) || rounds < 2) {
    tell("Say how often as a whole number from 2.");
    process.exitCode = 1;
    return;
  }
  await buildIfChanged();
  const args = ["test", "e2e/durable.spec.ts", "--workers=1", "--grep", "kill -9"];
  const { code } = await run(process.execPath, [PLAYWRIGHT, ...args], {
    env: { ...process.env, MUSTER_CRASH_ROUNDS: String(rounds) },
    echo: true,
  });
  process.exitCode = code === 0 ? 0 : 1;
});

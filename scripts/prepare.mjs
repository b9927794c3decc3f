/**
 * Runs before `npm start` and `npm test`, on a fresh clone too: nothing but Node.js's built-in modules may be imported here.
 * `node scripts/prepare.mjs start|test`
 */
import { endOnSignals } from "./parts/child.mjs";
import { installDependencies, requireNode } from "./parts/install.mjs";
import { runCommand } from "./parts/plain.mjs";
import { requireBrowser, requireGit, requirePostgres } from "./parts/programs.mjs";

endOnSignals();
await runCommand(async () => {
  requireNode();
  await installDependencies();
  if (process.argv[2] !== "test") return;
  await requireGit();
  await requireBrowser();
  await requirePostgres();
});

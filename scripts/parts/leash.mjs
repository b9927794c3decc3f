/**
 * Loaded into the server (`node --import`): it ends when the process that started it is gone, however that one ended, and it answers
 * malformed addresses itself.
 */
import "./malformed.mjs";

const parent = Number(process.env.MUSTER_PARENT);

const ENDS_WITHIN = 25_000;
let told = false;

setInterval(() => {
  if (process.ppid === parent || told) return;
  told = true;
  setTimeout(() => process.exit(0), ENDS_WITHIN).unref();
  process.kill(process.pid, "SIGTERM");
}, 500).unref();

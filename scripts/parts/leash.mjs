/**
 * Loaded into the server (`node --import`): it ends when the process that started it is gone, however that one ended, and it answers
 * malformed addresses itself.
 */
import "./malformed.mjs";

const parent = Number(process.env.MUSTER_PARENT);

setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 500).unref();

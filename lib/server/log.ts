import "server-only";
import pino from "pino";

/** Values of these members never reach the log, wherever they stand. */
const SECRET = ["token", "secret", "password", "authorization", "cookie", "privateKey"];

/** The log: one JSON line an event, to standard output. Level by MUSTER_LOG (default info). */
export const log = pino({
  name: "muster",
  level: process.env["MUSTER_LOG"] ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
});

// npm run cases -- FILE…: conformance cases against the real functions. Without a file: all of the project's own.
import { register } from "tsx/esm/api";

register();
const { main } = await import("./cases/run.ts");
process.exitCode = await main(process.argv.slice(2));

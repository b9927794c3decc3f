import { createInterface } from "node:readline";
import { Faulty } from "../faults";
import { guardFolder, type Guard } from "../guard";

/** Says "ready"; takes the folder at "go" and says how that went; gives it back at "release"; and lives until it is killed. */
const folder = process.argv[2] ?? "";
let guard: Guard | null = null;

async function obey(line: string): Promise<string> {
  if (line === "release") {
    await guard?.release();
    guard = null;
    return "released";
  }
  try {
    guard = await guardFolder(folder, folder);
    return "won";
  } catch (error) {
    return error instanceof Faulty ? error.fault.code : String(error);
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  void obey(line).then((answer) => process.stdout.write(`${answer}\n`));
});
process.stdout.write("ready\n");

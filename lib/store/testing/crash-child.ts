import { randomUUID } from "node:crypto";
import type { StoreOptions } from "../open";
import { accepting, bytesOf, hashOf, leadOne, must, opened, writing } from "./stores";

/** Writes and decides until it is killed, and says each thing once the store has acknowledged it. */
async function run(options: StoreOptions): Promise<never> {
  const store = await opened(options);
  const key = { repository: "acme/crash", scope: "s" };
  // The same holder as in the round before: its lease is still good, and goes on.
  let lease = await leadOne(store, key, "child", 60_000);
  for (;;) {
    const version = must(await store.standings([key]))[0]?.version ?? 0;
    const last = must(await store.accepted([key.repository]))[0];
    const after = last?.seq ?? 0;
    const text = `registry ${version} `.repeat(1 + (version % 500));
    const body = hashOf(text);
    const written = must(
      await store.write(
        writing(lease, version, {
          data: JSON.stringify({ version: version + 1, seq: after + 1, body }),
          bodies: new Map([[body, bytesOf(text)]]),
          looks: [{ target: "registry", at: version, result: "value", detail: "", body }],
          accept: accepting(after, (last?.revision ?? 0) + 1, body),
        }),
      ),
    );
    if (written.done === "lost") lease = await leadOne(store, key, "child", 60_000);
    if (written.done !== "written") continue;
    say({ version: written.version, seq: after + 1 });
    if (version % 7 !== 0) continue;
    const id = randomUUID();
    const decision = { id, repository: key.repository, at: version, who: "Ada", why: "Back.", about: "{}" };
    const decided = must(
      await store.decide({ decision, scope: key.scope, accept: accepting(after + 1, 1, body), message: "m" }),
    );
    if (decided === "recorded") say({ seq: after + 2, decision: id });
  }
}

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

run(JSON.parse(process.argv[2] ?? "null")).catch(() => process.exit(1));

/** `npm start`: builds Muster if its sources changed, serves it, and says in one line where. Ends as the server ends. */
import { chooseAddress, requireFreePort } from "./parts/address.mjs";
import { whenParentIsGone } from "./parts/ancestors.mjs";
import { buildIfChanged } from "./parts/build.mjs";
import { end, endOnSignals, isEnding } from "./parts/child.mjs";
import { whatToServe } from "./parts/configuration.mjs";
import { runCommand, tell } from "./parts/plain.mjs";
import { serve } from "./parts/server.mjs";

endOnSignals();
whenParentIsGone(() => isEnding() || end("SIGTERM"));

await runCommand(async () => {
  const { what, why, listen, env } = await whatToServe(process.env);
  const address = chooseAddress(process.env, listen);
  await requireFreePort(address);
  await buildIfChanged();
  await requireFreePort(address);
  let ready = false;
  const { code, lines } = await serve(
    address,
    { ...process.env, ...env, MUSTER_HOSTS: address.hosts.join(",") },
    () => {
      ready = true;
      const open = address.open ? "; whoever reaches it reads everything" : "";
      process.stdout.write(`Muster serves ${what} at ${address.url}${why}${open}\n`);
    },
  );
  if (!isEnding())
    for (const line of [`Muster's server ended ${ready ? "" : "before it was ready "}with code ${code}:`, ...lines])
      tell(line);
  process.exit(code);
});

import "server-only";
import { log } from "../log";
import { runtime } from "../runtime";
import { receiveWebhook } from "./receive";
import { webhookSecrets } from "./secrets";

/** Takes a delivery for the repositories of this configuration; which process leads one does not matter. */
export function serveWebhook(request: Request): Promise<Response> {
  const { repositories, find, hasten, home, metrics } = runtime();
  const event = request.headers.get("x-github-event") ?? "";
  return receiveWebhook(request, {
    secrets: webhookSecrets(process.env),
    delivered: async (id, what) => {
      const kept = await home.store?.delivered({ id, event: what });
      return kept?.ok ? kept.value : "unknown";
    },
    hasten: (fullName) => {
      const found = find(fullName);
      // By the configured spelling, so that there are never more wishes than repositories.
      if (found !== null) hasten.ask(found.name);
      return found !== null;
    },
    hastenInstallation: () => {
      for (const { name, plan } of repositories.values()) if (plan.source.kind === "github") hasten.ask(name);
    },
    count: (result) => metrics.webhook({ event, result }),
    log,
  });
}

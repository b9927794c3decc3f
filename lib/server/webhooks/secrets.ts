import "server-only";

type Environment = Readonly<Record<string, string | undefined>>;

/** The secrets of the webhook: MUSTER_WEBHOOK_SECRET, and MUSTER_WEBHOOK_SECRET_PREVIOUS while it is replaced. None: webhooks are off. */
export function webhookSecrets(env: Environment): readonly string[] {
  const current = env["MUSTER_WEBHOOK_SECRET"] ?? "";
  const previous = env["MUSTER_WEBHOOK_SECRET_PREVIOUS"] ?? "";
  // The one before opens nothing by itself: who takes the current one away switches webhooks off.
  return current === "" ? [] : [current, previous].filter((secret) => secret !== "");
}

import "server-only";
import { personal } from "@/lib/sources/github/credential";
import type { Access } from "@/lib/sources/github/hosts";
import { appKey } from "./config-faults";
import type { GitHubConfig } from "./config-schema";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How a configured GitHub is read. The configuration was refused at the start where the token or the key is missing, so a key that is gone
 * by now is answered by GitHub: nothing is accepted that it does not sign.
 */
export function accessTo({ app, tokenVariable }: GitHubConfig, env: Environment): Access {
  // The token is read at each use: it may be replaced while the process lives.
  if (app === undefined) return { kind: "token", credential: () => personal(env[tokenVariable]?.trim() ?? "") };
  const key = appKey(app, env);
  return {
    kind: "app",
    appId: app.appId,
    privateKey: key.ok ? key.privateKey : "",
    installationId: app.installationId ?? null,
  };
}

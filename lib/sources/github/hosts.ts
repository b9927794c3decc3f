import type { Millis } from "@/lib/contracts/core/look";
import { GitHubApp } from "./app";
import { PATIENCE } from "./client";
import { fingerprint, type Credential } from "./credential";
import { blobCache } from "./files";
import type { Patience } from "./http";
import { Installation } from "./installation";
import { openGitHubHost, type GitHubHost } from "./open";

/** How Muster may read: with a token that somebody made, or as a GitHub App where it is installed. */
export type Access =
  | { readonly kind: "token"; readonly credential: () => Credential }
  | {
      readonly kind: "app";
      readonly appId: number;
      /** As `readAppKey` gives it. */
      readonly privateKey: string;
      /** null: for each owner it is found by the repositories. */
      readonly installationId: number | null;
    };

export interface HostsOptions {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly access: Access;
  readonly now?: () => Millis;
  readonly patience?: Patience;
  /** Told of each answer's status, for counting; null: no answer came. */
  readonly answered?: (status: number | null) => void;
}

/** One GitHub, with as many credentials as its repositories need. */
export interface GitHubHosts {
  /** The host that reads this repository (`owner/name`); always the same one for the same owner. */
  hostFor(repository: string): GitHubHost;
  /** The hosts that were opened so far. */
  opened(): readonly GitHubHost[];
}

/**
 * Opens a GitHub. GitHub counts points for each installation of an App, and an installation belongs to one owner: so each owner has a host
 * of its own, with its own limits and turns. A personal token, or one named installation, is one host for all. Content is kept together.
 */
export function openGitHubHosts({ access, ...place }: HostsOptions): GitHubHosts {
  const blobs = blobCache();
  const hosts = new Map<string, GitHubHost>();
  const open = credentialsOf(access, place);
  const keyOf = (repository: string) =>
    access.kind === "app" && access.installationId === null ? (repository.split("/")[0] ?? "").toLowerCase() : "";
  return {
    hostFor: (repository) => {
      const key = keyOf(repository);
      const host = hosts.get(key) ?? openGitHubHost({ ...place, credential: open(key) }, blobs);
      hosts.set(key, host);
      return host;
    },
    opened: () => [...hosts.values()],
  };
}

function credentialsOf(access: Access, place: Omit<HostsOptions, "access">) {
  if (access.kind === "token") return () => access.credential;
  const { appId, privateKey, installationId } = access;
  const { apiUrl, webUrl, now = Date.now, patience = PATIENCE } = place;
  const app = new GitHubApp({ apiUrl, webUrl, appId, privateKey, now, patience });
  return (owner: string) => {
    const where = installationId === null ? `owner ${owner}` : `installation ${installationId}`;
    // Numbers of Apps and installations are a GitHub's own, so the host is named too.
    return new Installation(app, fingerprint(`${apiUrl}\napp ${appId} ${where}`), installationId);
  };
}

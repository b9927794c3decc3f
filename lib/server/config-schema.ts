import { z } from "zod";

/** `owner/name` as GitHub spells it: bindings must name exactly it, letter case included. */
const repositoryName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})\/[A-Za-z0-9._-]{1,100}$/,
    "Write the repository as owner/name, for example harbor/lighthouse.",
  )
  .refine((name) => !/\/\.{1,2}$/.test(name), "A repository cannot be called . or ..");

const folder = z
  .string()
  .min(1, "Name a folder.")
  .refine((path) => !path.includes("\0"), "A folder's name cannot hold a NUL character.");

const positive = z.int("Write a whole number.").positive("Write a number from 1.");

const trustedAccount = z.strictObject({
  id: positive,
  type: z.string().regex(/^[A-Za-z]{1,39}$/, "Write the account's type as GitHub does, for example Bot or User."),
});

const repository = z.strictObject({
  repository: repositoryName,
  directory: folder.optional(),
  ref: z
    .string()
    .min(1, "Name a branch, a tag, a commit, or worktree.")
    .refine((ref) => !/[\0-\x20\x7f]/.test(ref), "A ref has no spaces and no control characters.")
    .optional(),
  threads: folder.optional(),
  trust: z.array(trustedAccount).max(100, "At most 100 accounts can be trusted.").optional(),
  goals: z.array(positive).max(10_000, "At most 10,000 goals can be named.").optional(),
  staleHours: z
    .number("Write a number of hours.")
    .positive("Write a number above 0.")
    .max(24 * 365, "At most a year.")
    .optional(),
});

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An address to which a token goes, or which people follow: encrypted, except on this very machine. */
const address = z
  .string()
  .refine(
    isAddress,
    "Write an address that begins with https:// and has no user, question mark, hash, backslash or doubled slash.",
  )
  .transform((text) => text.replace(/\/+$/, ""));

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, username, password, search, hash } = new URL(text);
  const safe = protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
  const bare = [username, password, search, hash].every((part) => part === "") && !/[?#\s]/.test(text);
  // Programs take `\` for `/`, and a path that begins with `//` for another host: nothing that is sent here may end up there.
  const own = /^https?:\/\/[^/\\]+(?:\/[^\\]*)?$/i.test(text) && !pathname.replace(/\/+$/, "").includes("//");
  return safe && bare && own;
}

const VARIABLE_NAME = "Write the name of a variable, for example GITHUB_TOKEN; never the token itself.";
const KEY_VARIABLE = "Write the name of a variable, for example GITHUB_APP_KEY; never the key itself.";
const KEY_FILE = "Name the .pem file that GitHub gave you; the key itself never stands here.";

/** A GitHub App, by its number. Where its private key is stands here, and never the key. */
const app = z.strictObject({
  appId: positive,
  installationId: positive.optional(),
  privateKeyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, KEY_VARIABLE)
    .optional(),
  privateKeyFile: z
    .string()
    .regex(/^(?!\s*-----BEGIN)[^\0\r\n]{1,1000}$/, KEY_FILE)
    .optional(),
});

const github = z.strictObject({
  apiUrl: address.optional(),
  webUrl: address.optional(),
  tokenVariable: z
    .string()
    // Whoever wrote the token itself must not read it again in a message.
    .regex(/^(?!gh[a-z]_|github_pat_|[0-9a-f]{40}$)[A-Za-z_][A-Za-z0-9_]{0,99}$/i, VARIABLE_NAME)
    .optional(),
  app: app.optional(),
});

const listen = z.strictObject({
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,253}$/, "Write a host name or an address, for example 127.0.0.1.")
    .optional(),
  port: z
    .int("Write a whole number.")
    .min(1, "Write a port from 1 to 65535.")
    .max(65_535, "Write a port from 1 to 65535.")
    .optional(),
});

/** The whole of muster.config.json. Unknown members are faults: a misspelt one must not pass for a setting. */
export const configSchema = z.strictObject({
  repositories: z
    .array(repository)
    .min(1, "Name at least one repository.")
    .max(1_000, "At most 1,000 repositories can be named."),
  listen: listen.optional(),
  github: github.optional(),
  retentionDays: z
    .int("Write a whole number of days.")
    .min(1, "Keep looks for at least a day.")
    .max(3_650, "At most 3,650 days.")
    .optional(),
});

export type ConfigFile = z.infer<typeof configSchema>;
export type RepositoryConfig = ConfigFile["repositories"][number];

export type AppConfig = z.infer<typeof app>;

/** One GitHub host, as it is used. */
export interface GitHubConfig {
  readonly apiUrl: string;
  readonly webUrl: string;
  /** The environment variable that holds the token. */
  readonly tokenVariable: string;
  /** The GitHub App that reads it; no token is used then. */
  readonly app?: AppConfig;
}

const GITHUB_COM = { apiUrl: "https://api.github.com", webUrl: "https://github.com", tokenVariable: "GITHUB_TOKEN" };

/** What was configured, with github.com for what was not. */
export function githubOf({ github: given = {} }: ConfigFile): GitHubConfig {
  return {
    apiUrl: given.apiUrl ?? GITHUB_COM.apiUrl,
    webUrl: given.webUrl ?? GITHUB_COM.webUrl,
    tokenVariable: given.tokenVariable ?? GITHUB_COM.tokenVariable,
    ...(given.app === undefined ? {} : { app: given.app }),
  };
}

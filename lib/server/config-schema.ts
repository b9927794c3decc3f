import { z } from "zod";

/** `owner/name` as GitHub spells it: bindings must name exactly it, letter case included. */
const repositoryName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/,
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
  directory: folder,
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
});

export type ConfigFile = z.infer<typeof configSchema>;
export type RepositoryConfig = ConfigFile["repositories"][number];

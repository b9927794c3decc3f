import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readJson } from "@/lib/contracts/core/json";
import { quote } from "@/lib/contracts/core/text";
import type { JsonValue } from "@/lib/contracts/core/json-types";
import { crossFaults, reasonOf, type Fault } from "./config-faults";
import { configSchema, type ConfigFile, type RepositoryConfig } from "./config-schema";

export type ConfigReading =
  { readonly ok: true; readonly config: ConfigFile } | { readonly ok: false; readonly faults: readonly Fault[] };

const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Reads a muster.config.json: strict JSON, no unknown members, every fault listed with its path.
 * Folders in it are relative to the file; in the answer they are absolute. Never throws.
 */
export function readConfigFile(path: string): ConfigReading {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return fault(`The configuration cannot be read: ${reasonOf(error)}.`);
  }
  return readConfig(bytes, dirname(resolve(path)));
}

/** The same for bytes already read. `base`: the absolute folder that relative folders start from. */
export function readConfig(bytes: Uint8Array, base: string): ConfigReading {
  const json = readJson(bytes, { maxBytes: MAX_CONFIG_BYTES });
  if (!json.ok)
    return { ok: false, faults: json.diagnostics.map(({ pointer, message }) => ({ path: pointer, message })) };
  const parsed = configSchema.safeParse(json.value);
  const faults = [
    ...(parsed.success ? crossFaults(parsed.data) : parsed.error.issues.flatMap(faultsOf)),
    ...repeated(namesIn(json.value)),
  ];
  if (!parsed.success || faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    config: {
      ...parsed.data,
      repositories: parsed.data.repositories.map((entry) => absolute(entry, base)),
      ...(parsed.data.github === undefined ? {} : { github: withKeyFile(parsed.data.github, base) }),
    },
  };
}

type GitHubSection = NonNullable<ConfigFile["github"]>;

function withKeyFile(github: GitHubSection, base: string): GitHubSection {
  const { app } = github;
  if (app?.privateKeyFile === undefined) return github;
  return { ...github, app: { ...app, privateKeyFile: resolve(base, app.privateKeyFile) } };
}

function absolute(entry: RepositoryConfig, base: string): RepositoryConfig {
  return {
    ...entry,
    ...(entry.directory === undefined ? {} : { directory: resolve(base, entry.directory) }),
    ...(entry.threads === undefined ? {} : { threads: resolve(base, entry.threads) }),
  };
}

/** GitHub compares names without letter case, so two spellings would be one repository shown twice. */
function repeated(names: readonly (string | null)[]): Fault[] {
  const first = new Map<string, number>();
  return names.flatMap((repository, index) => {
    if (repository === null) return [];
    const key = repository.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [
      {
        path: `/repositories/${index}/repository`,
        message: `${repository} is already named at /repositories/${earlier}.`,
      },
    ];
  });
}

/** The names as written, also in a file that is wrong elsewhere, so that every fault is listed at once. */
function namesIn(value: JsonValue): (string | null)[] {
  const entries = isObject(value) ? value["repositories"] : undefined;
  if (!Array.isArray(entries)) return [];
  return (entries as readonly JsonValue[]).map((entry) => {
    const name = isObject(entry) ? entry["repository"] : undefined;
    return typeof name === "string" ? name : null;
  });
}

function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const KEY_HINT =
  " A key never stands in this file: name its file as privateKeyFile, or the variable that holds it as privateKeyVariable.";
const TOKEN_HINT = " A token never stands in this file: set it as a variable, and name that as github.tokenVariable.";

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  array: "a list",
  object: "an object",
};

function hintFor(key: string): string {
  if (/token/i.test(key)) return TOKEN_HINT;
  return /private|secret|pem|key/i.test(key) ? KEY_HINT : "";
}

type Issue = { expected?: string; code: string; path: PropertyKey[]; message: string; keys?: string[] };

function faultsOf(issue: Issue): Fault[] {
  if (issue.code === "unrecognized_keys" && issue.keys !== undefined) {
    return issue.keys.map((key) => ({
      path: pointer([...issue.path, key]),
      message: `There is no setting called ${quote(key)} here.${hintFor(key)}`,
    }));
  }
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    const missing = issue.message.endsWith("received undefined");
    const kind = KINDS[issue.expected ?? ""] ?? "something else";
    return [
      {
        path: pointer(issue.path),
        message: missing ? `This is missing: ${kind} belongs here.` : `This is not ${kind}.`,
      },
    ];
  }
  return [{ path: pointer(issue.path), message: issue.message }];
}

function pointer(path: readonly PropertyKey[]): string {
  const written = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  // Faults are printed to a terminal, which would obey what nobody can see.
  return written.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16).toUpperCase()}}`);
}

function fault(message: string): ConfigReading {
  return { ok: false, faults: [{ path: "", message }] };
}

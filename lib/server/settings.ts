import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { StoreOptions } from "@/lib/store/open";
import type { Fault } from "./config-faults";
import { readConfigFile } from "./config-file";
import { readConfigured } from "./configured";
import { githubOf, type ConfigFile, type GitHubConfig, type RepositoryConfig } from "./config-schema";
import { namedHosts } from "./hosts";

/** What the runtime was told: by a file or a variable, or, without one, the embedded demo. */
export interface Settings {
  readonly repositories: readonly RepositoryConfig[];
  readonly github: GitHubConfig;
  readonly demo: boolean;
  /** Host names that requests may name besides loopback, lower case. */
  readonly hosts: readonly string[];
  /** The operator said that whoever reaches the port reads everything. */
  readonly open: boolean;
  readonly store: StoreOptions;
  /** Looks are kept for so many days after they were last confirmed. */
  readonly retentionDays: number;
}

/** MUSTER_DATA where nothing is said: beside what else Muster makes. */
const DATA = ".muster/data";
/** Where nothing is said, auditors can look back for a season. */
const RETENTION_DAYS = 90;

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly file: string; readonly faults: readonly Fault[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings for a runtime that starts in `root`. Never throws; a faulty configuration is answered with its faults. */
export function readSettings(env: Environment, root: string): SettingsReading {
  const configured = readConfigured(env, root);
  if (configured === null) {
    const reading = readConfigFile(demoFile(root));
    return reading.ok ? settled(reading.config, true, env) : { ...reading, file: "the demo's configuration" };
  }
  const { reading, file, name } = configured;
  if (reading.ok) return settled(reading.config, env["MUSTER_DEMO"] === "1", env);
  const said = file !== null && name !== "muster.config.json" ? "the file that MUSTER_CONFIG names" : name;
  return { ok: false, file: said, faults: reading.faults };
}

function settled(config: ConfigFile, demo: boolean, env: Environment): SettingsReading {
  return {
    ok: true,
    settings: {
      repositories: config.repositories,
      github: githubOf(config),
      demo,
      hosts: namedHosts(env["MUSTER_HOSTS"]),
      open: env["MUSTER_OPEN"] === "1",
      store: storeOf(env),
      retentionDays: config.retentionDays ?? RETENTION_DAYS,
    },
  };
}

function storeOf(env: Environment): StoreOptions {
  const url = env["DATABASE_URL"]?.trim() ?? "";
  if (url !== "") return { kind: "postgres", url };
  const folder = env["MUSTER_DATA"]?.trim() ?? "";
  return { kind: "embedded", folder: folder === "" ? DATA : folder };
}

/** The start script lays the demo's repositories out with git; without it their plain folders serve. */
function demoFile(root: string): string {
  const laid = join(root, ".muster", "demo", "muster.config.json");
  return existsSync(laid) ? laid : join(root, "demo", "muster.config.json");
}

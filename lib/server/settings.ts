import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfigFile, type Fault } from "./config-file";
import type { RepositoryConfig } from "./config-schema";
import { namedHosts } from "./hosts";

/** What the runtime was told: by a file, or, without one, the embedded demo. */
export interface Settings {
  readonly repositories: readonly RepositoryConfig[];
  readonly demo: boolean;
  /** Host names that requests may name besides loopback, lower case. */
  readonly hosts: readonly string[];
  /** The operator said that whoever reaches the port reads everything. */
  readonly open: boolean;
}

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly file: string; readonly faults: readonly Fault[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings for a runtime that starts in `root`. Never throws; a faulty file is answered with its faults. */
export function readSettings(env: Environment, root: string): SettingsReading {
  const { file, demo } = configFile(env, root);
  const reading = readConfigFile(file);
  if (!reading.ok) return { ok: false, file: demo ? "the demo's configuration" : nameOf(env), faults: reading.faults };
  return {
    ok: true,
    settings: {
      repositories: reading.config.repositories,
      demo,
      hosts: namedHosts(env["MUSTER_HOSTS"]),
      open: env["MUSTER_OPEN"] === "1",
    },
  };
}

function configFile(env: Environment, root: string): { file: string; demo: boolean } {
  const named = env["MUSTER_CONFIG"];
  if (named !== undefined && named !== "") return { file: named, demo: env["MUSTER_DEMO"] === "1" };
  const own = join(root, "muster.config.json");
  if (existsSync(own)) return { file: own, demo: false };
  // The start script lays the demo's repositories out with git; without it their plain folders serve.
  const laid = join(root, ".muster", "demo", "muster.config.json");
  return { file: existsSync(laid) ? laid : join(root, "demo", "muster.config.json"), demo: true };
}

function nameOf(env: Environment): string {
  return env["MUSTER_CONFIG"] ? "the file that MUSTER_CONFIG names" : "muster.config.json";
}

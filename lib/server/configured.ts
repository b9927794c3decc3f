import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { quote } from "@/lib/contracts/core/text";
import { readConfig, readConfigFile, type ConfigReading } from "./config-file";
import { credentialFaults, type Fault } from "./config-faults";

/** Where the configuration comes from, and what it says. null: there is none, so the demo is shown. */
export interface Configured {
  /** As people know it. */
  readonly name: string;
  /** Absolute; null where the configuration is no file. */
  readonly file: string | null;
  readonly reading: ConfigReading;
}

type Environment = Readonly<Record<string, string | undefined>>;

const OWN = "muster.config.json";
const VARIABLE = "MUSTER_REPOSITORIES";

/**
 * Reads the configuration: the file that MUSTER_CONFIG names, else muster.config.json in `root`, or the short form MUSTER_REPOSITORIES, a
 * list of `owner/name` on GitHub with commas. A file and the variable together are a fault: nobody could tell which was meant.
 */
export function readConfigured(env: Environment, root: string): Configured | null {
  const list = env[VARIABLE]?.trim() ?? "";
  const named = env["MUSTER_CONFIG"] ?? "";
  const own = join(root, OWN);
  const file = named !== "" ? resolve(root, named) : existsSync(own) ? own : null;
  const name = named !== "" ? named : OWN;
  if (list !== "" && file !== null) {
    const other = named !== "" ? `MUSTER_CONFIG names ${name}` : `there is ${name}`;
    const message = `${VARIABLE} is set, and ${other} as well. Use one of them.`;
    return { name: VARIABLE, file: null, reading: { ok: false, faults: [{ path: "", message }] } };
  }
  if (list !== "") return { name: VARIABLE, file: null, reading: readList(list, env) };
  return file === null ? null : { name, file, reading: withCredential(readConfigFile(file), env) };
}

/** The faults of a list speak of its places, since it has no paths, and of the token as of one thing that every place needs. */
function readList(list: string, env: Environment): ConfigReading {
  const names = list.split(",").map((part) => part.trim());
  const config = { repositories: names.filter((part) => part !== "").map((repository) => ({ repository })) };
  const reading = readConfig(new TextEncoder().encode(JSON.stringify(config)), "/");
  const token = tokenOfList(env);
  if (reading.ok) return token.length === 0 ? reading : { ok: false, faults: token };
  const faults = reading.faults.map(({ path, message }) => {
    const index = Number(/^\/repositories\/(\d+)/.exec(path)?.[1] ?? Number.NaN);
    if (Number.isNaN(index)) return { index: -1, path: "", message };
    const written = quote(config.repositories[index]?.repository ?? "");
    return { index, path: `entry ${index + 1}, ${written}`, message: message.replace(/\/repositories\/(\d+)/, inList) };
  });
  const inOrder = faults.sort((a, b) => a.index - b.index).map(({ path, message }) => ({ path, message }));
  return { ok: false, faults: [...inOrder, ...token] };
}

const inList = (_: string, index: string) => `entry ${Number(index) + 1}`;

function tokenOfList(env: Environment): readonly Fault[] {
  const [fault] = credentialFaults({ repositories: [{ repository: "the list" }] }, env);
  if (fault === undefined) return [];
  const unset = (env["GITHUB_TOKEN"]?.trim() ?? "") === "";
  const message = "Set GITHUB_TOKEN to a token that reads Contents and Issues; docs/github.md says how to make one.";
  return [unset ? { path: "", message } : { ...fault, path: "" }];
}

function withCredential(reading: ConfigReading, env: Environment): ConfigReading {
  if (!reading.ok) return reading;
  const faults = credentialFaults(reading.config, env);
  return faults.length === 0 ? reading : { ok: false, faults };
}

import { readFileSync, statSync } from "node:fs";
import { readAppKey } from "@/lib/sources/github/app-key";
import { githubOf, type AppConfig, type ConfigFile } from "./config-schema";

/** One thing wrong with a configuration; `path` is a JSON pointer into the file, "" the whole of it. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Settings that are sound by themselves and do not go together. */
export function crossFaults(config: ConfigFile): Fault[] {
  const faults: Fault[] = config.repositories.flatMap((entry, index) => {
    if (entry.directory !== undefined) return [];
    const at = `/repositories/${index}`;
    const own: Fault[] = [];
    if (entry.threads !== undefined)
      own.push({
        path: `${at}/threads`,
        message: "Exported threads go with a directory. On GitHub Muster reads the threads themselves.",
      });
    if (entry.ref === "worktree")
      own.push({ path: `${at}/ref`, message: "A working directory needs directory. GitHub is read at commits." });
    return own;
  });
  // Where people read is never guessed from where programs ask.
  if (config.github?.apiUrl !== undefined && config.github.webUrl === undefined)
    faults.push({
      path: "/github/webUrl",
      message: "This is missing: name where people read this GitHub, beside apiUrl.",
    });
  return [...faults, ...appFaults(config)];
}

/** One way to read, so that nobody has to guess which of two is used, and one place for the key. */
function appFaults({ github }: ConfigFile): Fault[] {
  const app = github?.app;
  if (app === undefined) return [];
  const faults: Fault[] = [];
  if (github?.tokenVariable !== undefined)
    faults.push({
      path: "/github/tokenVariable",
      message:
        "With app no token is used. Remove tokenVariable to read as the GitHub App, or app to read with the token.",
    });
  const places = [app.privateKeyVariable, app.privateKeyFile].filter((place) => place !== undefined).length;
  if (places === 0)
    faults.push({
      path: "/github/app",
      message: "This does not say where the App's private key is: name privateKeyFile or privateKeyVariable.",
    });
  if (places === 2)
    faults.push({
      path: "/github/app/privateKeyFile",
      message: "The key has one place: name privateKeyFile or privateKeyVariable, not both.",
    });
  return faults;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Why the token, or the App's key, that entries on GitHub need cannot be used. Neither's value is ever repeated. */
export function credentialFaults(config: ConfigFile, env: Environment): Fault[] {
  const index = config.repositories.findIndex(({ directory }) => directory === undefined);
  if (index === -1) return [];
  const { tokenVariable, app } = githubOf(config);
  if (app !== undefined) {
    const key = appKey(app, env);
    return key.ok ? [] : [{ path: `/github/app/${key.setting}`, message: key.message }];
  }
  const token = env[tokenVariable]?.trim() ?? "";
  const path = config.github?.tokenVariable === undefined ? `/repositories/${index}` : "/github/tokenVariable";
  if (token === "") {
    const message = `The variable ${tokenVariable} is not set. ${config.repositories[index]?.repository ?? "This entry"} has no directory, so it is read from GitHub, which needs a token; docs/github.md says how to make one.`;
    return [{ path, message }];
  }
  if (!/^[\x21-\x7e]{1,1000}$/.test(token))
    return [
      {
        path,
        message: `What the variable ${tokenVariable} holds is no token: it has spaces or other characters in it.`,
      },
    ];
  return [];
}

/** The App's private key, or which setting does not give it and why, as a sentence that repeats nothing of it. */
export type AppKey =
  | { readonly ok: true; readonly privateKey: string }
  | { readonly ok: false; readonly setting: "privateKeyVariable" | "privateKeyFile"; readonly message: string };

const MAX_FILE_BYTES = 64 * 1_024;

/** Reads the App's key from the one place that the configuration names. `privateKeyFile` is absolute by now. Never throws. */
export function appKey(app: AppConfig, env: Environment): AppKey {
  const { privateKeyVariable: variable, privateKeyFile: file } = app;
  if (variable !== undefined) {
    const refuse = (message: string): AppKey => ({ ok: false, setting: "privateKeyVariable", message });
    const text = env[variable] ?? "";
    if (text.trim() === "")
      return refuse(`The variable ${variable} is not set. It holds the App's private key; docs/github.md says how.`);
    const read = readAppKey(text);
    return read.ok
      ? { ok: true, privateKey: read.pem }
      : refuse(`What the variable ${variable} holds cannot be used as the App's key: ${read.why}.`);
  }
  const refuse = (message: string): AppKey => ({ ok: false, setting: "privateKeyFile", message });
  let text: string;
  try {
    if (statSync(file ?? "").size > MAX_FILE_BYTES) return refuse("The key's file is far too large for a private key.");
    text = readFileSync(file ?? "", "utf8");
  } catch (error) {
    return refuse(`The key's file cannot be read: ${reasonOf(error)}.`);
  }
  const read = readAppKey(text);
  return read.ok
    ? { ok: true, privateKey: read.pem }
    : refuse(`What the key's file holds cannot be used as the App's key: ${read.why}.`);
}

/** Why the system did not give a file, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "it may not be read by this user";
  if (code === "EISDIR") return "it is a folder";
  return code ?? "the system gave no reason";
}

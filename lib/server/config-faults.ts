import { githubOf, type ConfigFile } from "./config-schema";

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
  return faults;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Why the token that entries on GitHub need cannot be used. Its value is never repeated. */
export function tokenFaults(config: ConfigFile, env: Environment): Fault[] {
  const index = config.repositories.findIndex(({ directory }) => directory === undefined);
  if (index === -1) return [];
  const { tokenVariable } = githubOf(config);
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

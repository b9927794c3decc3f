/** Secrets that may come as a file: `NAME_FILE` names it, as the official images of databases have it. */
const SECRET_FILE = /^(DATABASE_URL|[A-Z][A-Z0-9_]*_(?:TOKEN|SECRET|KEY))_FILE$/;

/**
 * Reads the secrets whose files the environment names. A line break at the end of a file belongs to the file and not to the secret.
 * @param {Record<string, string | undefined>} env @param {(file: string) => string} read throws where the file cannot be read
 * @returns {{ values: Record<string, string>, fault: string | null }} `fault`: a sentence for people, which never holds a secret
 */
export function fromFiles(env, read) {
  const values = {};
  for (const [variable, file] of Object.entries(env)) {
    const name = SECRET_FILE.exec(variable)?.[1];
    if (name === undefined || !file) continue;
    if (env[name]) return { values: {}, fault: `${name} and ${variable} are both set. Use one of them.` };
    try {
      values[name] = read(file).replace(/\r?\n$/, "");
    } catch {
      return {
        values: {},
        fault: `The file that ${variable} names cannot be read. It must be there and readable for user 10001.`,
      };
    }
    if (values[name] === "") return { values: {}, fault: `The file that ${variable} names is empty.` };
  }
  return { values, fault: null };
}

/**
 * Why this container must not serve, or null. It listens on every address, so the same holds as for `npm start` on one: somebody has to have
 * named the hosts, and to have said that whoever reaches the port reads everything.
 */
export function faultOf(env) {
  const hosts = (env.MUSTER_HOSTS ?? "").split(",").filter((name) => name.trim() !== "");
  if (hosts.length > 0 && env.MUSTER_OPEN === "1") return null;
  return "Name the hosts that people will use in MUSTER_HOSTS and set MUSTER_OPEN=1; whoever reaches the port then reads everything.";
}

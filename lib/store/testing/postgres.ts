import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/** A real PostgreSQL of the tests' own. */
export interface TestPostgres {
  url(database?: string): string;
  /** An empty database; gives its address. */
  createDatabase(): Promise<string>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
  /** Stops its processes in mid-work, as a frozen machine would; `resume` lets them go on. */
  pause(): void;
  resume(): void;
  /** kill -9 of all its processes. */
  crash(): Promise<void>;
  /** Starts it again on the same folder and port, after `crash` or `halt`. */
  restart(): Promise<void>;
  /** Ends it in order; its folder stays. */
  halt(): Promise<void>;
  /** Runs one statement as its owner. */
  run(statement: string, database?: string): Promise<unknown[]>;
}

/** Each command as the user that PostgreSQL is installed with, since it does not run as root. */
const AS_USER = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
const PASSWORD = "only-for-tests";

/** @param durable writes reach the disk before they are acknowledged, as they do in earnest; slower */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const programs = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), "muster-postgres-"));
  if (AS_USER.length > 0) must("chown", ["postgres:postgres", folder]);
  const data = join(folder, "data");
  const as = [...AS_USER, join(programs, "initdb")];
  must(as[0] ?? "", [
    ...as.slice(1),
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-locale",
    "--no-sync",
  ]);
  const port = await freePort();
  const url = (database = "postgres") => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let server = await launch();
  let databases = 0;
  // Whatever ends the tests ends the server; its folder goes with the process.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

  function settings(): string[] {
    const fast = durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
    return [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      "max_connections=60",
      ...fast,
    ];
  }

  async function launch(): Promise<ChildProcess> {
    const death = existsSync("/usr/bin/setpriv")
      ? [...(AS_USER.length > 0 ? AS_USER : ["setpriv"]), "--pdeathsig", "QUIT"]
      : [];
    const [program = "", ...rest] = [...death, join(programs, "postgres"), "-D", data];
    const child = spawn(program, [...rest, ...settings().flatMap((one) => ["-c", one])], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4_000);
    });
    for (let tries = 0; ; tries += 1) {
      const failure = await run("select 1").then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return child;
      if (child.exitCode !== null || tries > 600)
        throw new Error(`PostgreSQL does not start: ${said}`, { cause: failure });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function run(statement: string, database?: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url(database), connectionTimeoutMillis: 3_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    if (signal === "SIGKILL") for (const pid of family(server.pid)) kill(pid, signal);
    else server.kill(signal);
    await gone;
  }

  return {
    url,
    createDatabase: async () => {
      const name = `store_${(databases += 1)}`;
      await run(`create database ${name}`);
      return url(name);
    },
    stop: async () => {
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
    pause: () => family(server.pid).forEach((pid) => kill(pid, "SIGSTOP")),
    resume: () => family(server.pid).forEach((pid) => kill(pid, "SIGCONT")),
    crash: () => end("SIGKILL"),
    halt: () => end("SIGINT"),
    restart: async () => {
      server = await launch();
    },
    run,
  };
}

function findPostgres(): string {
  const places = (process.env.PATH ?? "").split(":").filter((place) => place !== "");
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(debian, version, "bin")), ...places].find(
    (place) => existsSync(join(place, "initdb")) && existsSync(join(place, "postgres")),
  );
  if (found === undefined) throw new Error("The tests need PostgreSQL 14 or newer, and there is none on this machine.");
  return found;
}

/** The process and its children, the children last: all of them while they live. */
function family(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return [
    pid,
    ...(stdout ?? "")
      .split("\n")
      .map(Number)
      .filter((child) => child > 0),
  ];
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr ?? ""}`, { cause: error });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("No port.")),
      );
    });
  });
}

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase } from "./database";
import { materializeDemo } from "../demo/materialize.mjs";

/** A Muster that runs for a test. */
export interface Muster {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Everything it has written so far. */
  logs(): string;
  /** Ends it and whatever it started. */
  stop(): Promise<void>;
}

/** A Muster as the operating system sees it. */
export interface MusterProcess extends Muster {
  /** Sends it and whatever it started a signal: SIGKILL is a crash, SIGSTOP a machine that stands still. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended, with its exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>;
}

export interface MusterOptions {
  /** The configuration file; without it, the demo. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Where it keeps what it finds: by default in a database of its own on the tests' PostgreSQL, which is the quicker one to start;
   * "embedded", in a folder of its own; or what `env` says.
   */
  readonly store?: "postgres" | "embedded";
  /** Where to listen; without it, at a port that is free. */
  readonly port?: number;
  /** What /api/health answers once the server is up: 503 where the configuration has faults. */
  readonly health?: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DEMO = join(ROOT, ".muster", "e2e", "demo");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const LEASH = new URL("../scripts/parts/leash.mjs", import.meta.url).href;
const READY_WITHIN = 60_000;

/** Starts the built server on a free loopback port and waits until it answers /api/health. */
export async function startMuster(options: MusterOptions = {}): Promise<MusterProcess> {
  const muster = await launchMuster(options);
  let over = false;
  void muster.ended.then(() => (over = true));
  const deadline = Date.now() + READY_WITHIN;
  while (!(await healthy(muster.url, options.health ?? 200))) {
    if (over || Date.now() > deadline) {
      await muster.stop();
      // Some connection on this machine was given the port in between.
      if (options.port === undefined && muster.logs().includes("EADDRINUSE")) return startMuster(options);
      throw new Error(`Muster did not answer at ${muster.url}/api/health:\n${muster.logs()}`);
    }
    await pause(100);
  }
  return muster;
}

/** Starts the built server and waits for nothing. */
export async function launchMuster(options: MusterOptions = {}): Promise<MusterProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const told = options.config === undefined ? await demo() : { MUSTER_CONFIG: options.config };
  // Each has a store of its own, unless a test says which.
  const data = await mkdtemp(join(tmpdir(), "muster-data-"));
  const chosen = options.env?.["DATABASE_URL"] ?? options.env?.["MUSTER_DATA"];
  const shared = chosen === undefined && options.store !== "embedded" ? await createDatabase() : "";
  const child = spawn(process.execPath, ["--import", LEASH, NEXT, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      MUSTER_PARENT: String(process.pid),
      // A list of the person who runs the tests must not stand beside the file that they name.
      MUSTER_REPOSITORIES: "",
      MUSTER_DATA: data,
      DATABASE_URL: shared,
      NEXT_MANUAL_SIG_HANDLE: "true",
      ...told,
      ...options.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const signal = (name: NodeJS.Signals) => signalGroup(child, name);
  const stop = async () => {
    signal("SIGKILL");
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  return { url, signal, ended, stop, logs: () => output };
}

/** The demo laid out as `npm start` does it; many tests may ask at once. */
async function demo(): Promise<Record<string, string>> {
  const { ok, detail, config } = await materializeDemo({ root: ROOT, into: DEMO });
  if (!ok) throw new Error(detail);
  return { MUSTER_CONFIG: config, MUSTER_DEMO: "1" };
}

async function healthy(url: string, status: number): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).status === status;
  } catch {
    return false;
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // It ended in between.
  }
}

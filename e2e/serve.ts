import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
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

export interface MusterOptions {
  /** The configuration file; without it, the demo. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What /api/health answers once the server is up: 503 where the configuration has faults. */
  readonly health?: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DEMO = join(ROOT, ".muster", "e2e", "demo");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const LEASH = new URL("../scripts/parts/leash.mjs", import.meta.url).href;
const READY_WITHIN = 60_000;

/** Starts the built server on a free loopback port and waits until it answers /api/health. */
export async function startMuster(options: MusterOptions = {}): Promise<Muster> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const told = options.config === undefined ? await demo() : { MUSTER_CONFIG: options.config };
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
      ...told,
      ...options.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    endGroup(child);
    await ended;
  };
  const deadline = Date.now() + READY_WITHIN;
  while (!(await healthy(url, options.health ?? 200))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Muster did not answer at ${url}/api/health:\n${output}`);
    }
    await pause(100);
  }
  return { url, stop, logs: () => output };
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

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in between.
  }
}

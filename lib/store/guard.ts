import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Faulty, fault } from "./faults";
import { openSocketFolder, type SocketFolder } from "./socket-path";

const NAME = /^guard-[0-9a-f]{12}\.sock$/;
/** Milliseconds. Whoever took the call and says nothing is busy or stopped, and lives. */
const ANSWER = 1_000;
const POLL = 10;

/** How often one that is just ending, or too busy to be asked, is asked again. */
const TRIES = 500;

type Found = "dead" | "held" | "candidate" | "unclear";

export interface Guard {
  release(): Promise<void>;
}

/**
 * Makes this process the only one on a data folder, until `release` or its death: the operating system closes its socket, kill -9
 * included, so nothing that is left behind keeps anybody out.
 *
 * Each process listens on a socket of its own in the folder and then asks everyone else's. One that answers "held" wins. Of two that
 * answer "candidate" the lower name goes on and waits for the other to give up or to win. Since each listens before it asks, two can
 * never miss each other. Sockets that nobody listens on are the dead's; the winner removes them.
 * @param named the folder as the operator wrote it, for the message
 * @throws Faulty `store-in-use`
 */
export async function guardFolder(folder: string, named: string): Promise<Guard> {
  if (process.platform === "win32") return guardByPipe(folder, named);
  const sockets = await openSocketFolder(folder);
  const own = `guard-${randomBytes(6).toString("hex")}.sock`;
  const state = { held: false };
  let server: Server | null = null;
  try {
    server = await listen(sockets.at(own), state);
    const dead = await contend(folder, sockets, own, named);
    state.held = true;
    await Promise.all(dead.map((name) => rm(sockets.at(name), { force: true })));
    if (!existsSync(sockets.at(own))) throw inUse(named);
  } catch (error) {
    if (server !== null) await end(server);
    await sockets.close();
    throw error;
  }
  const held = server;
  return {
    release: async () => {
      await end(held);
      await sockets.close();
    },
  };
}

/** Comes back when this process has won, with the names of the dead. */
async function contend(folder: string, sockets: SocketFolder, own: string, named: string): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== own);
    const found = await Promise.all(others.map(async (name) => ({ name, is: await ask(sockets.at(name)) })));
    if (found.some(({ name, is }) => is === "held" || (is === "candidate" && name < own))) throw inUse(named);
    if (found.every(({ is }) => is === "dead")) return others;
    await wait(POLL);
  }
  throw inUse(named);
}

function ask(path: string): Promise<Found> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let said = "";
    socket.setTimeout(ANSWER, () => finish("held"));
    socket.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(0, 20);
    });
    socket.on("end", () => finish(said === "candidate" || said === "held" ? said : "unclear"));
    socket.on("error", (error) => {
      const code = "code" in error ? error.code : null;
      if (code === "ECONNREFUSED" || code === "ENOENT") finish("dead");
      else finish(code === "EACCES" || code === "EPERM" ? "held" : "unclear");
    });
    function finish(found: Found): void {
      socket.destroy();
      resolve(found);
    }
  });
}

/** The process may end although it listens. */
function listen(path: string, state: { readonly held: boolean }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(state.held ? "held" : "candidate");
    });
    server.once("error", reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function inUse(named: string): Faulty {
  return new Faulty(
    fault(
      "store-in-use",
      `Another Muster is using the data folder ${named}. Stop it first, or give this one another folder in MUSTER_DATA.`,
    ),
  );
}

/** A named pipe has one owner at a time and goes with it. */
async function guardByPipe(folder: string, named: string): Promise<Guard> {
  const name = createHash("sha256")
    .update((await realpath(folder)).toLowerCase())
    .digest("hex");
  const server = await listen(`\\\\.\\pipe\\muster-${name}`, { held: true }).catch((error: unknown) => {
    throw error instanceof Error && "code" in error && error.code === "EADDRINUSE" ? inUse(named) : error;
  });
  return { release: () => end(server) };
}

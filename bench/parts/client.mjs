import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Asks one address over and over through kept connections.
 * @param {string} url @param {{ count: number, connections: number, headers: Record<string, string>, status: number }} options
 *   `status`: every answer's; another one ends the round with an error
 * @returns {Promise<number>} answers a second
 */
export async function rate(url, { count, connections, headers, status }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const got = await statusOf(url, agent, headers);
      if (got !== status) throw new Error(`${url} answered ${got} instead of ${status}.`);
    }
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, worker));
    return (count * 1_000) / (performance.now() - began);
  } finally {
    agent.destroy();
  }
}

/**
 * Asks one address so many times a second, whether earlier requests were answered or not, as people who know nothing of each other do.
 * @param {string} url @param {{ perSecond: number, seconds: number, headers: Record<string, string> }} options
 * @returns {Promise<number[]>} from the instant at which each request was due to the end of its answer, in milliseconds; one that was not
 *   answered within 30 s counts with the time that it was waited for
 */
export async function steadily(url, { perSecond, seconds, headers }) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const one = async (index) => {
    const due = began + (index * 1_000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    const got = await statusOf(url, agent, headers).catch(() => null);
    if (got !== null && got !== 200) throw new Error(`${url} answered ${got}.`);
    return performance.now() - due;
  };
  try {
    return await Promise.all(Array.from({ length: perSecond * seconds }, (_, index) => one(index)));
  } finally {
    agent.destroy();
  }
}

/** How an answer comes over the wire. @returns {Promise<{ bytes: number, coding: string }>} */
export function weigh(url, accepted) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { "accept-encoding": accepted } }, (response) => {
      let bytes = 0;
      response.on("data", (piece) => (bytes += piece.length));
      response.once("end", () => resolve({ bytes, coding: response.headers["content-encoding"] ?? "none" }));
    });
    asked.once("error", reject);
    asked.end();
  });
}

function statusOf(url, agent, headers) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, timeout: 30_000 }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
      response.once("error", reject);
    });
    asked.once("timeout", () => asked.destroy(new Error(`${url} did not answer within 30 s.`)));
    asked.once("error", reject);
    asked.end();
  });
}

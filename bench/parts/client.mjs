import { Agent, request } from "node:http";

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

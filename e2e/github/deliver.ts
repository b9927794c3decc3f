import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Delivery, Manner } from "./faults/fault";

/** Bytes below which GitHub does not compress. */
const SMALL = 1024;
const BLANKS = Buffer.alloc(16_384, " ");

/** The same delivery with a compressed body, where it goes out whole and is worth it. */
export function compressed({ answer, manner = { how: "whole" } }: Delivery): Delivery {
  const { headers, body } = answer;
  if (manner.how !== "whole" || body.length < SMALL || "content-encoding" in headers) return { answer, manner };
  return { answer: { ...answer, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body) }, manner };
}

/** Writes an answer to the socket in the manner of the fault, and gives the number of bytes of the body that went out. */
export function deliver(response: ServerResponse, { answer, manner = { how: "whole" } }: Delivery): Promise<number> {
  const { status, headers, body } = answer;
  const bodiless = status === 304 || status === 204;
  const whole = bodiless ? Buffer.alloc(0) : body;
  // Node would add a date of this machine; the emulated server has a clock of its own.
  response.sendDate = false;
  const head = (length: number | null) =>
    response.writeHead(status, {
      ...headers,
      ...(length === null || bodiless ? {} : { "content-length": String(length) }),
    });
  return written(response, whole, manner, head);
}

async function written(
  response: ServerResponse,
  body: Buffer,
  manner: Manner,
  head: (length: number | null) => void,
): Promise<number> {
  switch (manner.how) {
    case "whole":
      head(body.length);
      response.end(body);
      return body.length;
    case "truncated":
      return broken(response, body.subarray(0, manner.bytes), () => head(body.length));
    case "cut":
      response.socket?.destroy();
      return 0;
    case "drip":
      head(body.length);
      return dripped(response, body, manner.pause);
    case "endless":
      head(null);
      return flooded(response, body);
    case "silence":
      await closed(response);
      return 0;
  }
}

/** What is there is flushed before the connection goes, so that the client has it and knows that the rest is missing. */
async function broken(response: ServerResponse, part: Buffer, head: () => void): Promise<number> {
  head();
  response.flushHeaders();
  await new Promise<void>((resolve) => response.write(part.length === 0 ? "" : part, () => resolve()));
  response.socket?.destroySoon();
  return part.length;
}

async function dripped(response: ServerResponse, body: Buffer, pause: number): Promise<number> {
  let sent = 0;
  const gone = closed(response);
  for (; sent < body.length && !response.destroyed; sent += 1) {
    response.write(body.subarray(sent, sent + 1));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([gone, new Promise((resolve) => (timer = setTimeout(resolve, pause)))]);
    clearTimeout(timer);
  }
  response.end();
  return sent;
}

async function flooded(response: ServerResponse, body: Buffer): Promise<number> {
  let sent = body.length;
  const gone = closed(response);
  response.write(body.length === 0 ? " " : body);
  while (!response.destroyed) {
    sent += BLANKS.length;
    const free = response.write(BLANKS);
    const drained = free ? new Promise((resolve) => setImmediate(resolve)) : once(response, "drain");
    await Promise.race([gone, drained]);
  }
  return sent;
}

function closed(response: ServerResponse): Promise<void> {
  return response.destroyed || response.socket?.destroyed ? Promise.resolve() : once(response, "close");
}

function once(response: ServerResponse, event: "close" | "drain"): Promise<void> {
  return new Promise((resolve) => response.once(event, () => resolve()));
}

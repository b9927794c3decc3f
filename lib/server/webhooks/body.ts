import "server-only";

/** "GitHub caps webhook payloads at 25 MB." */
export const MAX_BODY_BYTES = 25 * 1_048_576;
/** A body is read within this, in milliseconds; GitHub itself waits 10 seconds for an answer. */
const MAX_MILLIS = 10_000;
/** What GitHub usually sends is below this, and always finds room. */
const SMALL = 262_144;
/** Bytes beyond SMALL that are held at the same time, over all requests: whoever sends without a secret may not fill the memory. */
const MAX_HELD = 2 * MAX_BODY_BYTES;

export interface BodyLimits {
  readonly maxBytes?: number;
  readonly millis?: number;
}

export type BodyReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: "too-large" | "slow" | "busy" | "broken" };

let held = 0;

/**
 * Reads a request's body within limits of bytes and time while it streams: what its headers say of its length is not asked. Never throws.
 * `bytes` stay counted as held until `work`, which is given them, is done.
 */
export async function withBody<T>(
  request: Request,
  { maxBytes = MAX_BODY_BYTES, millis = MAX_MILLIS }: BodyLimits,
  work: (reading: BodyReading) => Promise<T>,
): Promise<T> {
  let own = 0;
  const take = (bytes: number): boolean => {
    if (bytes <= 0) return true;
    if (held + bytes > MAX_HELD) return false;
    held += bytes;
    own += bytes;
    return true;
  };
  try {
    return await work(await read(request, maxBytes, millis, take));
  } finally {
    held -= own;
  }
}

async function read(
  request: Request,
  maxBytes: number,
  millis: number,
  take: (bytes: number) => boolean,
): Promise<BodyReading> {
  if (request.body === null) return { ok: true, bytes: new Uint8Array() };
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), millis)));
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part === "late") return refuse(reader, "slow");
      if (part.done) return { ok: true, bytes: joined(parts, size) };
      size += part.value.byteLength;
      if (size > maxBytes) return refuse(reader, "too-large");
      if (!take(Math.min(part.value.byteLength, size - SMALL))) return refuse(reader, "busy");
      parts.push(part.value);
    }
  } catch {
    // Whoever sent it went away.
    return { ok: false, why: "broken" };
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing more of it is read. The sender may be too slow to hear that, so nobody waits for it. */
function refuse(reader: ReadableStreamDefaultReader, why: "too-large" | "slow" | "busy"): BodyReading {
  reader.cancel().catch(() => undefined);
  return { ok: false, why };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
